import type { Hint } from '@speedcell/shared/contracts'
import {
  bestTarget,
  type Card,
  capacity,
  type Game,
  type Move,
  makeMove,
  type Position,
  parseMove,
  positionFromDeal,
  runLength,
  type SuitIndex,
  suitIndex,
  targetsOf,
} from '@speedcell/shared/engine'
import { untrack } from 'svelte'
import { type Scene, scenesBetween } from '#lib/game/flights.ts'
import type { TableGame, TableRefusal } from '#lib/game/game.svelte.ts'
import { cardAt, countFrom, letterOf, placeOf, type Spot, samePile, sameSpot, spotsOf } from '#lib/game/spots.ts'
import { m } from '#lib/paraglide/messages.js'
import { Gestures } from './gestures.ts'
import { cardPoint, type Layout, layoutOf, nearestTarget, type Point, type Shape, type Size, spotAt } from './layout.ts'
import { Motion } from './motion.ts'
import { type Typed, typeKey } from './notation-keys.ts'
import { legsOf } from './timeline.ts'
import { heldWords, notationRefusalWords, refusalWords, scenesWords } from './words.ts'

/** What is taken up: by a pointer, which carries it, or by keys, which choose. */
export interface Held {
  readonly by: 'pointer' | 'keys'
  readonly from: Spot
  /** The lowest of the run first. */
  readonly cards: readonly Card[]
  readonly moves: readonly Move[]
}

/** Words that show for a while. */
export interface Notice {
  readonly kind: 'refused' | 'told'
  readonly text: string
}

/** What the table is laid out in. */
export interface Frame {
  readonly shape: Shape
  /** Of the board, in CSS pixels. */
  readonly size: Size
}

const NOTICE_MS = 3_000
const SHAKE_MS = 260

/**
 * The table as one plays on it: what is taken up, where it may go, what a gesture or a key means. It plays moves on the game and shows
 * what became of them; it paints nothing.
 */
export class Board {
  readonly game: TableGame
  /** Room to leave at the board's foot, for a panel. */
  below = $state(0)
  held: Held | undefined = $state.raw()
  /** The legal target that a carried card is meant for. */
  target: Move | undefined = $state.raw()
  typed: Typed | undefined = $state.raw()
  notice: Notice | undefined = $state.raw()
  /** Cards that just now were refused. */
  shaking: readonly Card[] = $state.raw([])
  /** Where keys are. */
  focus: Spot = $state.raw({ kind: 'column', index: 0, depth: 0 })
  /** Cards home as far as they have landed, by suit index. */
  landedHome: readonly number[] = $state.raw([0, 0, 0, 0])
  /** Whether cards are on their way. */
  moving = $state(false)
  /** Cards whose whole face shows while cards are on their way, though others will cover it. */
  open: readonly Card[] = $state.raw([])
  /** The last thing said aloud. */
  said = $state('')

  readonly layout: Layout = $derived.by(() => {
    const { shape, size } = this.#frame()
    return layoutOf(shape, size, this.game.variant.cells, this.below)
  })
  /** How many cards can move at once now. */
  readonly capacity = $derived.by(() => ({
    card: capacity(this.game.position, false),
    column: capacity(this.game.position, true),
  }))

  readonly gestures: Gestures<Card>
  readonly #motion: Motion
  readonly #elementOf: (card: Card) => HTMLElement | undefined
  readonly #frame: () => Frame
  #shown: { readonly game: Game; readonly position: Position }
  #carried: { readonly offset: Point } | undefined
  #noticeTimer: ReturnType<typeof setTimeout> | undefined
  #shakeTimer: ReturnType<typeof setTimeout> | undefined

  /** `frame` and `lessMotion` are asked anew whenever they matter: what they answer may change. */
  constructor(
    game: TableGame,
    frame: () => Frame,
    elementOf: (card: Card) => HTMLElement | undefined,
    lessMotion: () => boolean,
  ) {
    this.game = game
    this.#frame = frame
    this.#elementOf = elementOf
    this.#motion = new Motion(elementOf, lessMotion)
    // A game that has just been dealt shows its deal, and then what flies home by itself.
    const position = game.events.length === 0 ? positionFromDeal(game.setup.deal, game.variant) : game.position
    this.#shown = { game: game.game, position }
    this.landedHome = position.foundations
    this.gestures = new Gestures<Card>({
      press: (point) => this.#press(point),
      tap: (card) => this.#tap(card),
      lift: (card) => this.#lift(card),
      drag: (offset, at) => this.#drag(offset, at),
      drop: (offset, at) => this.#drop(offset, at),
      putBack: () => this.putBack(),
    })
  }

  get playable(): boolean {
    return !this.game.frozen && !this.game.won
  }

  /** Shows whatever has changed since the last call. Call it after the page has been brought up to date. */
  show(): void {
    const { game, position } = { game: this.game.game, position: this.game.position }
    const before = this.#shown
    if (before.position === position) return
    untrack(() => {
      this.#shown = { game, position }
      // Whatever changed the game meanwhile, what a finger still carries goes back first.
      if (this.gestures.dragging) this.gestures.reset()
      this.settle()
      this.typed = undefined
      const scenes = scenesBetween(before.position, position)
      this.#play(before.position, this.#carried === undefined ? scenes : straightened(scenes), this.#carriedPoints())
      this.#carry(undefined)
      this.held = undefined
      this.target = undefined
      this.focus = clamped(position, this.focus)
      const words = scenesWords(before.position, scenes)
      const undone = game.undos > before.game.undos ? m.table_said_undone() : ''
      this.say([undone, words, game.won ? m.table_said_won() : ''].filter(Boolean).join(' '))
    })
  }

  /** Ends what is being shown, at once. */
  settle(): void {
    this.#motion.finish()
  }

  /** Ends everything that goes on; for when the table goes away. */
  close(): void {
    this.gestures.reset()
    this.settle()
    clearTimeout(this.#noticeTimer)
    clearTimeout(this.#shakeTimer)
  }

  /** The window has another size or has been turned: what is carried or flies does so no longer, for everything lies elsewhere. */
  reframe(): void {
    this.gestures.reset()
    this.settle()
  }

  // Pointers

  #press(point: Point): Card | undefined {
    if (!this.playable) return undefined
    this.settle()
    const spot = spotAt(this.layout, this.game.position, point)
    if (this.held?.by === 'keys') this.letGo()
    this.typed = undefined
    return spot === undefined || spot.kind === 'foundation' ? undefined : cardAt(this.game.position, spot)
  }

  #tap(card: Card): void {
    const spot = this.#spotOf(card)
    const { position, variant } = this.game
    const count = countFrom(position, spot)
    const move = bestTarget(position, variant, placeOf(spot), count)
    if (move === undefined) this.#refuse(spot)
    else this.#playMove(move)
  }

  #lift(card: Card): boolean {
    const spot = this.#spotOf(card)
    if (!this.#isMovable(spot)) {
      this.#refuse(spot)
      return false
    }
    this.#take('pointer', spot)
    return true
  }

  #drag(offset: Point, at: Point): void {
    const held = this.held
    if (held === undefined) return
    this.#carry(offset)
    const { position } = this.game
    const from = this.#pointOf(held.from)
    const away = Math.hypot(offset.x, offset.y) > this.layout.card.width * 0.3
    this.target = away
      ? nearestTarget(this.layout, position, held.moves, held.cards[0] as Card, plus(from, offset), at)
      : undefined
  }

  #drop(offset: Point, at: Point): void {
    this.#drag(offset, at)
    const { held, target } = this
    if (held === undefined) return
    const under = spotAt(this.layout, this.game.position, at)
    const move = target ?? (under === undefined ? undefined : this.#moveTo(held, under))
    if (move !== undefined && this.#playMove(move)) return
    this.putBack()
    if (move === undefined && under !== undefined && !samePile(under, held.from)) this.#refuse(held.from, under)
  }

  /** Everything carried flies back to where it lay. */
  putBack(): void {
    const held = this.held
    if (held === undefined) return
    const points = this.#carriedPoints()
    this.#carry(undefined)
    this.held = undefined
    this.target = undefined
    this.#play(this.game.position, [], points)
    this.say(m.table_said_put_back())
  }

  /** What is chosen by keys is let go. */
  letGo(): void {
    this.held = undefined
    this.target = undefined
    this.typed = undefined
  }

  // Keys

  /**
   * Takes up what is on a spot, or puts down there what is taken up; the same spot again sends it to its best place.
   */
  choose(spot: Spot): void {
    if (!this.playable) return
    this.settle()
    this.focus = spot
    const held = this.held
    const { position, variant } = this.game
    if (held === undefined) {
      if (cardAt(position, spot) === undefined || spot.kind === 'foundation') return
      if (this.#isMovable(spot)) this.#take('keys', spot)
      else this.#refuse(spot)
      return
    }
    if (sameSpot(held.from, spot)) {
      const best = bestTarget(position, variant, placeOf(spot), held.cards.length)
      this.letGo()
      if (best === undefined) this.#refuse(spot)
      else this.#playMove(best)
      return
    }
    const move = this.#moveTo(held, spot)
    if (move === undefined) this.#refuse(held.from, spot)
    else this.#playMove(move)
  }

  /** A key of typed notation. Answers whether it was one. */
  type(key: string): boolean {
    if (!this.playable) return false
    const { position, variant } = this.game
    const keyed = typeKey(position, variant, this.typed, key)
    if (keyed.kind === 'ignored') return false
    this.settle()
    this.held = undefined
    this.typed = keyed.kind === 'typing' ? keyed.typed : undefined
    if (keyed.kind === 'move') this.playText(keyed.text)
    else if (keyed.kind === 'typing' && keyed.typed.most !== undefined) {
      this.say(m.table_typed_count({ from: keyed.typed.from, to: keyed.typed.to ?? '', most: keyed.typed.most }))
    }
    return true
  }

  /** Plays a move in notation; what is none is refused in words. */
  playText(text: string): void {
    const { position, variant } = this.game
    const move = parseMove(position, variant, text)
    if (move.ok) this.#playMove(move.value)
    else this.#tell('refused', notationRefusalWords(position, variant, text))
  }

  /** Takes the last move back. */
  undo(): void {
    this.gestures.reset()
    this.settle()
    this.#judge(this.game.undo())
  }

  /** Sends everything home, if that clears the table. */
  finish(): void {
    this.gestures.reset()
    this.settle()
    this.#judge(this.game.finish())
  }

  // Words

  /** Says something aloud, and nothing else. */
  say(text: string): void {
    // The same words again are news to a screen reader only if the text differs.
    if (text !== '') this.said = text === untrack(() => this.said) ? `${text}\u00a0` : text
  }

  /** Shows words for a while, and says them. */
  tell(text: string): void {
    this.#tell('told', text)
  }

  #tell(kind: Notice['kind'], text: string): void {
    this.notice = { kind, text }
    clearTimeout(this.#noticeTimer)
    this.#noticeTimer = setTimeout(() => {
      this.notice = undefined
    }, NOTICE_MS)
    this.say(text)
  }

  /** Why the table did not take an event. */
  #judge(result: { readonly ok: boolean; readonly error?: TableRefusal }): boolean {
    if (result.ok) return true
    switch (result.error) {
      case 'nothing-to-undo':
        this.#tell('refused', m.table_refused_undo())
        break
      case 'undo-limit':
        this.#tell('refused', m.table_refused_undo_limit())
        break
      case 'cannot-finish':
        this.#tell('refused', m.table_refused_finish())
        break
      case 'log-full':
        this.#tell('refused', m.table_refused_log_full())
        break
      default:
        break
    }
    return false
  }

  #refuse(from: Spot, to?: Spot): void {
    const { position, variant } = this.game
    const count = countFrom(position, from)
    const cards = this.#cardsFrom(from)
    this.shaking = []
    // In the next frame, so that a card that is refused again shakes again.
    requestAnimationFrame(() => {
      this.shaking = cards
    })
    clearTimeout(this.#shakeTimer)
    this.#shakeTimer = setTimeout(() => {
      this.shaking = []
    }, SHAKE_MS + 40)
    this.#tell('refused', refusalWords(position, variant, placeOf(from), count, to === undefined ? undefined : placeOf(to)))
  }

  // What is held

  #playMove(move: Move): boolean {
    this.notice = undefined
    return this.#judge(this.game.play(makeMove(this.game.position, move)))
  }

  /** The legal move of what is held to a spot, if there is one: whichever hive it is, it is home. */
  #moveTo({ moves }: Held, spot: Spot): Move | undefined {
    const place = placeOf(spot)
    return moves.find(({ to }) => to.kind === place.kind && letterOf(to) === letterOf(place))
  }

  #take(by: Held['by'], from: Spot): void {
    const { position, variant } = this.game
    const cards = this.#cardsFrom(from)
    this.held = { by, from, cards, moves: targetsOf(position, variant, placeOf(from), cards.length) }
    this.target = undefined
    this.notice = undefined
    if (by === 'keys') this.say(heldWords(cards))
  }

  #isMovable(spot: Spot): boolean {
    const { position, variant } = this.game
    return (
      spot.kind === 'cell' || (spot.kind === 'column' && countFrom(position, spot) <= runLength(position, spot.index, variant))
    )
  }

  #cardsFrom(spot: Spot): readonly Card[] {
    if (spot.kind === 'column') return this.game.position.columns[spot.index]?.slice(spot.depth) ?? []
    const card = cardAt(this.game.position, spot)
    return card === undefined ? [] : [card]
  }

  #spotOf = (card: Card): Spot => spotsOf(this.game.position)[card] as Spot

  #pointOf(spot: Spot, position = this.game.position): Point {
    const length = spot.kind === 'column' ? (position.columns[spot.index]?.length ?? 0) : 0
    return cardPoint(this.layout, spot, spot.kind === 'column' ? Math.max(length, spot.depth + 1) : 0)
  }

  /** Moves what is carried along with the pointer, past the page's own bookkeeping: this happens with every move of a finger. */
  #carry(offset: Point | undefined): void {
    this.#carried = offset && { offset }
    for (const card of this.held?.cards ?? []) {
      const element = this.#elementOf(card)
      if (element) element.style.translate = offset ? `${offset.x}px ${offset.y}px` : ''
    }
  }

  /** Where carried cards are painted. */
  #carriedPoints(): Map<Card, Point> {
    const { held } = this
    const carried = this.#carried
    if (held === undefined || carried === undefined) return new Map()
    const spots = spotsOf(this.#shown.position)
    return new Map(held.cards.map((card) => [card, plus(this.#pointOf(this.#lastSpot(card, spots)), carried.offset)]))
  }

  #lastSpot(card: Card, spots: readonly Spot[]): Spot {
    const held = this.held
    if (held?.from.kind !== 'column') return held?.from ?? (spots[card] as Spot)
    return { ...held.from, depth: held.from.depth + held.cards.indexOf(card) }
  }

  /** Shows scenes that lead to the game's position; `now` says where cards are that are not where their place was. */
  #play(before: Position, scenes: readonly Scene[], now: ReadonlyMap<Card, Point>): void {
    const legs = legsOf(scenes)
    const after = this.game.position
    const flying = new Set(legs.map(({ card }) => card))
    const starts = new Map(now)
    // Cards whose column has grown or shrunk move along with it.
    const spots = spotsOf(after)
    for (const [index, spot] of spots.entries()) {
      const card = index as Card
      if (flying.has(card) || starts.has(card) || spot.kind !== 'column') continue
      const [was, is] = [this.#pointOf(spot, before), this.#pointOf(spot, after)]
      if (was.y !== is.y) starts.set(card, was)
    }
    if (legs.length === 0 && starts.size === 0) {
      this.landedHome = after.foundations
      return
    }
    this.landedHome = after.foundations.map((count, suit) => Math.min(count, before.foundations[suit] ?? 0))
    this.moving = true
    const lasts = [before, after].flatMap(({ columns }) => columns.flatMap((column) => column.slice(-1)))
    this.open = [...flying, ...now.keys(), ...lasts]
    this.#motion.play({
      legs,
      now: starts,
      pointOf: (spot) => this.#pointOf(spot),
      restOf: (card) => this.#pointOf(spots[card] as Spot),
      landed: (card) => this.#land(suitIndex(card)),
      done: () => {
        this.moving = false
        this.open = []
        this.landedHome = this.game.position.foundations
      },
    })
  }

  #land(suit: SuitIndex): void {
    this.landedHome = this.landedHome.map((count, index) => (index === suit ? count + 1 : count))
  }
}

const plus = (a: Point, b: Point): Point => ({ x: a.x + b.x, y: a.y + b.y })

/** Scenes after a drag: the hand has carried the run, so that it does not travel through the cells again. */
const straightened = (scenes: readonly Scene[]): readonly Scene[] =>
  scenes.map((scene) => {
    if (scene.kind !== 'run') return scene
    const ends = new Map(scene.flights.map((flight) => [flight.card, flight]))
    const starts = new Map(scene.flights.toReversed().map((flight) => [flight.card, flight]))
    return {
      kind: 'move',
      flights: [...ends.values()].map(({ card, to }) => ({ card, from: starts.get(card)?.from ?? to, to })),
    }
  })

/** The nearest spot that a position has. */
function clamped({ columns }: Position, spot: Spot): Spot {
  if (spot.kind !== 'column') return spot
  return { ...spot, depth: Math.max(0, Math.min(spot.depth, (columns[spot.index]?.length ?? 0) - 1)) }
}

/** Whether the hint is still about the position: it names a move that can be made, or none. */
export function hintMove(game: TableGame, hint: Hint | null | undefined): Move | undefined {
  if (!hint?.move) return undefined
  const move = parseMove(game.position, game.variant, hint.move)
  return move.ok ? move.value : undefined
}
