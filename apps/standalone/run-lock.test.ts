import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'

let folder: string
const started: ChildProcess[] = []

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'speedcell-lock-'))
})
afterEach(() => {
  for (const child of started.splice(0)) child.kill('SIGKILL')
  rmSync(folder, { recursive: true })
})

const lockFile = () => path.join(folder, 'data/running')

/** A process that takes the folder, says so or why not, and then stays. Its command line is that of the site. */
async function taker(): Promise<{ said: string; child: ChildProcess }> {
  const module = path.join(import.meta.dirname, 'run-lock.ts')
  const code = `
    const { takeDataFolder } = await import(${JSON.stringify(module)})
    try { takeDataFolder(${JSON.stringify(path.join(folder, 'data'))}, 'http://localhost:3000'); console.log('taken') } catch (error) { console.log(error.message) }
    process.on('SIGTERM', () => process.exit()); setInterval(() => {}, 1000)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', code, '--', 'apps/standalone/main.ts'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  started.push(child)
  const said = await new Promise<string>((resolve) =>
    child.stdout?.setEncoding('utf8').once('data', (text) => resolve(text.trim())),
  )
  return { said, child }
}

test('the first has it, the second is told who and where, and the next after the first has ended has it again', async () => {
  const first = await taker()
  expect(first.said).toBe('taken')
  expect((await taker()).said).toBe(`Speedcell is already running (pid ${first.child.pid}) at http://localhost:3000`)
  const ended = new Promise((resolve) => first.child.once('exit', resolve))
  first.child.kill('SIGTERM')
  await ended
  expect(existsSync(lockFile())).toBe(false)
  expect((await taker()).said).toBe('taken')
})

test('what a killed process left behind does not matter', async () => {
  const first = await taker()
  const ended = new Promise((resolve) => first.child.once('exit', resolve))
  first.child.kill('SIGKILL')
  await ended
  expect(existsSync(lockFile())).toBe(true)
  expect((await taker()).said).toBe('taken')
})

test.each<[what: string, content: string]>([
  ['a process that is something else', `${process.pid} http://localhost:3000\n`],
  ['nothing', ''],
  ['no number', 'x y\n'],
])('nor does a file that names %s', async (_what, content) => {
  mkdirSync(path.dirname(lockFile()))
  writeFileSync(lockFile(), content)
  const next = await taker()
  expect(next.said).toBe('taken')
  expect(readFileSync(lockFile(), 'utf8')).toBe(`${next.child.pid} http://localhost:3000\n`)
  expect(readdirSync(path.dirname(lockFile()))).toEqual(['running'])
})

test('of many that start at once over a stale file, one has it', async () => {
  mkdirSync(path.dirname(lockFile()))
  writeFileSync(lockFile(), '999999999 http://localhost:3000\n')
  const all = await Promise.all(Array.from({ length: 6 }, taker))
  expect(all.filter(({ said }) => said === 'taken')).toHaveLength(1)
})

test('what cannot be one is said in a line that names the setting', async () => {
  writeFileSync(path.join(folder, 'data'), 'a file')
  expect((await taker()).said).toBe(
    `The folder ${path.join(folder, 'data')} cannot be used (EEXIST): set DATA_DIR to one that this user may write to.`,
  )
})
