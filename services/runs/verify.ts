import {
  type Game,
  type Log,
  type LogError,
  type LogEvent,
  MAX_EVENTS,
  playEvents,
  type Setup,
  startGame,
} from '@speedcell/shared/engine'

/** How far an event's t may lie beyond the server's elapsed time when the event first arrives, in milliseconds. */
const AHEAD_MS = 1_000
/** An event that first arrived at most so many milliseconds after its t counts as made at its t. */
const SLOW_LINE_MS = 3_000
/** An event that first arrived more than so many milliseconds after its t is marked as late. */
export const LATE_MS = 30_000

/** A stage as far as the server has it. Times are milliseconds since the reveal. */
export interface Progress {
  readonly setup: Setup
  /** How many undos the stage may have; null: any number. */
  readonly undoLimit: number | null
  readonly deadline: number
  /** The events acknowledged so far. */
  readonly events: readonly LogEvent[]
  /** When the last of them first arrived. */
  readonly arrivedMs: number
  /** How many of them arrived late. */
  readonly lateEvents: number
}

/** A stage and the game that its events make. */
export interface Verified {
  readonly progress: Progress
  readonly game: Game
}

/** Either what the stage has become, or why nothing changes: a code, and the index of the first bad event where there is one. */
export type Verdict =
  | ({ readonly ok: true } & Verified)
  | { readonly ok: false; readonly code: LogError | 'not-over'; readonly index?: number }

/** The game that the server has of a stage. */
export function gameOf(progress: Progress): Game {
  const replayed = playEvents(startGame(progress.setup), progress.events)
  if (!replayed.ok) throw new Error(`an acknowledged log does not replay: event ${replayed.index}, ${replayed.reason}`)
  return replayed.game
}

/** The index of the first event, from `from` on, that is not what the server has there; undefined if they say the same. */
function findConflict(progress: Progress, from: number, events: readonly LogEvent[]): number | undefined {
  if (from > progress.events.length) return progress.events.length
  const known = progress.events.slice(from, from + events.length)
  const index = known.findIndex(([t, e], at) => t !== events[at]?.[0] || e !== events[at]?.[1])
  return index < 0 ? undefined : from + index
}

/** Whether a batch says only what the server has already, as when its acknowledgement was lost. */
export function isRepeat(progress: Progress, from: number, batch: readonly LogEvent[]): boolean {
  return from + batch.length <= progress.events.length && findConflict(progress, from, batch) === undefined
}

/**
 * Judges a batch that begins at the index `from` and arrives `elapsed` ms after the reveal. What the server has of it already must
 * be the same; the rest is replayed.
 */
export function verifyBatch(progress: Progress, from: number, batch: readonly LogEvent[], elapsed: number): Verdict {
  const conflict = findConflict(progress, from, batch)
  if (conflict !== undefined) return { ok: false, code: 'log-conflict', index: conflict }
  return follow(progress, batch.slice(progress.events.length - from), elapsed)
}

/** Judges a whole log that arrives `elapsed` ms after the reveal: it must begin with what the server has, and be over. */
export function verifyLog(progress: Progress, log: Log, elapsed: number, givenUp: boolean): Verdict {
  const { deal, variant, autoplay } = progress.setup
  if (log.deal !== deal || log.variant !== variant || log.autoplay !== autoplay) return { ok: false, code: 'wrong-game' }
  const known = progress.events.length
  const conflict =
    findConflict(progress, 0, log.events.slice(0, known)) ?? (log.events.length < known ? log.events.length : undefined)
  if (conflict !== undefined) return { ok: false, code: 'log-conflict', index: conflict }
  const verdict = follow(progress, log.events.slice(known), elapsed)
  return verdict.ok && !verdict.game.won && !givenUp ? { ok: false, code: 'not-over' } : verdict
}

/** Replays events that are new to the server, and takes all of them or none. */
function follow(progress: Progress, fresh: readonly LogEvent[], elapsed: number): Verdict {
  const { events, undoLimit } = progress
  if (events.length + fresh.length > MAX_EVENTS) return { ok: false, code: 'not-a-log' }
  const replayed = playEvents(gameOf(progress), fresh.map(withoutHint), {
    latestT: () => elapsed + AHEAD_MS,
    ...(undoLimit === null ? {} : { undoLimit }),
  })
  if (!replayed.ok) return { ok: false, code: replayed.reason, index: replayed.index }
  if (fresh.length === 0) return { ok: true, progress, game: replayed.game }
  const late = fresh.filter(([t]) => elapsed - t > LATE_MS).length
  const grown = { events: [...events, ...fresh], arrivedMs: elapsed, lateEvents: progress.lateEvents + late }
  return { ok: true, progress: { ...progress, ...grown }, game: replayed.game }
}

// Only the server appends hints: in what a client sends, the word names no move, and is judged in a move's place.
const withoutHint = (event: LogEvent): LogEvent => (event[1] === 'hint' ? [event[0], ''] : event)

/** Appends a hint, `elapsed` ms after the reveal: at that time, but never before the last event. */
export function appendHint(progress: Progress, elapsed: number): { progress: Progress; event: LogEvent } {
  const event: LogEvent = [Math.max(progress.events.at(-1)?.[0] ?? 0, elapsed), 'hint']
  return { event, progress: { ...progress, events: [...progress.events, event], arrivedMs: elapsed } }
}

/** The time a stage took: the last event's t if a slow line explains its arrival, else the arrival; never beyond the deadline. */
export function timeUsed({ events, arrivedMs, deadline }: Progress): number {
  const t = events.at(-1)?.[0] ?? 0
  return Math.min(arrivedMs - t <= SLOW_LINE_MS ? t : arrivedMs, deadline)
}
