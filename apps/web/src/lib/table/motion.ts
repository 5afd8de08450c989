import type { Card } from '@speedcell/shared/engine'
import type { Spot } from '../game/spots.ts'
import type { Point } from './layout.ts'
import { endOf, type Leg } from './timeline.ts'

const SETTLE_MS = 120
const SHIFT_MS = 140
const FADE_MS = 80
/** The arc's height and the card's tilt: of the distance, and in degrees. */
const RISE = 0.12
const TILT = 4
/** How small a card is when it meets a hive's plaque. */
const PLAQUE_SCALE = 0.36
const SAMPLES = 8

interface Pose extends Point {
  readonly turn: number
  readonly scale: number
  readonly opacity: number
}

export interface Show {
  readonly legs: readonly Leg[]
  /** Where a card on a spot is painted. */
  pointOf(spot: Spot): Point
  /** Where a card is now, if that is not where its first leg starts: a card let go in mid-air, or a column that moves together. */
  readonly now: ReadonlyMap<Card, Point>
  /** Where each card of `now` that has no leg comes to rest. */
  restOf(card: Card): Point
  /** A card has come home. */
  landed(card: Card): void
  /** All is at rest. */
  done(): void
}

/**
 * Shows cards on their way, over the places that the page has already given them. It never holds anything up: `finish` puts every card
 * where it belongs, at once. Where less motion is asked for, cards fade in where they come to lie.
 */
export class Motion {
  readonly #elementOf: (card: Card) => HTMLElement | undefined
  readonly #lessMotion: () => boolean
  #animations: Animation[] = []
  #flying: HTMLElement[] = []
  #timers: ReturnType<typeof setTimeout>[] = []
  #show: Show | undefined

  constructor(elementOf: (card: Card) => HTMLElement | undefined, lessMotion: () => boolean) {
    this.#elementOf = elementOf
    this.#lessMotion = lessMotion
  }

  /** Shows flights, in place of whatever was being shown. */
  play(show: Show): void {
    this.finish()
    this.#show = show
    if (this.#lessMotion()) this.#fade(show)
    else this.#fly(show)
  }

  /** Everything at rest now. */
  finish(): void {
    const show = this.#show
    this.#show = undefined
    for (const timer of this.#timers) clearTimeout(timer)
    for (const animation of this.#animations) animation.cancel()
    for (const element of this.#flying) delete element.dataset.flying
    this.#timers = []
    this.#animations = []
    this.#flying = []
    show?.done()
  }

  #fly(show: Show): void {
    const byCard = Map.groupBy(show.legs, ({ card }) => card)
    let end = endOf(show.legs)
    for (const [card, legs] of byCard) {
      const element = this.#elementOf(card)
      if (element === undefined) continue
      const { frames, delay, duration } = flightOf(legs, show, card)
      this.#animate(element, frames, { delay, duration, fill: 'backwards' })
      element.dataset.flying = ''
      this.#flying.push(element)
      end = Math.max(end, delay + duration)
      const last = legs.at(-1)
      if (last?.to.kind === 'foundation') this.#after(last.start + last.duration, () => show.landed(card))
    }
    for (const [card, from] of show.now) {
      const element = this.#elementOf(card)
      if (element === undefined || byCard.has(card)) continue
      const rest = show.restOf(card)
      this.#animate(element, [{ transform: moved(from) }, { transform: moved(rest) }], { duration: SHIFT_MS, easing: 'ease-out' })
      end = Math.max(end, SHIFT_MS)
    }
    this.#after(end, () => this.finish())
  }

  #fade(show: Show): void {
    for (const card of new Set(show.legs.map(({ card }) => card))) {
      const element = this.#elementOf(card)
      if (element) this.#animate(element, [{ opacity: 0 }, { opacity: 1 }], { duration: FADE_MS })
    }
    this.#after(FADE_MS, () => this.finish())
  }

  #animate(element: HTMLElement, frames: Keyframe[], options: KeyframeAnimationOptions): void {
    this.#animations.push(element.animate(frames, options))
  }

  #after(ms: number, then: () => void): void {
    this.#timers.push(setTimeout(then, ms))
  }
}

const moved = ({ x, y }: Point): string => `translate(${x}px, ${y}px)`

/** One card's legs as one animation. */
function flightOf(legs: readonly Leg[], show: Show, card: Card): { frames: Keyframe[]; delay: number; duration: number } {
  const [first, last] = [legs[0] as Leg, legs.at(-1) as Leg]
  const settles = last.to.kind !== 'foundation'
  const end = last.start + last.duration
  const duration = end + (settles ? SETTLE_MS : 0) - first.start
  const frames: Keyframe[] = []
  const add = (time: number, { x, y, turn, scale, opacity }: Pose) =>
    frames.push({
      offset: Math.min(1, Math.max(0, (time - first.start) / duration)),
      transform: `${moved({ x, y })} rotate(${turn}deg) scale(${scale})`,
      opacity,
    })
  legs.forEach((leg, index) => {
    const from = (index === 0 && show.now.get(card)) || show.pointOf(leg.from)
    const to = show.pointOf(leg.to)
    for (let sample = 0; sample <= SAMPLES; sample++) {
      add(leg.start + (leg.duration * sample) / SAMPLES, poseAt(leg, from, to, sample / SAMPLES))
    }
  })
  if (settles) add(end + SETTLE_MS, { ...show.pointOf(last.to), turn: 0, scale: 1, opacity: 1 })
  return { frames, delay: first.start, duration }
}

/** The card at a moment of its flight, 0 to 1: on a shallow arc, a little tilted, a little larger; near a hive, small and fading. */
function poseAt({ from: start, to: end }: Leg, from: Point, to: Point, time: number): Pose {
  const way = eased(time)
  const arc = 4 * way * (1 - way)
  const [dx, dy] = [to.x - from.x, to.y - from.y]
  const distance = Math.hypot(dx, dy)
  const lift = 1 + 0.035 * Math.min(1, time * 4)
  const homeward = end.kind === 'foundation' ? way : start.kind === 'foundation' ? 1 - way : 0
  // Full size for most of the way, so that the card can be read until it goes in.
  const shrunk = Math.max(0, (homeward - 0.45) / 0.55)
  return {
    x: from.x + dx * way,
    y: from.y + dy * way - arc * distance * RISE,
    turn: arc * TILT * Math.sign(dx) * Math.min(1, distance / 300),
    scale: lift * (1 - shrunk * (1 - PLAQUE_SCALE)),
    opacity: homeward > 0.94 ? Math.max(0, (1 - homeward) / 0.06) : 1,
  }
}

/** cubic-bezier(.3, .05, .2, 1), solved by halving: the curve's x only grows. */
function eased(time: number): number {
  const bezier = (a: number, b: number, u: number) => 3 * a * u * (1 - u) ** 2 + 3 * b * u ** 2 * (1 - u) + u ** 3
  let [low, high] = [0, 1]
  for (let step = 0; step < 20; step++) {
    const middle = (low + high) / 2
    if (bezier(0.3, 0.2, middle) < time) low = middle
    else high = middle
  }
  return bezier(0.05, 1, (low + high) / 2)
}
