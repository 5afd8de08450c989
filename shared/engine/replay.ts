import { applyAutoplay, autoplay, canFinish, finish } from './autoplay.ts'
import type { DealNumber } from './deal.ts'
import { draftOf } from './draft.ts'
import type { Log, LogEvent } from './log.ts'
import { applyMove, hasLegalMove, type Move } from './move.ts'
import { makeMove, parseMove } from './notation.ts'
import { cardsHome, isWon, type Position, type PositionJson, positionFromDeal, positionToJson } from './position.ts'
import { err, ok, type Result } from './result.ts'
import { points } from './score.ts'
import { type Autoplay, VARIANTS, type VariantId } from './variant.ts'

/** Why an event cannot be played, in the order in which an event is judged. */
export const REASONS = [
  'time-falls',
  'time-ahead',
  'after-end',
  'undo-limit',
  'nothing-to-undo',
  'cannot-finish',
  'illegal-move',
] as const
export type Reason = (typeof REASONS)[number]

/** Every way in which a log is refused, also those that only someone can know who knows more than the log. */
export const LOG_ERRORS = ['not-a-log', 'wrong-game', 'log-conflict', ...REASONS] as const
export type LogError = (typeof LOG_ERRORS)[number]

/** Which game is played. A log is one too. */
export interface Setup {
  readonly deal: DealNumber
  readonly variant: VariantId
  readonly autoplay: Autoplay
}

/** What a rated game adds to the rules. */
export interface Limits {
  /** How many undos there may be; without it any number. */
  readonly undoLimit?: number
  /** The largest t, in milliseconds, that is believed of the event at an index of the log. */
  readonly latestT?: (index: number) => number
}

/** The moves that can be taken back, the last one first. */
interface History {
  readonly move: Move
  /** The position that taking the move back restores. */
  readonly position: Position
  readonly earlier: History | null
}

/** A game so far. Never changed: an event gives a new one. */
export interface Game {
  readonly setup: Setup
  readonly position: Position
  /** Moves played, those taken back too. */
  readonly moves: number
  readonly undos: number
  readonly hints: number
  /** The last event's t, 0 before the first. */
  readonly lastT: number
  /** How many events there have been. */
  readonly events: number
  readonly won: boolean
  readonly history: History | null
}

/** The game at its start, the deal's own autoplay done. */
export function startGame({ deal, variant, autoplay: rule }: Setup): Game {
  const dealt = positionFromDeal(deal, VARIANTS[variant])
  return {
    setup: { deal, variant, autoplay: rule },
    position: autoplay(dealt, rule).position,
    moves: 0,
    undos: 0,
    hints: 0,
    lastT: 0,
    events: 0,
    won: false,
    history: null,
  }
}

/** The game after an event, or why it cannot be. Time is judged first, then the end of the game, the undo limit, the rest. */
export function playEvent(game: Game, event: LogEvent, limits: Limits = {}): Result<Game, Reason> {
  const [t, e] = event
  if (t < game.lastT) return err('time-falls')
  if (limits.latestT !== undefined && t > limits.latestT(game.events)) return err('time-ahead')
  if (game.won) return err('after-end')
  const next = { ...game, lastT: t, events: game.events + 1 }
  switch (e) {
    case 'undo':
      if (limits.undoLimit !== undefined && game.undos >= limits.undoLimit) return err('undo-limit')
      if (game.history === null) return err('nothing-to-undo')
      next.undos++
      next.position = game.history.position
      next.history = game.history.earlier
      return ok(next)
    case 'hint':
      next.hints++
      return ok(next)
    case 'finish':
      if (!canFinish(game.position)) return err('cannot-finish')
      next.position = finish(game.position).position
      next.won = true
      return ok(next)
    default: {
      const move = parseMove(game.position, VARIANTS[game.setup.variant], e)
      if (!move.ok) return move
      const draft = draftOf(game.position)
      applyMove(draft, move.value)
      applyAutoplay(draft, game.setup.autoplay)
      next.moves++
      next.position = draft
      next.won = isWon(next.position)
      next.history = { move: move.value, position: game.position, earlier: game.history }
      return ok(next)
    }
  }
}

/** A game that could be played, or the first event that could not: its index in the whole log, from 0, and the reason. */
export type Replay =
  | { readonly ok: true; readonly game: Game }
  | { readonly ok: false; readonly index: number; readonly reason: Reason }

/** The game after several events, all or none. */
export function playEvents(game: Game, events: readonly LogEvent[], limits?: Limits): Replay {
  let current = game
  for (const event of events) {
    const next = playEvent(current, event, limits)
    if (!next.ok) return { ok: false, index: current.events, reason: next.error }
    current = next.value
  }
  return { ok: true, game: current }
}

/** The game that a log tells. */
export const replay = (log: Log, limits?: Limits): Replay => playEvents(startGame(log), log.events, limits)

/** Whether there is a move to take back, limits aside. */
export const undoable = (game: Game): boolean => game.history !== null && !game.won

/** The positions that undos lead to, the nearest first. */
export function earlierPositions({ history }: Game): readonly Position[] {
  const positions: Position[] = []
  for (let step = history; step !== null; step = step.earlier) positions.push(step.position)
  return positions
}

/** The last move that still stands, with its text; undefined if there is none. */
export function lastMoveOf({ history }: Game): { readonly text: string; readonly move: Move } | undefined {
  return history === null ? undefined : { text: makeMove(history.position, history.move), move: history.move }
}

/** What a game comes to. */
export interface Summary {
  readonly won: boolean
  readonly moves: number
  readonly undos: number
  readonly hints: number
  /** Cards on the foundations. */
  readonly home: number
  readonly points: number
  /** The last event's t, 0 without events. */
  readonly ms: number
  /** Not won, and no move left. */
  readonly stuck: boolean
  readonly canFinish: boolean
  readonly position: PositionJson
}

/** What a game comes to so far. */
export function summary({ setup, position, moves, undos, hints, lastT, won }: Game): Summary {
  const home = cardsHome(position)
  return {
    won,
    moves,
    undos,
    hints,
    home,
    points: points({ home, won, moves, undos, hints }),
    ms: lastT,
    stuck: !won && !hasLegalMove(position, VARIANTS[setup.variant]),
    canFinish: canFinish(position),
    position: positionToJson(position),
  }
}
