import { FLAGS, type Flag, type StageFigures } from '@speedcell/shared/contracts'
import type { Figures } from './figures.ts'

// What is beyond what people can do, and where that is known from: docs/decisions/fair-play.md.

/** Nobody has found a move among 52 cards that they have never seen so soon after they came into view, in ms. */
const SOONEST_MOVE_MS = 500
/** Half of all moves quicker than this one after the other, in ms; or more moves a second than this over a whole stage. */
const QUICKEST_GAP_MS = 220
const MOST_A_SECOND = 3
/** Gaps that differ less than this among each other, as their standard deviation by their mean. */
const LEAST_SPREAD = 0.2
/** A larger share of moves that are our solver's. */
const MOST_OF_LINE = 0.9
/** Fewer moves than these say nothing about rhythm, or about whose moves they are. */
const RHYTHM_MOVES = 20
export const LINE_MOVES = 30
/** So many events that came late, and so large a share of all, are no mere hiccup of the line. */
const LATE_EVENTS = 5
const LATE_SHARE = 0.1

const RULES: Readonly<Record<Flag, (figures: Figures) => boolean>> = {
  'fast-start': ({ firstMoveMs }) => firstMoveMs !== null && firstMoveMs < SOONEST_MOVE_MS,
  'fast-moves': ({ moves, medianGapMs, movesASecond }) =>
    moves >= RHYTHM_MOVES && ((medianGapMs ?? QUICKEST_GAP_MS) < QUICKEST_GAP_MS || (movesASecond ?? 0) > MOST_A_SECOND),
  'even-gaps': ({ moves, gapSpread }) => moves >= RHYTHM_MOVES && gapSpread !== null && gapSpread < LEAST_SPREAD,
  'solver-line': ({ measuredMoves, solverShare }) =>
    measuredMoves >= LINE_MOVES && solverShare !== null && solverShare >= MOST_OF_LINE,
  'late-events': ({ events, lateEvents }) => lateEvents >= LATE_EVENTS && lateEvents >= events * LATE_SHARE,
}

/** A stage's figures with what in them is to be looked at. */
export const flagged = (figures: Figures): StageFigures => ({
  ...figures,
  flags: FLAGS.filter((flag) => RULES[flag](figures)),
})

/** What in a run is to be looked at: in one of its stages is enough. */
export const flagsOf = (stages: readonly StageFigures[]): Flag[] =>
  FLAGS.filter((flag) => stages.some(({ flags }) => flags.includes(flag)))
