import { VARIANTS } from '@speedcell/shared/engine'
import { LADDER_STAGES } from '#lib/api/endpoints.ts'

/** A stage of the ladder as its pages show it. */
export interface LadderStage {
  /** From 1; also its weight. */
  readonly number: number
  readonly cells: number
  readonly minutes: number
}

/** The ladder's stages, in order. */
export const STAGES: readonly LadderStage[] = LADDER_STAGES.map(({ variant, minutes }, index) => ({
  number: index + 1,
  cells: VARIANTS[variant].cells,
  minutes,
}))

/** The points of a win in twenty moves, beside which there is hardly a better one: with all seconds left, the comb is full. */
const FULL = 1_000

/** How full a stage's comb is with a score, from 0 to 1. */
export function levelOf(score: number, { number, minutes }: LadderStage): number {
  const full = (FULL + minutes * 60) * number
  return Math.min(1, Math.max(0, score / full))
}
