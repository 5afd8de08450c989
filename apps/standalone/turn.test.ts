import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { takeTurn } from './turn.ts'

let folder: string
let file: string
let other: ChildProcess | undefined

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'speedcell-turn-'))
  file = path.join(folder, 'product.pid')
})
afterEach(() => {
  other?.kill('SIGKILL')
  rmSync(folder, { recursive: true })
})

/** Another process, with a command line of its own, that stays. */
async function givenProcess(...names: string[]): Promise<number> {
  other = spawn(process.execPath, ['-e', "console.log('here'); setInterval(() => {}, 1000)", '--', ...names], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const { stdout, pid = 0 } = other
  await new Promise((resolve) => stdout?.once('data', resolve))
  return pid
}

test('one after the other has it', async () => {
  const order: string[] = []
  const take = async (name: string) => {
    const release = await takeTurn(file)
    order.push(`${name} begins`)
    await new Promise((resolve) => setImmediate(resolve))
    order.push(`${name} ends`)
    release()
  }
  await Promise.all([take('first'), take('second')])
  expect(order).toEqual(['first begins', 'first ends', 'second begins', 'second ends'])
  expect(readdirSync(folder)).toEqual([])
})

test.each<[what: string, content: () => string | Promise<string>]>([
  ['that was killed', () => '999999999'],
  ['whose number this one has now', () => String(process.pid)],
  ['whose number something else has now', async () => String(await givenProcess())],
  ['that is none', () => ''],
])('a file left behind by a process %s is no hindrance', async (_what, content) => {
  writeFileSync(file, await content())
  const release = await takeTurn(file)
  expect(existsSync(file)).toBe(true)
  release()
  expect(readdirSync(folder)).toEqual([])
})

test.each(['apps/standalone/main.ts', 'scripts/build.ts', 'scripts/test.ts'])(
  '%s, while it runs, keeps its turn',
  async (program) => {
    writeFileSync(file, String(await givenProcess(program)))
    let taken = false
    const turn = takeTurn(file).then((release) => {
      taken = true
      release()
    })
    await new Promise((resolve) => setTimeout(resolve, 500))
    expect(taken).toBe(false)
    other?.kill('SIGKILL')
    await turn
  },
)
