import type { Hint } from '@speedcell/shared/contracts'
import {
  type Autoplay,
  type DealNumber,
  earlierPositions,
  type Log,
  MAX_DEAL,
  MIN_DEAL,
  VARIANTS,
  type VariantId,
  variantScore,
} from '@speedcell/shared/engine'
import { TableGame } from '#lib/game/game.svelte.ts'
import { hintAfter } from '#lib/game/way-back.ts'
import type { DealBook, Proof } from './deal-book.ts'
import type { WantedDeal } from './deal-link.ts'
import type { DeviceStore, Kept } from './device-store.ts'
import type { HintDesk } from './hint-desk.ts'
import {
  type Choice,
  DRAWINGS,
  type Drawing,
  type GameResult,
  parseMark,
  parseResults,
  parseSavedGame,
  resultKey,
  type SavedGame,
  withResult,
} from './saved-game.ts'
import { Stopwatch } from './stopwatch.ts'
import type { Judgement } from './verdict.ts'
import type { VerdictDesk } from './verdict-desk.ts'

export const GAME_KEY = 'speedcell:free'
const RESULTS_KEY = 'speedcell:free-results'
const AUTOPLAY_KEY = 'speedcell:free-autoplay'
const DRAWING_KEY = 'speedcell:free-drawing'
const TICK_MS = 250

export interface FreeSurroundings {
  readonly store: DeviceStore
  readonly desk: HintDesk
  readonly judge: VerdictDesk
  readonly book: DealBook
  /** A steady clock in milliseconds. */
  readonly now: () => number
  /** From 0 up to 1. */
  readonly random: () => number
  readonly newId: () => string
  /** A game of the player's own has ended: won, or restarted or replaced after its first move. */
  readonly onended: (id: string, log: Log) => void
}

/**
 * Free play on this device: the game on the table, its clock, what is kept of it, its hints, and whether it can still be won. The game is
 * written down after every event; another window that takes it over stops this one.
 */
export class FreeSession {
  game: TableGame = $state.raw() as TableGame
  choice: Choice = $state('random')
  /** How deals are drawn unless something else is asked for. Whoever has never been here begins with one that is easy to win. */
  drawing: Drawing = $state('easy')
  /** The last deal was to come from the proven pool, which could not be had. */
  unproven = $state(false)
  /** What is proven about the deal on the table. */
  proof: Proof | undefined = $state()
  /** The last result on this deal before this game. */
  before: GameResult | null = $state.raw(null)
  /** What the clock shows. */
  elapsed = $state(0)
  hint: Hint | null = $state.raw(null)
  hintBusy = $state(false)
  /** What was answered when it was asked whether the game can still be won from here. */
  judgement: Judgement | null = $state.raw(null)
  judging = $state(false)
  /** How keeping the game goes. */
  kept: Kept = $state('kept')
  /** Another window plays this game now. */
  elsewhere = $state(false)
  /** Whether the next deal has its variant's autoplay. */
  autoplayWanted = $state(true)
  /** The id of the game on the table. */
  id = $state('')

  readonly #around: FreeSurroundings
  readonly #owner: string
  #revision = 0
  #watch: Stopwatch
  #recorded = false
  /** Count deals and questions, and whatever makes void what is still waited for. */
  #dealt = 0
  #questions = 0

  constructor(around: FreeSurroundings) {
    this.#around = around
    this.#owner = around.newId()
    this.#watch = new Stopwatch(around.now)
    this.autoplayWanted = around.store.read(AUTOPLAY_KEY) !== 'off'
    this.drawing = this.#storedDrawing() ?? this.drawing
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
   * Puts a game on the table: the saved one where it was left; or, where there is none that can be read, the deal that a link asks for,
   * unless it is proven that it cannot be won; or else one that is drawn. Answers `unreadable` if something was saved and could not be
   * read.
   */
  async open(link?: WantedDeal): Promise<'resumed' | 'dealt' | 'unreadable'> {
    const text = this.#around.store.read(GAME_KEY)
    const saved = parseSavedGame(text)
    if (saved !== undefined) {
      if (isDrawing(saved.choice)) this.drawing = this.#storedDrawing() ?? saved.choice
      this.#resume(saved)
      return 'resumed'
    }
    const before = this.#dealt
    const isLinked = link !== undefined && (await this.#around.book.proofOf(link)) !== 'unsolvable'
    const drawn = isLinked ? undefined : await this.#find('freecell-4', this.drawing)
    // While this window waited another one may have begun: it is that game that goes on.
    if (this.#around.store.read(GAME_KEY) !== text) return this.open(link)
    if (before === this.#dealt) {
      if (drawn) this.#dealDrawn(drawn)
      else if (link) this.deal(link, 'link')
    }
    return text === null ? 'dealt' : 'unreadable'
  }

  /** Whether the table holds this very deal, so that a link to it has nothing to do. */
  holds({ deal, variant }: WantedDeal): boolean {
    return this.game.setup.deal === deal && this.game.setup.variant === variant
  }

  /** Puts a deal on the table. What was under way there counts as not won. */
  deal({ deal, variant }: WantedDeal, choice: Choice): void {
    this.#dealt++
    this.unproven = false
    this.#recordResult()
    const autoplay: Autoplay = this.autoplayWanted ? VARIANTS[variant].autoplay : 'off'
    this.#begin({ v: 1, deal, variant, autoplay, events: [] }, choice)
    this.#save(true)
  }

  /** Puts a game on the table that somebody else has begun: from there on it is this player's. What was under way counts as not won. */
  takeOver(log: Log): void {
    this.#dealt++
    this.unproven = false
    this.#recordResult()
    // Without a move it is a deal like any other.
    this.#begin(log, log.events.length === 0 ? 'link' : 'replay')
    this.#save(true)
  }

  /** The same deal again, from the start. */
  restart(): void {
    const { deal, variant } = this.game.setup
    // From its start it is as much this player's own as any other.
    this.deal({ deal, variant }, this.choice === 'replay' ? 'link' : this.choice)
  }

  /**
   * Draws a deal of a variant, as the last one was drawn or in another way, which is then the way to draw. Without the proven pool it is
   * drawn at random. Whatever is dealt before that can be done stays.
   */
  async draw(variant: VariantId, drawing = this.drawing): Promise<void> {
    this.drawing = drawing
    this.#around.store.write(DRAWING_KEY, drawing)
    const before = this.#dealt
    const drawn = await this.#find(variant, drawing)
    if (before === this.#dealt) this.#dealDrawn(drawn)
  }

  /** Switches autoplay, from the next deal on; at once if no move has been made, and no other window plays this game. */
  setAutoplay(wanted: boolean): void {
    this.autoplayWanted = wanted
    this.#around.store.write(AUTOPLAY_KEY, wanted ? 'on' : 'off')
    if (this.game.events.length === 0 && !this.game.won && !this.elsewhere) this.restart()
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
    // Of a deal that cannot be won there is no winnable position either, and nobody need think about it.
    const hint: Hint | undefined =
      this.proof === 'unsolvable'
        ? { kind: 'lost', move: null, takeBack: null }
        : await this.#around.desk.ask({ position, rules: game.setup, earlier: earlierPositions(game.game) })
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

  /**
   * Asks whether the game can still be won from here, which costs nothing; the next move makes the question void. Answers whether there is
   * an answer, or none is wanted any more.
   */
  async askVerdict(): Promise<boolean> {
    const { game } = this
    if (game.won || game.stuck || game.frozen) return true
    this.closeVerdict()
    const question = this.#questions
    this.judging = true
    const judgement = await this.#around.judge.ask({ position: game.position, rules: game.setup })
    if (question !== this.#questions) return true
    this.judging = false
    this.judgement = judgement ?? null
    if (game.moves === 0 && judgement?.verdict === 'unsolvable') this.proof = 'unsolvable'
    return judgement !== undefined
  }

  /** Takes back the question, or its answer. */
  closeVerdict(): void {
    this.#questions++
    this.judging = false
    this.judgement = null
    this.#around.judge.drop()
  }

  /** The page is seen, or no longer seen: the clock runs only while it is. */
  setSeen(seen: boolean): void {
    if (seen && !this.game.won && !this.elsewhere) this.#watch.start()
    else this.#watch.stop()
    this.#tick()
    if (!seen && !this.elsewhere) this.#save()
  }

  /** Starts the clock's display. Answers how to end it, and with it whatever is still waited for. */
  run(): () => void {
    const ticking = setInterval(() => this.#tick(), TICK_MS)
    return () => {
      clearInterval(ticking)
      this.#dealt++
      this.#around.desk.close()
      this.#around.judge.close()
    }
  }

  async #find(variant: VariantId, drawing: Drawing): Promise<Drawn> {
    const proven = drawing === 'random' ? undefined : await this.#around.book.draw(variant, drawing, this.#around.random)
    const deal = proven ?? (await this.#drawRandom(variant))
    return { deal, variant, choice: proven === undefined ? 'random' : drawing, unproven: drawing !== 'random' && !proven }
  }

  #dealDrawn({ deal, variant, choice, unproven }: Drawn): void {
    this.deal({ deal, variant }, choice)
    this.unproven = unproven
  }

  /** A random deal, none that is known not to be winnable; otherwise nothing is promised. */
  async #drawRandom(variant: VariantId): Promise<DealNumber> {
    const { book, random } = this.#around
    for (;;) {
      const deal = (MIN_DEAL + Math.floor(random() * (MAX_DEAL - MIN_DEAL + 1))) as DealNumber
      if ((await book.proofOf({ deal, variant })) !== 'unsolvable') return deal
    }
  }

  #storedDrawing(): Drawing | undefined {
    const stored = this.#around.store.read(DRAWING_KEY)
    return DRAWINGS.find((drawing) => drawing === stored)
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
    this.id = saved?.id ?? this.#around.newId()
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
    this.#lookUp(choice)
    this.hint = null
    this.closeVerdict()
    this.#recorded = this.game.won
    this.elsewhere = false
    if (!this.game.won) watch.start()
    this.#tick()
  }

  async #lookUp(choice: Choice): Promise<void> {
    const { game } = this
    const isProven = isDrawing(choice) && choice !== 'random'
    this.proof = isProven ? 'solved' : undefined
    if (isProven) return
    const proof = await this.#around.book.proofOf(game.setup)
    if (this.game === game) this.proof = proof
  }

  #played(): void {
    this.hint = hintAfter(this.hint, this.game.events.at(-1))
    this.closeVerdict()
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
    // What somebody else has begun counts for nobody.
    if (this.choice !== 'replay') this.#around.onended(this.id, game.log())
  }

  #results() {
    return parseResults(this.#around.store.read(RESULTS_KEY))
  }

  /** Keeps the game, unless another window has taken it meanwhile; `claim` takes it from there. */
  #save(claim = false): void {
    const stored = parseMark(this.#around.store.read(GAME_KEY))
    const isOthers = stored !== undefined && stored.owner !== this.#owner
    if (isOthers && !claim && stored.revision > this.#revision) {
      this.#leave()
      return
    }
    this.#revision = Math.max(this.#revision, stored?.revision ?? 0) + 1
    const saved: SavedGame = {
      id: this.id,
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
    this.#dealt++
    this.game.frozen = true
    this.#watch.stop()
    this.hint = null
    this.closeVerdict()
  }
}

const isDrawing = (choice: Choice): choice is Drawing => (DRAWINGS as readonly Choice[]).includes(choice)

/** A deal that was drawn, and whether it should have been a proven one but there was no pool to draw it from. */
interface Drawn extends WantedDeal {
  readonly choice: Choice
  readonly unproven: boolean
}
