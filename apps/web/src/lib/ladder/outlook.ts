import { points, stageScore } from '@speedcell/shared/engine'

/** A way in which a stage may end. */
export interface Outcome {
  /** Moves and milliseconds left of a win; null where the time runs out on the table as it lies. */
  readonly win: { readonly moves: number; readonly left: number } | null
  readonly points: number
  readonly seconds: number
  /** What the stage would bring. */
  readonly score: number
}

/** How the stage stands. */
export interface Play {
  readonly number: number
  readonly home: number
  readonly moves: number
  readonly undos: number
  readonly hints: number
  /** Milliseconds. */
  readonly left: number
}

/** In so many moves a win is nothing special. */
const USUAL_MOVES = 95
/** At least so many moves a win is away. */
const MORE_MOVES = 40
const MINUTE_MS = 60_000

/** What a stage may still bring: a win with half of the time left, one in the last minute, and the table as it lies. */
export function outlook({ number, home, moves, undos, hints, left }: Play): readonly Outcome[] {
  const usual = Math.max(USUAL_MOVES, moves + MORE_MOVES)
  const half = Math.floor(left / 2 / MINUTE_MS) * MINUTE_MS
  const lefts = [...new Set([half, MINUTE_MS])].filter((ms) => ms > 0 && ms < left)
  const wins = lefts.map((ms): Outcome => {
    const won = points({ home: 52, won: true, moves: usual, undos, hints })
    const seconds = ms / 1000
    const score = stageScore({ points: won, won: true, secondsLeft: seconds, stage: number })
    return { win: { moves: usual, left: ms }, points: won, seconds, score }
  })
  const now = points({ home, won: false, moves, undos, hints })
  const score = stageScore({ points: now, won: false, secondsLeft: 0, stage: number })
  return [...wins, { win: null, points: now, seconds: 0, score }]
}
