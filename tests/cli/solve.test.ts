import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type Log, type LogEvent, parseLog, replay } from '@speedcell/shared/engine'
import { describe, expect, test } from 'vitest'
import { run } from './run.ts'

/** Whether moves win a deal, by the engine's word. */
function wins(deal: number, variant: string, autoplay: string, moves: readonly string[]): boolean {
  const events = moves.map((text, index): LogEvent => [index, text])
  const log = parseLog({ v: 1, deal, variant, autoplay, events })
  const result = log.ok && replay(log.value)
  return result !== false && result.ok && result.game.won
}

const logOf = (deal: number, moves: string, variant = 'freecell-4'): string =>
  JSON.stringify({ v: 1, deal, variant, autoplay: 'safe', events: moves.split(' ').map((move, index) => [index, move]) })

test.each([
  ['617', [], 'freecell-4', 'safe'],
  ['1', ['--autoplay', 'off'], 'freecell-4', 'off'],
  ['1', ['--variant', 'freecell-3', '--autoplay', 'safe'], 'freecell-3', 'safe'],
  ['3', ['--variant', 'bakers-game'], 'bakers-game', 'all'],
])('solve %s %j gives moves that replay to a win', async (deal, options, variant, autoplay) => {
  const { code, stdout, stderr } = await run(['solve', deal, ...options])
  expect([code, stderr]).toEqual([0, ''])
  const answer = JSON.parse(stdout)
  expect(Object.keys(answer)).toEqual(['deal', 'variant', 'verdict', 'moves', 'positions', 'ms'])
  expect(answer).toMatchObject({ deal: Number(deal), variant, verdict: 'solved' })
  expect(answer.positions).toBeGreaterThan(0)
  expect(wins(Number(deal), variant, autoplay, answer.moves)).toBe(true)
})

test('solve proves that deal 11982 cannot be won', async () => {
  const { code, stdout } = await run(['solve', '11982'])
  expect(code).toBe(0)
  expect(JSON.parse(stdout)).toMatchObject({ deal: 11982, variant: 'freecell-4', verdict: 'unsolvable', moves: [] })
})

describe('solve does not know what it had too little for', () => {
  test.each([
    ['positions', ['--budget', '100']],
    ['time', ['--ms', '1']],
  ])('%s', async (_name, options) => {
    const { code, stdout } = await run(['solve', '11982', ...options])
    expect(code).toBe(0)
    expect(JSON.parse(stdout)).toMatchObject({ verdict: 'unknown', moves: [] })
  })
})

test('solve --short wins in fewer moves', async () => {
  const [plain, short] = await Promise.all([
    run(['solve', '617']),
    run(['solve', '617', '--short', '--budget', '60000', '--ms', '60000']),
  ])
  expect([short.code, short.stderr]).toEqual([0, ''])
  const answer = JSON.parse(short.stdout)
  expect(answer).toMatchObject({ deal: 617, verdict: 'solved', shortest: false })
  expect(wins(617, 'freecell-4', 'safe', answer.moves)).toBe(true)
  expect(answer.moves.length).toBeLessThan(JSON.parse(plain.stdout).moves.length)
})

test('solve --short says where there is no shorter win', async () => {
  const moves: string[] = JSON.parse((await run(['solve', '10913', '--short'])).stdout).moves
  const played = moves.slice(0, -4)
  const { stdout } = await run(['solve', '--short', '--log', '-'], logOf(10913, played.join(' ')))
  const rest = JSON.parse(stdout)
  expect(rest.shortest).toBe(true)
  expect(rest.moves.length).toBeLessThanOrEqual(4)
  expect(wins(10913, 'freecell-4', 'safe', [...played, ...rest.moves])).toBe(true)
})

describe('solve --log judges the position in which a log ends', () => {
  test.each([
    ['lost with a cell free', 1055, '4a 7b 8c', { verdict: 'unsolvable', positions: 10 }],
    ['lost', 160, '6a 7b 7c 8d', { verdict: 'unsolvable' }],
    ['without a move left', 1, '4a 4b 4c 6d', { verdict: 'unsolvable', positions: 1 }],
    ['lost before the last move was taken back', 1055, '4a 7b 8c undo undo', { verdict: 'solved' }],
  ])('%s', async (_name, deal, moves, answer) => {
    const { code, stdout, stderr } = await run(['solve', '--log', '-'], logOf(deal, moves))
    expect([code, stderr]).toEqual([0, ''])
    expect(JSON.parse(stdout)).toMatchObject({ deal, variant: 'freecell-4', ...answer })
  })

  test('from a file, and the moves go on from there', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'speedcell-solve-'))
    try {
      const file = path.join(folder, 'game.json')
      writeFileSync(file, logOf(617, '83 8a'))
      const { stdout } = await run(['solve', '--log', file])
      const { verdict, moves } = JSON.parse(stdout)
      expect(verdict).toBe('solved')
      expect(wins(617, 'freecell-4', 'safe', ['83', '8a', ...moves])).toBe(true)
    } finally {
      rmSync(folder, { recursive: true })
    }
  })

  test.each<[string, string | Partial<Log>, string]>([
    ['no JSON', 'deal 617', 'not a log'],
    ['no log', '{"v":1}', 'not a log'],
    ['a log that cannot be played', logOf(617, '83 zz'), 'event 1 of the log'],
  ])('%s is bad input', async (_name, text, words) => {
    const { code, stdout, stderr } = await run(['solve', '--log', '-'], String(text))
    expect([code, stdout]).toEqual([2, ''])
    expect(stderr).toContain(words)
  })
})

test('solve FROM-TO prints a line a deal', async () => {
  const { code, stdout } = await run(['solve', '11980-11982'])
  expect(code).toBe(0)
  const answers = stdout.trimEnd().split('\n')
  const verdicts = answers.map((line) => JSON.parse(line)).map(({ deal, verdict }) => [deal, verdict])
  expect(verdicts).toEqual([
    [11980, 'solved'],
    [11981, 'solved'],
    [11982, 'unsolvable'],
  ])
})

test('solve --summary prints one line for all', async () => {
  const { code, stdout } = await run(['solve', '1-100', '--variant', 'bakers-game', '--summary', '--budget', '3000'])
  expect(code).toBe(0)
  const { ms, moves, ...counts } = JSON.parse(stdout)
  const { solved, unsolvable, unknown } = counts
  expect(counts).toEqual({ variant: 'bakers-game', deals: 100, solved, unsolvable, unknown })
  expect(solved + unsolvable + unknown).toBe(100)
  for (const count of [solved, unsolvable, unknown]) expect(count).toBeGreaterThan(0)
  expect(moves).toBeGreaterThan(20)
  const { median, mean, p95, p99, max, total } = ms
  expect([median, p95, p99, max, total].toSorted((a, b) => a - b)).toEqual([median, p95, p99, max, total])
  expect(mean * 100).toBeCloseTo(total, 0)
})
