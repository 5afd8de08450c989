import { type Card, DECK, type Move, type Position, runLength, type Variant } from '@speedcell/shared/engine'
import { placeOf, type Spot, samePile, spotsOf } from '../game/spots.ts'
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
    const length = spot.kind === 'column' ? (position.columns[spot.index]?.length ?? 0) : 0
    const depth = spot.kind === 'column' ? spot.depth : 0
    const isLast = spot.kind !== 'column' || depth === length - 1
    const held = lights.held?.cards.includes(card) ?? false
    const light = held ? undefined : lightOf(spot, isLast, length - depth, lights)
    return {
      card,
      ...cardPoint(layout, spot, length),
      z: depth + 1 + (held ? HELD_Z : light === 'lit' || light === 'aimed' ? LIT_Z : 0),
      strip: stripOf(layout, length),
      covered: !isLast,
      home: spot.kind === 'foundation',
      held,
      shaking: lights.shaking.includes(card),
      seam: spot.kind === 'column' ? seamOf(runs[spot.index] ?? 0, length - 1 - depth) : undefined,
      light,
    }
  })
}

/** `above` counts the cards that lie on it. */
function seamOf(run: number, above: number): CardView['seam'] {
  if (run < 2 || above >= run) return undefined
  return above === 0 ? 'end' : above === run - 1 ? 'top' : 'middle'
}

function lightOf(spot: Spot, isLast: boolean, count: number, { held, target, hint }: Lights): CardView['light'] {
  const isTarget = ({ to }: Move) =>
    spot.kind === to.kind && spot.kind === 'column' && spot.index === (to as { index: number }).index
  if (isLast && target !== undefined && isTarget(target)) return 'aimed'
  if (isLast && held?.moves.some(isTarget)) return 'lit'
  if (hint === undefined) return undefined
  const isSource = placeOf(spot).kind === hint.from.kind && samePile(spot, spotIn(hint.from))
  if (isSource && count <= hint.count) return 'hinted'
  return isLast && isTarget(hint) ? 'advised' : undefined
}

const spotIn = (place: Move['from']): Spot =>
  place.kind === 'foundation' ? { kind: 'foundation', suit: 0 } : place.kind === 'cell' ? place : { ...place, depth: 0 }
