import type { Hint } from '@speedcell/shared/contracts'
import {
  type Autoplay,
  type DealNumber,
  type Game,
  type Log,
  MAX_DEAL,
  MIN_DEAL,
  type Position,
  VARIANTS,
  type VariantId,
  variantScore,
} from '@speedcell/shared/engine'
import { TableGame } from '#lib/game/game.svelte.ts'
import type { WantedDeal } from './deal-link.ts'
import type { DeviceStore, Kept } from './device-store.ts'
import type { HintDesk } from './hint-desk.ts'
import {
  type Choice,
  type GameResult,
  parseResults,
  parseSavedGame,
  resultKey,
  type SavedGame,
  withResult,
} from './saved-game.ts'
import { Stopwatch } from './stopwatch.ts'
import { isKnownUnsolvable } from './unsolvable.ts'

export const GAME_KEY = 'speedcell:free'
const RESULTS_KEY = 'speedcell:free-results'
const AUTOPLAY_KEY = 'speedcell:free-autoplay'
const TICK_MS = 250

export interface FreeSurroundings {
  readonly store: DeviceStore
  readonly desk: HintDesk
  /** A steady clock in milliseconds. */
  readonly now: () => number
  /** From 0 up to 1. */
  readonly random: () => number
  readonly newId: () => string
}

/**
 * Free play on this device: the game on the table, its clock, what is kept of it, and its hints. The game is written down after every
 * event; another window that takes it over stops this one.
 */
export class FreeSession {
  game: TableGame = $state.raw() as TableGame
  choice: Choice = $state('random')
  /** The last result on this deal before this game. */
  before: GameResult | null = $state.raw(null)
  /** What the clock shows. */
  elapsed = $state(0)
  hint: Hint | null = $state.raw(null)
  hintBusy = $state(false)
  /** How keeping the game goes. */
  kept: Kept = $state('kept')
  /** Another window plays this game now. */
  elsewhere = $state(false)
  /** Whether the next deal has its variant's autoplay. */
  autoplayWanted = $state(true)

  readonly #around: FreeSurroundings
  readonly #owner: string
  #id = ''
  #revision = 0
  #watch: Stopwatch
  #recorded = false

  constructor(around: FreeSurroundings) {
    this.#around = around
    this.#owner = around.newId()
    this.#watch = new Stopwatch(around.now)
    this.autoplayWanted = around.store.read(AUTOPLAY_KEY) !== 'off'
  }

  /** Whether a move has been made and the game is not over: giving it up makes it a game not won. */
  get underWay(): boolean {
    return this.game.moves > 0 && !this.game.won
  }

  /** The game's score so far: points × factor. */
  get score(): number {
    return variantScore(this.game.points, this.game.variant)
  }

  /**
   * Puts a game on the table: the saved one where it was left, or, where there is none that can be read, a random deal. Answers
   * `unreadable` if something was saved and could not be read.
   */
  open(): 'resumed' | 'dealt' | 'unreadable' {
    const text = this.#around.store.read(GAME_KEY)
    const saved = parseSavedGame(text)
    if (saved === undefined) {
      this.dealRandom('freecell-4')
      return text === null ? 'dealt' : 'unreadable'
    }
    this.#resume(saved)
    return 'resumed'
  }

  /** Whether the table holds this very deal, so that a link to it has nothing to do. */
  holds({ deal, variant }: WantedDeal): boolean {
    return this.game.setup.deal === deal && this.game.setup.variant === variant
  }

  /** Puts a deal on the table. What was under way there counts as not won. */
  deal({ deal, variant }: WantedDeal, choice: Choice): void {
    this.#recordResult()
    const autoplay: Autoplay = this.autoplayWanted ? VARIANTS[variant].autoplay : 'off'
    this.#begin({ v: 1, deal, variant, autoplay, events: [] }, choice)
    this.#save(true)
  }

  /** The same deal again, from the start. */
  restart(): void {
    const { deal, variant } = this.game.setup
    this.deal({ deal, variant }, this.choice)
  }

  /** A random deal of a variant, none that is known not to be winnable; otherwise nothing is promised. */
  dealRandom(variant: VariantId): void {
    let deal: number
    do deal = MIN_DEAL + Math.floor(this.#around.random() * (MAX_DEAL - MIN_DEAL + 1))
    while (isKnownUnsolvable(deal, variant))
    this.deal({ deal: deal as DealNumber, variant }, 'random')
  }

  /** Switches autoplay, from the next deal on; at once if no move has been made. */
  setAutoplay(wanted: boolean): void {
    this.autoplayWanted = wanted
    this.#around.store.write(AUTOPLAY_KEY, wanted ? 'on' : 'off')
    if (this.game.events.length === 0 && !this.game.won) this.restart()
  }

  /** Brings the game from another window to this one, as it stands there. */
  takeHere(): void {
    const saved = parseSavedGame(this.#around.store.read(GAME_KEY))
    this.elsewhere = false
    if (saved === undefined) {
      this.game.frozen = false
      this.#save(true)
    } else this.#resume(saved)
  }

  /** Another window has written: what it plays is no longer played here. */
  heard(key: string | null, text: string | null): void {
    if (key !== GAME_KEY) return
    const saved = parseSavedGame(text)
    if (saved !== undefined && saved.owner !== this.#owner) this.#leave()
  }

  /** Asks for a hint; it costs its points once there is an answer. Answers whether there was one. */
  async askHint(): Promise<boolean> {
    const { game } = this
    const { position } = game
    if (this.hintBusy || game.won || game.frozen) return true
    this.hint = null
    this.hintBusy = true
    const hint = await this.#around.desk.ask({ position, rules: game.setup, earlier: earlierPositions(game.game) })
    this.hintBusy = false
    // Whoever has played on meanwhile no longer needs the answer, and does not pay for it.
    if (this.game !== game || game.position !== position) return true
    if (hint === undefined || !game.hint().ok) return false
    this.hint = hint
    return true
  }

  closeHint(): void {
    this.hint = null
  }

  /** The page is seen, or no longer seen: the clock runs only while it is. */
  setSeen(seen: boolean): void {
    if (seen && !this.game.won && !this.elsewhere) this.#watch.start()
    else this.#watch.stop()
    this.#tick()
    if (!seen && !this.elsewhere) this.#save()
  }

  /** Starts the clock's display. Answers how to end it. */
  run(): () => void {
    const ticking = setInterval(() => this.#tick(), TICK_MS)
    return () => {
      clearInterval(ticking)
      this.#around.desk.close()
    }
  }

  #tick(): void {
    this.elapsed = this.game.won ? this.game.game.lastT : this.#watch.elapsed
  }

  #resume(saved: SavedGame): void {
    this.#begin(saved.log, saved.choice, saved)
    this.#save(true)
  }

  #begin(log: Log, choice: Choice, saved?: SavedGame): void {
    const { events, deal, variant, autoplay } = log
    this.#id = saved?.id ?? this.#around.newId()
    const last = events.at(-1)?.[0] ?? 0
    this.#watch = new Stopwatch(this.#around.now, Math.max(saved?.elapsed ?? 0, last))
    const watch = this.#watch
    this.game = new TableGame({
      setup: { deal, variant, autoplay },
      events,
      clock: () => watch.elapsed,
      onevents: () => this.#played(),
    })
    this.choice = choice
    this.before = saved === undefined ? (this.#results().get(resultKey(log)) ?? null) : saved.before
    this.hint = null
    this.#recorded = this.game.won
    this.elsewhere = false
    if (!this.game.won) watch.start()
    this.#tick()
  }

  #played(): void {
    this.hint = null
    if (this.game.won) {
      this.#watch.stop()
      this.#recordResult()
    }
    this.#tick()
    this.#save()
  }

  /** Writes down what an ended game came to, once. A game without a move is none. */
  #recordResult(): void {
    // The very first game has no predecessor.
    const game = this.game as TableGame | undefined
    if (game === undefined || game.moves === 0 || this.#recorded || this.elsewhere) return
    this.#recorded = true
    const result: GameResult = {
      won: game.won,
      score: variantScore(game.points, game.variant),
      moves: game.moves,
      ms: game.game.lastT,
    }
    const results = withResult(this.#results(), resultKey(game.setup), result)
    this.#around.store.write(RESULTS_KEY, JSON.stringify([...results]))
  }

  #results() {
    return parseResults(this.#around.store.read(RESULTS_KEY))
  }

  /** Keeps the game, unless another window has taken it meanwhile; `claim` takes it from there. */
  #save(claim = false): void {
    const stored = parseSavedGame(this.#around.store.read(GAME_KEY))
    const isOthers = stored !== undefined && stored.owner !== this.#owner
    if (isOthers && !claim && stored.revision > this.#revision) {
      this.#leave()
      return
    }
    this.#revision = Math.max(this.#revision, stored?.revision ?? 0) + 1
    const saved: SavedGame = {
      id: this.#id,
      log: this.game.log(),
      elapsed: this.#watch.elapsed,
      choice: this.choice,
      before: this.before,
      owner: this.#owner,
      revision: this.#revision,
    }
    this.kept = this.#around.store.write(GAME_KEY, JSON.stringify(saved))
  }

  #leave(): void {
    this.elsewhere = true
    this.game.frozen = true
    this.#watch.stop()
    this.hint = null
  }
}

/** Where undos lead, the nearest first. */
function earlierPositions(game: Game): readonly Position[] {
  const positions: Position[] = []
  for (let step = game.history; step !== null; step = step.earlier) positions.push(step.position)
  return positions
}
