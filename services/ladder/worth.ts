import { type Summary, stageScore } from '@speedcell/shared/engine'
import { type Outcome, type Progress, timeUsed, type Worth } from '../runs/index.ts'

/** What an ended stage of the ladder, counted from 1, is worth. Only a win has seconds left; a stage that ran out of time counts whole. */
export function worthOf(
  number: number,
  outcome: Outcome,
  progress: Progress,
  { points, won }: Pick<Summary, 'points' | 'won'>,
): Worth {
  const timeMs = outcome === 'closed' ? progress.deadline : timeUsed(progress)
  const secondsLeft = won ? Math.floor((progress.deadline - timeMs) / 1_000) : 0
  return { score: stageScore({ points, won, secondsLeft, stage: number }), secondsLeft, timeMs }
}
