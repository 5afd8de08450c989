/** What solver threads run. Each exported function is a task. */
import { type LogEvent, playEvents, type Setup, startGame } from '@speedcell/shared/engine'
import { findHint, type Hint, hintQuestion, judgeWithin, type Line, solve } from '@speedcell/shared/solver'
import { type LineShare, largerShare, lineShare } from './line-share.ts'

/** The most that the proof of a deal may take, in positions looked at. No time limit: every machine proves the same, by the same line. */
const PROOF_POSITIONS = { positions: 650_000, shorter: 100_000 }
/** The most that a hint may take, in positions looked at; and in ms, from when it is begun. */
const HINT_POSITIONS = { positions: 800_000, shorter: 20_000 }
const HINT_MS = 2_000

/** The most that it may take to hold a game against what hints say, over all its moves; and to find the line that the command line prints. */
const SHARE_POSITIONS = { positions: 1_000_000, shorter: HINT_POSITIONS.shorter }
const PLAIN_POSITIONS = { positions: 500_000 }

/** A question, and until when (ms since the epoch) somebody waits for it to be begun. */
export interface Asked<Task> {
  readonly task: Task
  readonly until: number
}

/** Null: whoever asked has waited too long. */
export type Answered<Answer> = { readonly answer: Answer } | null

const inTime =
  <Task, Answer>(think: (task: Task) => Answer) =>
  ({ task, until }: Asked<Task>): Answered<Answer> =>
    Date.now() > until ? null : { answer: think(task) }

/** The moves that win a deal; null if none were found. */
export const prove = inTime((setup: Setup): readonly string[] | null => {
  const verdict = judgeWithin(setup, PROOF_POSITIONS)(startGame(setup).position, 'line')
  return verdict.verdict === 'solved' ? verdict.moves : null
})

/** A line that wins, as it is handed to a thread: after how many events of the game it begins, and its moves. */
export interface KnownLine {
  readonly at: number
  readonly moves: readonly string[]
}

export interface HintTask {
  readonly setup: Setup
  readonly events: readonly LogEvent[]
  /** What is known to win this game, the line of the last hint first. */
  readonly lines: readonly KnownLine[]
}

export interface HintAnswer {
  readonly hint: Hint
  /** The lines for the next question, the one that this hint follows first. */
  readonly lines: readonly KnownLine[]
}

/** A hint on a game; null where there is none. */
export const hint = inTime(({ setup, events, lines }: HintTask): HintAnswer | null => {
  const gameAfter = (count: number) => {
    const played = playEvents(startGame(setup), events.slice(0, count))
    if (!played.ok) throw new Error(`not a game: event ${played.index}, ${played.reason}`)
    return played.game
  }
  const known = new Map(lines.map((line): [Line, KnownLine] => [{ from: gameAfter(line.at).position, moves: line.moves }, line]))
  const until = performance.now() + HINT_MS
  const judge = judgeWithin(setup, { ...HINT_POSITIONS, interrupted: () => performance.now() > until })
  const advice = findHint(hintQuestion(gameAfter(events.length)), [...known.keys()], judge)
  if (!advice) return null
  return {
    hint: advice.hint,
    lines: advice.lines.map((line) => known.get(line) ?? { at: events.length, moves: line.moves }),
  }
})

export interface ShareTask {
  readonly setup: Setup
  readonly events: readonly LogEvent[]
}

/** How much of a game goes by the solver's lines: by those of hints, or by the first win that it finds of the deal. */
export const share = inTime(({ setup, events }: ShareTask): LineShare => {
  const from = startGame(setup).position
  const hinted = lineShare(setup, events, judgeWithin(setup, SHARE_POSITIONS))
  const plain = solve(from, setup, PLAIN_POSITIONS)
  if (plain.verdict !== 'solved') return hinted
  return largerShare(hinted, lineShare(setup, events, judgeWithin(setup, SHARE_POSITIONS), [{ from, moves: plain.moves }]))
})
