import { type Card, DECK, type Move, type Position, runLength, type Variant } from '@speedcell/shared/engine'
import { type Spot, samePile, spotsOf } from '../game/spots.ts'
import type { Held } from './board.svelte.ts'
import { cardPoint, type Layout, stripOf } from './layout.ts'

/** How one card is painted. */
export interface CardView {
  readonly card: Card
  readonly x: number
  readonly y: number
  readonly z: number
  /** How much of it shows. */
  readonly strip: number
  readonly covered: boolean
  /** Whether only its index is drawn. */
  readonly faceless: boolean
  readonly home: boolean
  readonly held: boolean
  readonly shaking: boolean
  /** Its part of the gold edge that binds a run. */
  readonly seam: 'top' | 'middle' | 'end' | undefined
  /** `lit`: takes what is held. `aimed`: what is held is meant for it. `hinted`, `advised`: a hint's source and target. */
  readonly light: 'lit' | 'aimed' | 'hinted' | 'advised' | undefined
}

/** What stands out on the board at the moment. */
export interface Lights {
  readonly held: Held | undefined
  readonly target: Move | undefined
  readonly shaking: readonly Card[]
  /** Cards whose whole face shows, though others lie on it. */
  readonly open: readonly Card[]
  readonly hint: Move | undefined
}

// Layers of the board, from below: cards by depth, the hush, what shines through it, cards that fly (see TableCard), what is held.
export const HUSH_Z = 90
const LIT_Z = 100
const HELD_Z = 400

/** How every card is painted, in the deck's order. */
export function cardViews(layout: Layout, position: Position, variant: Variant, lights: Lights): CardView[] {
  const spots = spotsOf(position)
  const runs = position.columns.map((_, index) => runLength(position, index, variant))
  return DECK.map((card) => {
    const spot = spots[card] as Spot
    const held = lights.held?.cards.includes(card) ?? false
    const length = spot.kind === 'column' ? (position.columns[spot.index]?.length ?? 0) : 0
    const depth = spot.kind === 'column' ? spot.depth : 0
    // What is taken up no longer covers what it lay on.
    const lifted = spot.kind === 'column' && !held ? liftedFrom(spot.index, lights.held) : 0
    const above = spot.kind === 'column' ? length - 1 - depth - lifted : 0
    const run = spot.kind === 'column' ? (held ? (lights.held?.cards.length ?? 0) : (runs[spot.index] ?? 0) - lifted) : 0
    const light = held ? undefined : lightOf(spot, above, lights)
    return {
      card,
      ...cardPoint(layout, spot, length),
      z: depth + 1 + (held ? HELD_Z : light === 'lit' || light === 'aimed' ? LIT_Z : 0),
      strip: stripOf(layout, length),
      covered: above > 0,
      faceless: above > 0 && !lights.open.includes(card),
      home: spot.kind === 'foundation',
      held,
      shaking: lights.shaking.includes(card),
      seam: seamOf(run, above),
      light,
    }
  })
}

/** How many cards are taken up from a column. */
const liftedFrom = (index: number, held: Held | undefined): number =>
  held?.from.kind === 'column' && held.from.index === index ? held.cards.length : 0

/** `above` counts the cards that lie on it. */
function seamOf(run: number, above: number): CardView['seam'] {
  if (run < 2 || above >= run) return undefined
  return above === 0 ? 'end' : above === run - 1 ? 'top' : 'middle'
}

function lightOf(spot: Spot, above: number, { held, target, hint }: Lights): CardView['light'] {
  const isTarget = ({ to }: Move) => to.kind === 'column' && spot.kind === 'column' && spot.index === to.index
  if (above === 0 && target !== undefined && isTarget(target)) return 'aimed'
  if (above === 0 && held?.moves.some(isTarget)) return 'lit'
  if (hint === undefined) return undefined
  if (samePile(spot, spotIn(hint.from)) && above < hint.count) return 'hinted'
  return above === 0 && isTarget(hint) ? 'advised' : undefined
}

const spotIn = (place: Move['from']): Spot =>
  place.kind === 'foundation' ? { kind: 'foundation', suit: 0 } : place.kind === 'cell' ? place : { ...place, depth: 0 }
