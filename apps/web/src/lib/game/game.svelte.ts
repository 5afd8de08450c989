import {
  canFinish,
  cardsHome,
  emptyCells,
  err,
  type Game,
  hasLegalMove,
  LOG_VERSION,
  type Log,
  type LogEvent,
  MAX_EVENTS,
  makeMove,
  ok,
  parseMove,
  playEvent,
  playEvents,
  points,
  type Reason,
  type Result,
  type Setup,
  startGame,
  TABLE_EVENT_LIMIT,
  undoable,
  VARIANTS,
} from '@speedcell/shared/engine'

/** Why the table does not take an event: the game's own reasons, and two that only a table has. */
export type TableRefusal = Reason | 'frozen' | 'log-full'

export interface TableGameOptions {
  readonly setup: Setup
  /** What has been played already; must be playable. */
  readonly events?: readonly LogEvent[]
  /** Whole milliseconds since the reveal or the deal. */
  readonly clock: () => number
  /** How many undos there may be; without it any number. */
  readonly undoLimit?: number
  /** Sends everything home as soon as home moves alone clear the table. */
  readonly finishesItself?: boolean
  /** Called after each event that was made here. */
  readonly onevents?: (game: TableGame) => void
}

/**
 * A game on the table. The log is its only truth; everything else follows from it. It takes an event or refuses it, and knows
 * nothing of pictures, gestures or lines to a server.
 */
export class TableGame {
  readonly #clock: () => number
  readonly #undoLimit: number
  readonly #onevents: ((game: TableGame) => void) | undefined

  readonly setup: Setup
  /** The log so far. */
  events: readonly LogEvent[] = $state.raw([])
  /** The game after all events. */
  game: Game = $state.raw() as Game
  /** While true nothing can be played: the game is over elsewhere, closed, or not this tab's. */
  frozen = $state(false)
  /** Whether it finishes by itself when it can. */
  finishesItself = $state(true)

  readonly position = $derived(this.game.position)
  readonly moves = $derived(this.game.moves)
  readonly undos = $derived(this.game.undos)
  readonly hints = $derived(this.game.hints)
  readonly won = $derived(this.game.won)
  readonly home = $derived(cardsHome(this.game.position))
  readonly points = $derived(points({ home: this.home, won: this.won, moves: this.moves, undos: this.undos, hints: this.hints }))
  readonly cellsFree = $derived(emptyCells(this.game.position))
  /** No move left and not won. */
  readonly stuck = $derived(!this.game.won && !hasLegalMove(this.game.position, this.variant))
  readonly canFinish = $derived(!this.frozen && canFinish(this.game.position))
  /** The log nears its end; the table says so. */
  readonly nearlyFull = $derived(this.events.length >= TABLE_EVENT_LIMIT)

  /** Throws a RangeError if `events` cannot be played. */
  constructor({ setup, events = [], clock, undoLimit, finishesItself = true, onevents }: TableGameOptions) {
    this.setup = { deal: setup.deal, variant: setup.variant, autoplay: setup.autoplay }
    this.#clock = clock
    this.#undoLimit = undoLimit ?? Number.POSITIVE_INFINITY
    this.#onevents = onevents
    this.finishesItself = finishesItself
    this.replaceEvents(events)
  }

  get variant() {
    return VARIANTS[this.setup.variant]
  }

  get canUndo(): boolean {
    return !this.frozen && undoable(this.game) && this.game.undos < this.#undoLimit
  }

  /** Plays a move in notation, and finishes if that is now possible and wanted. */
  play(moveText: string): Result<void, TableRefusal> {
    const move = parseMove(this.position, this.variant, moveText)
    if (!move.ok) return move
    const played = this.#record(makeMove(this.position, move.value))
    if (played.ok && this.finishesItself && this.canFinish) this.finish()
    return played
  }

  /** Takes back the last move with the flights that followed it. */
  undo(): Result<void, TableRefusal> {
    return this.#record('undo')
  }

  /** Sends everything home. */
  finish(): Result<void, TableRefusal> {
    return this.#record('finish')
  }

  /** Writes down that a hint was taken. In rated games only the server does so. */
  hint(): Result<void, TableRefusal> {
    return this.#record('hint')
  }

  /** Appends what the server itself put on record. Throws a RangeError if it does not follow. */
  appendFromServer(events: readonly LogEvent[]): void {
    const next = playEvents(this.game, events)
    if (!next.ok) throw new RangeError(`event ${next.index}: ${next.reason}`)
    this.events = [...this.events, ...events]
    this.game = next.game
  }

  /** Takes over another log of the same game, such as the server's. Throws a RangeError if it cannot be played. */
  replaceEvents(events: readonly LogEvent[]): void {
    const next = playEvents(startGame(this.setup), events)
    if (!next.ok) throw new RangeError(`event ${next.index}: ${next.reason}`)
    this.events = [...events]
    this.game = next.game
  }

  /** The whole log. */
  log(): Log {
    return { v: LOG_VERSION, ...this.setup, events: this.events }
  }

  #record(e: string): Result<void, TableRefusal> {
    if (this.frozen) return err('frozen')
    if (this.events.length >= MAX_EVENTS) return err('log-full')
    // A clock that the server has just set back must not make the log's times fall.
    const event: LogEvent = [Math.max(this.game.lastT, Math.floor(this.#clock())), e]
    const next = playEvent(this.game, event, { undoLimit: this.#undoLimit })
    if (!next.ok) return next
    this.events = [...this.events, event]
    this.game = next.value
    this.#onevents?.(this)
    return ok(undefined)
  }
}
