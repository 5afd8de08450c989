import type { Variant } from './variant.ts'

/** What a game's points are made from. */
export interface Totals {
  /** Cards on the foundations. */
  readonly home: number
  readonly won: boolean
  /** Moves played, those taken back too. */
  readonly moves: number
  readonly undos: number
  readonly hints: number
}

/** A game's points, never below 0. */
export function points({ home, won, moves, undos, hints }: Totals): number {
  return Math.max(0, 10 * home + (won ? 500 : 0) - moves - 5 * undos - 10 * hints)
}

/** The score of a free game or a daily: points × the variant's factor. */
export const variantScore = (points: number, variant: Variant): number => points * variant.factor

/** What a stage's score is made from. */
export interface StageTotals {
  readonly points: number
  readonly won: boolean
  /** Whole seconds to the deadline; they count only if won. */
  readonly secondsLeft: number
  /** 1 to 5. */
  readonly stage: number
}

/** The score of a ladder or tournament stage. */
export const stageScore = ({ points, won, secondsLeft, stage }: StageTotals): number => (points + (won ? secondsLeft : 0)) * stage
