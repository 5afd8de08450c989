import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { Part } from './part.ts'
import { commandLine, until } from './processes.ts'

let folder: string
let part: Part
let said: string[]

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'speedcell-part-'))
  said = []
})
afterEach(async () => {
  await part.stop(true)
  rmSync(folder, { recursive: true })
})

const WRITE_PID = `require('node:fs').writeFileSync(process.env.PID_FILE, String(process.pid));`

/** A part that runs these lines of CommonJS. */
function partOf(code: string): Part {
  const file = path.join(folder, 'part.cjs')
  writeFileSync(file, code)
  part = new Part({ name: 'part', file, env: { ...process.env, PID_FILE: path.join(folder, 'pid') } }, (line) => said.push(line))
  return part
}

const pidOf = () => {
  try {
    return Number(readFileSync(path.join(folder, 'pid'), 'utf8'))
  } catch {
    return 0
  }
}
const isAlive = (pid: number) => commandLine(pid).includes('part.cjs')

test('start waits until the part is ready; stop lets it end in its own way', async () => {
  await partOf(`${WRITE_PID}
    process.on('SIGTERM', () => { require('node:fs').writeFileSync(process.env.PID_FILE + '.ended', ''); process.exit() })
    process.send({ ready: true }); setInterval(() => {}, 1000)
  `).start()
  const pid = pidOf()
  expect(isAlive(pid)).toBe(true)
  await part.stop()
  expect(isAlive(pid)).toBe(false)
  expect(readFileSync(path.join(folder, 'pid.ended'), 'utf8')).toBe('')
  expect(said).toEqual([])
})

test('a part that ends before it is ready is not started again', async () => {
  await expect(partOf('process.exit(7)').start()).rejects.toThrow('The part ended before it was ready (7)')
})

test('a part that is killed is started again, each time', async () => {
  await partOf(`${WRITE_PID} process.send({ ready: true }); setInterval(() => {}, 1000)`).start()
  for (let time = 1; time <= 2; time++) {
    const pid = pidOf()
    process.kill(pid, 'SIGKILL')
    expect(await until(() => pidOf() !== pid && isAlive(pidOf()), 20_000)).toBe(true)
    expect(said).toHaveLength(time)
    expect(said.at(-1)).toBe('the part ended (SIGKILL), and is started again')
  }
})

test('stop during the pause before a new start leaves nothing running', async () => {
  await partOf(`${WRITE_PID} process.send({ ready: true }); setInterval(() => {}, 1000)`).start()
  const pid = pidOf()
  process.kill(pid, 'SIGKILL')
  await until(() => said.length > 0, 5_000)
  await part.stop()
  expect(await until(() => pidOf() !== pid, 1_500)).toBe(false)
})

test('a part that does not heed SIGTERM can be stopped in a hurry', async () => {
  await partOf(`${WRITE_PID} process.on('SIGTERM', () => {}); process.send({ ready: true }); setInterval(() => {}, 1000)`).start()
  const pid = pidOf()
  const stopping = part.stop()
  await part.stop(true)
  await stopping
  expect(isAlive(pid)).toBe(false)
})
