import { parseDealNumber, playEvents, startGame, VARIANTS, type VariantId } from '@speedcell/shared/engine'
import { expect, test } from 'vitest'
import { JUDGE_BUDGET, judge, type Standing } from './verdict.ts'

/** Where moves lead from a deal. */
function given(deal: number, moves: string, variant: VariantId = 'freecell-4'): Standing {
  const number = parseDealNumber(deal)
  if (!number.ok) throw new RangeError(String(deal))
  const setup = { deal: number.value, variant, autoplay: VARIANTS[variant].autoplay }
  const events = moves === '' ? [] : moves.split(' ').map((text) => [0, text] as const)
  const played = playEvents(startGame(setup), events)
  if (!played.ok) throw new Error(played.reason)
  return { position: played.game.position, rules: setup }
}

const still = () => 0

test.each<[string, Standing, string, number?]>([
  ['deal 617', given(617, ''), 'solved'],
  ['deal 617 after a move', given(617, '6a'), 'solved'],
  ['deal 1055, spoilt', given(1_055, '4a 7b 8c'), 'unsolvable', 10],
  ['deal 160, spoilt', given(160, '6a 7b 7c 8d'), 'unsolvable'],
  ['a deal that cannot be won with one cell', given(4, '', 'freecell-1'), 'unsolvable'],
])('%s', (_, standing, verdict, positions) => {
  const judgement = judge(standing, still)
  expect(judgement.verdict).toBe(verdict)
  if (positions !== undefined) expect(judgement.positions).toBe(positions)
})

test('what is not told in time, or in the memory that there is, is unknown', () => {
  let now = 0
  expect(judge(given(11_982, ''), () => (now += 100)).verdict).toBe('unknown')
  expect(now).toBeGreaterThan(JUDGE_BUDGET.ms)
  expect(judge(given(11_982, ''), still, { ...JUDGE_BUDGET, positions: 5_000 }).verdict).toBe('unknown')
})
