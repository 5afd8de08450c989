import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { games, wins } from '../engine/fixtures.ts'
import { endOf, run, start } from './run.ts'

const GAMES = fileURLToPath(new URL('../fixtures/games.jsonl', import.meta.url))
const NOT_A_LOG = { ok: false, reason: 'not-a-log' }
const LOG = {
  v: 1,
  deal: 617,
  variant: 'freecell-4',
  autoplay: 'safe',
  events: [
    [0, '83'],
    [500, 'undo'],
    [900, '83'],
    [950, 'undo'],
  ],
}

const answersOf = (stdout: string): unknown[] => {
  const lines = stdout.split('\n')
  expect(lines.pop()).toBe('')
  return lines.map((line) => JSON.parse(line))
}

/** The answers to lines, in one run that must end well. */
async function answersTo(lines: readonly string[], ...options: string[]): Promise<unknown[]> {
  const { code, stdout, stderr } = await run(['replay', '--lines', ...options], lines.map((line) => `${line}\n`).join(''))
  expect([code, stderr]).toEqual([0, ''])
  return answersOf(stdout)
}

describe('replay of one log', () => {
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'speedcell-cli-'))
  })
  afterAll(() => rm(folder, { recursive: true }))

  const [first, ...others] = games()
  const played = others.find(({ expect }) => expect.ok && expect.undos > 1)
  if (first === undefined || played === undefined) throw new Error('games.jsonl has such cases')

  test('from standard input, with or without a hyphen, gives what is expected of it', async () => {
    for (const args of [['replay'], ['replay', '-']]) {
      const { code, stdout, stderr } = await run(args, JSON.stringify(played.log))
      expect([code, stderr]).toEqual([0, ''])
      expect(answersOf(stdout)).toEqual([played.expect])
    }
  })

  test('from a file, with white space and a byte order mark', async () => {
    const file = join(folder, 'log.json')
    await writeFile(file, `\ufeff${JSON.stringify(played.log, null, 2)}\n`)
    const { code, stdout } = await run(['replay', file])
    expect(code).toBe(0)
    expect(answersOf(stdout)).toEqual([played.expect])
  })

  test('a refused log is an answer', async () => {
    const { code, stdout, stderr } = await run(['replay'], JSON.stringify(first.log))
    expect([code, stderr]).toEqual([0, ''])
    expect(answersOf(stdout)).toEqual([{ ok: false, index: 12, reason: 'illegal-move' }])
  })

  test.each([
    ['0', { ok: false, index: 1, reason: 'undo-limit' }],
    ['1', { ok: false, index: 3, reason: 'undo-limit' }],
    ['2', { ok: true, undos: 2, moves: 2, ms: 950 }],
  ])('--undo-limit %s', async (limit, expected) => {
    const { code, stdout } = await run(['replay', '--undo-limit', limit], JSON.stringify(LOG))
    expect(code).toBe(0)
    expect(JSON.parse(stdout)).toMatchObject(expected)
  })

  test.each([
    ['nothing', ''],
    ['no JSON', 'log'],
    ['JSON that is no log', '{}'],
    ['a log with a key more', JSON.stringify({ ...LOG, points: 0 })],
    ['two logs', `${JSON.stringify(LOG)}\n${JSON.stringify(LOG)}\n`],
    ['an unknown deal', JSON.stringify({ ...LOG, deal: 0 })],
    ['deep nesting', '['.repeat(500_000)],
    ['more than is ever read', `${JSON.stringify(LOG)}${' '.repeat(3_000_000)}`],
    ['bytes that are no text', Uint8Array.of(0xff, 0xfe, 0x00)],
  ])('%s is no log, with exit code 2', async (_name, input) => {
    const { code, stdout, stderr } = await run(['replay'], input)
    expect([code, stderr]).toEqual([2, ''])
    expect(answersOf(stdout)).toEqual([NOT_A_LOG])
  })
})

describe('replay --lines', () => {
  test('all of games.jsonl, from a file and from standard input', async () => {
    const cases = games()
    const fromFile = await run(['replay', '--lines', GAMES])
    expect(answersOf(fromFile.stdout)).toEqual(cases.map(({ expect }) => expect))
    expect(await answersTo(cases.map((each) => JSON.stringify(each)))).toEqual(cases.map(({ expect }) => expect))
  })

  test('bare logs: all of wins.jsonl', async () => {
    const logs = wins()
    const answers = await answersTo(logs.map((log) => JSON.stringify(log)))
    expect(answers).toHaveLength(logs.length)
    for (const answer of answers) expect(answer).toMatchObject({ ok: true, won: true, home: 52 })
  })

  test('what is no log is answered, and reading goes on', async () => {
    const good = JSON.stringify({ log: LOG, note: 'other keys are ignored', expect: null })
    const bad = [
      '',
      ' ',
      'log',
      '{}',
      'null',
      '[]',
      '{"log":null}',
      '{"log":{}}',
      JSON.stringify([LOG]),
      JSON.stringify({ undoLimit: 1, ...LOG }),
    ]
    const answers = await answersTo(bad.flatMap((line) => [line, good]))
    expect(answers.filter((_, index) => index % 2 === 0)).toEqual(bad.map(() => NOT_A_LOG))
    for (const answer of answers.filter((_, index) => index % 2 === 1)) expect(answer).toMatchObject({ ok: true, undos: 2 })
  })

  test.each([
    ['of the line', { log: LOG, undoLimit: 1 }, [], { ok: false, index: 3, reason: 'undo-limit' }],
    ['of the command line', { log: LOG }, ['--undo-limit', '1'], { ok: false, index: 3, reason: 'undo-limit' }],
    ['of the command line, for a bare log', LOG, ['--undo-limit', '0'], { ok: false, index: 1, reason: 'undo-limit' }],
    ['of the line, before that of the command line', { log: LOG, undoLimit: 5 }, ['--undo-limit', '1'], { ok: true }],
    ['null is none', { log: LOG, undoLimit: null }, [], { ok: true }],
    ['that is no whole number', { log: LOG, undoLimit: 1.5 }, [], NOT_A_LOG],
    ['below zero', { log: LOG, undoLimit: -1 }, [], NOT_A_LOG],
    ['as a text', { log: LOG, undoLimit: '3' }, [], NOT_A_LOG],
  ])('the undo limit %s', async (_name, line, options, expected) => {
    const [answer] = await answersTo([JSON.stringify(line)], ...options)
    expect(answer).toMatchObject(expected)
  })

  test('a line that ends in a carriage return, and a last line without an end', async () => {
    const { stdout } = await run(['replay', '--lines'], `${JSON.stringify(LOG)}\r\n${JSON.stringify(LOG)}`)
    expect(answersOf(stdout)).toMatchObject([{ ok: true }, { ok: true }])
  })

  test('no input, no answers', async () => {
    expect(await answersTo([])).toEqual([])
  })

  test('a line that never seems to end is no log, and the next one is read', async () => {
    const answers = await answersTo([JSON.stringify(LOG), `{"log":"${'a'.repeat(20_000_000)}"}`, JSON.stringify(LOG)])
    expect(answers).toMatchObject([{ ok: true }, NOT_A_LOG, { ok: true }])
  })

  test('each line is answered before the next one comes', async () => {
    const child = start('replay', '--lines')
    const answers = createInterface(child.stdout)[Symbol.asyncIterator]()
    for (const { log, expect: expected } of games().slice(0, 5)) {
      const line = JSON.stringify({ log })
      child.stdin.write(line.slice(0, 20))
      child.stdin.write(`${line.slice(20)}\n`)
      const answer = await answers.next()
      if (expected.ok) expect(JSON.parse(String(answer.value))).toEqual(expected)
      else expect(JSON.parse(String(answer.value)).ok).toBeTypeOf('boolean')
    }
    child.stdin.end()
    const [code] = await once(child, 'close')
    expect(code).toBe(0)
  })

  test('reads no faster than its answers are read', async () => {
    const child = start('replay', '--lines')
    const line = `${JSON.stringify({ log: LOG })}\n`
    const lines = 10_000
    child.stdin.end(line.repeat(lines))
    // Nothing reads the answers yet: pipes and buffers fill, and most of the input has to wait.
    await once(child.stdout, 'readable')
    expect(child.stdin.writableFinished).toBe(false)
    const { code, stdout } = await endOf(child)
    expect(code).toBe(0)
    expect(answersOf(stdout)).toHaveLength(lines)
  })

  test('a reader that goes away ends it quietly', async () => {
    const child = start('replay', '--lines')
    let stderr = ''
    child.stderr.setEncoding('utf8').on('data', (text) => {
      stderr += text
    })
    child.stdin.on('error', () => {})
    child.stdin.write(`${JSON.stringify(LOG)}\n`.repeat(2000))
    await once(child.stdout, 'data')
    child.stdout.destroy()
    child.stdin.write(`${JSON.stringify(LOG)}\n`.repeat(2000))
    const [code] = await once(child, 'close')
    expect([code, stderr]).toEqual([0, ''])
  })
})
