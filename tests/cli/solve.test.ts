import { type LogEvent, parseLog, replay } from '@speedcell/shared/engine'
import { expect, test } from 'vitest'
import { run } from './run.ts'

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
  const events = answer.moves.map((text: string, index: number): LogEvent => [index, text])
  const log = parseLog({ v: 1, deal: Number(deal), variant, autoplay, events })
  const result = log.ok && replay(log.value)
  expect(result).toMatchObject({ ok: true, game: { won: true } })
})

test('solve proves that deal 11982 cannot be won', async () => {
  const { code, stdout } = await run(['solve', '11982'])
  expect(code).toBe(0)
  expect(JSON.parse(stdout)).toMatchObject({ deal: 11982, variant: 'freecell-4', verdict: 'unsolvable', moves: [] })
})
