import { readFileSync } from 'node:fs'
import {
  type DealNumber,
  type LogEvent,
  replay,
  startGame,
  summary,
  VARIANT_IDS,
  VARIANTS,
  type VariantId,
} from '@speedcell/shared/engine'
import { solve } from '@speedcell/shared/solver'
import { expect, test } from 'vitest'

/** Every n-th deal of the table is tried; SOLVER_STRIDE=1 tries all of them, which takes minutes. */
const STRIDE = Number(process.env.SOLVER_STRIDE ?? 7)

const known = readFileSync(new URL('../fixtures/verdicts.txt', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => /^\d/.test(line))
  .map((line) => line.split(' '))
  .map(([deal = '', verdicts = '']) => ({ deal: Number(deal) as DealNumber, verdicts }))
const sample = known.filter((_, index) => index % STRIDE === 0)

/** What is found out about a deal: `+` only for a line that the server would accept as a win. */
function verdictOf(deal: DealNumber, variant: VariantId): string {
  const setup = { deal, variant, autoplay: VARIANTS[variant].autoplay }
  const answer = solve(startGame(setup).position, setup, { positions: 20_000_000 })
  if (answer.verdict !== 'solved') return answer.verdict === 'unsolvable' ? '-' : '?'
  const events = answer.moves.map((move, index): LogEvent => [index, move])
  const replayed = replay({ v: 1, ...setup, events })
  return replayed.ok && summary(replayed.game).won ? '+' : 'a line that does not win'
}

test.each(VARIANT_IDS.map((variant, index) => ({ variant, index })))(
  '$variant: the verdicts on numbered deals',
  { timeout: 1_800_000 },
  ({ variant, index }) => {
    expect(known.length).toBe(400)
    const found = sample.map(({ deal }) => [deal, verdictOf(deal, variant)])
    expect(found).toEqual(sample.map(({ deal, verdicts }) => [deal, verdicts[index]]))
  },
)
