/** What solver threads run. Each export is a task. */
import { type LogEvent, playEvents, type Setup, startGame } from '@speedcell/shared/engine'
import { type Rules, solve } from '@speedcell/shared/solver'
import { type Advice, advise, type Judge, type Line } from './advise.ts'

/** Positions that are looked at to prove a deal. No time limit: every machine proves the same deals. */
const PROOF_POSITIONS = 500_000
/** The most that a hint may take: positions for each question it asks, and ms for all of them. */
const HINT_POSITIONS = { thorough: 400_000, glance: 1_000 } as const
const HINT_MS = 2_000

/** The moves that win a deal; null if none were found. */
export function prove(setup: Setup): readonly string[] | null {
  const { position } = startGame(setup)
  const verdict = solve(position, setup, { positions: PROOF_POSITIONS })
  return verdict.verdict === 'solved' ? verdict.moves : null
}

/** A winning line as it is handed to a thread: after how many events of the game it begins, and its moves. */
export interface KnownLine {
  readonly at: number
  readonly moves: readonly string[]
}

export interface HintTask {
  readonly setup: Setup
  readonly events: readonly LogEvent[]
  readonly lines: readonly KnownLine[]
}

/** Advice on a game; null where there is none. */
export function hint({ setup, events, lines }: HintTask): Advice | null {
  const gameAfter = (count: number) => {
    const played = playEvents(startGame(setup), events.slice(0, count))
    if (!played.ok) throw new Error(`not a game: event ${played.index}, ${played.reason}`)
    return played.game
  }
  const known = lines.map(({ at, moves }): Line => ({ from: gameAfter(at), moves }))
  return advise(gameAfter(events.length), known, judgeFor(setup, performance.now() + HINT_MS)) ?? null
}

function judgeFor(rules: Rules, until: number): Judge {
  const interrupted = () => performance.now() > until
  return (position, effort) => solve(position, rules, { positions: HINT_POSITIONS[effort], interrupted })
}
