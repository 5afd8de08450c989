import type { StageFigures } from '@speedcell/shared/contracts'
import { isMoveText, type LogEvent } from '@speedcell/shared/engine'

/** A stage as it was played. */
export interface PlayedStage {
  readonly number: number
  readonly events: readonly LogEvent[]
  /** How many events arrived more than 30 s after their t. */
  readonly lateEvents: number
}

/** What is measured of a stage. */
export type Figures = Omit<StageFigures, 'flags'>

/** How much of a stage goes by our solver's lines; null where that was not found out. */
export type Share = { readonly measured: number; readonly same: number } | null

/** The figures of a stage. A gap is the time from the event before, whatever it was, to a move; that before the first move is none. */
export function figuresOf({ number, events, lateEvents }: PlayedStage, share: Share): Figures {
  const gaps: number[] = []
  let [first, last, before]: [number | null, number, number] = [null, 0, 0]
  for (const [t, text] of events) {
    if (isMoveText(text)) {
      if (first !== null) gaps.push(t - before)
      first ??= t
      last = t
    }
    before = t
  }
  const span = last - (first ?? 0)
  return {
    number,
    moves: gaps.length + (first === null ? 0 : 1),
    firstMoveMs: first,
    medianGapMs: medianOf(gaps),
    gapSpread: spreadOf(gaps),
    // Moves that all claim the same time count as made within a millisecond.
    movesASecond: gaps.length === 0 ? null : rounded((gaps.length * 1_000) / Math.max(1, span)),
    solverShare: share === null || share.measured === 0 ? null : rounded(share.same / share.measured),
    measuredMoves: share?.measured ?? 0,
    events: events.length,
    lateEvents,
  }
}

/** The middle value, or the whole number below the middle of the two; null of none. */
function medianOf(values: readonly number[]): number | null {
  const sorted = values.toSorted((a, b) => a - b)
  const [low, high] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]]
  return low === undefined || high === undefined ? null : Math.floor((low + high) / 2)
}

/** The standard deviation by the mean, 0 where all are 0; null of fewer than two. */
function spreadOf(values: readonly number[]): number | null {
  if (values.length < 2) return null
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length
  return mean === 0 ? 0 : rounded(Math.sqrt(variance) / mean)
}

/** To three places. */
const rounded = (value: number): number => Math.round(value * 1_000) / 1_000
