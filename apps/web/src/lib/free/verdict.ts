import type { Position } from '@speedcell/shared/engine'
import { type Rules, solve, type Verdict } from '@speedcell/shared/solver'

/** A position, and the rules it is played on by. */
export interface Standing {
  readonly position: Position
  readonly rules: Rules
}

/**
 * What the solver says of a position: it can be won; it is proven lost, after so many positions, which are all that can be reached; or it
 * could not be told in time.
 */
export interface Judgement {
  readonly verdict: Verdict['verdict']
  readonly positions: number
}

/** Milliseconds, and positions: a million take some 100 MB, which a phone can spare. */
export const JUDGE_BUDGET = { ms: 2_000, positions: 1_000_000 }

/** Judges a position. `now` is any steady clock in milliseconds. */
export function judge({ position, rules }: Standing, now: () => number, budget = JUDGE_BUDGET): Judgement {
  const end = now() + budget.ms
  const { verdict, positions } = solve(position, rules, { positions: budget.positions, interrupted: () => now() >= end })
  return { verdict, positions }
}
