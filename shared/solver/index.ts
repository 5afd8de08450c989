/**
 * The solver: finds a win from any position of any variant, or proves that there is none.
 *
 *     import { autoplay, positionFromDeal, VARIANTS } from '@speedcell/shared/engine'
 *     import { solve } from '@speedcell/shared/solver'
 *
 *     const dealt = positionFromDeal(deal, VARIANTS['freecell-4'])
 *     const { position } = autoplay(dealt, 'safe')
 *     const answer = solve(position, { variant: 'freecell-4', autoplay: 'safe' }, { positions: 1_000_000 })
 *     if (answer.verdict === 'solved') console.log(answer.moves) // a log's moves: ['3a', '32', …]
 *
 * Pure and deterministic. It searches best-first, several ways of judging in turn (`schedule.ts`), narrow ones first, which win soonest;
 * a search over every move of the game that runs out of positions is the proof of a loss (`search.ts`); `board.ts` is the position it
 * stands on.
 * `shortest` goes on from a first line to ever shorter ones (`layers.ts`).
 */
export type { FlightRule } from './board.ts'
export {
  type Advice,
  findHint,
  type Hint,
  type HintBudget,
  type HintQuestion,
  hintQuestion,
  type Judge,
  judgeWithin,
  type Line,
} from './hint.ts'
export { type Measures, measure, tierOf } from './rate.ts'
export { SCHEDULES } from './schedule.ts'
export { Search, type Stage } from './search.ts'
export { type Counting, type ShortBudget, type ShortLine, type ShortVerdict, shortest } from './shortest.ts'
export { type Budget, flightRuleOf, type Rules, solve, type Verdict } from './solve.ts'
export type { Weights } from './weights.ts'
