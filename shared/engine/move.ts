import { type Card, rankOf } from './card.ts'
import { type Draft, draftOf, putHome, putInCell, putOnColumn, takeFromCell, takeFromColumn } from './draft.ts'
import { capacity, fitsHome, type Position, runLength } from './position.ts'
import { builds, emptyColumnTakes, type Variant } from './variant.ts'

/** Where cards lie. Indexes count from 0, left to right; a suit's foundation follows from the card. */
export type Place =
  | { readonly kind: 'column'; readonly index: number }
  | { readonly kind: 'cell'; readonly index: number }
  | { readonly kind: 'foundation' }

/** So many cards from the end of one place to another. Whether it is legal depends on a position. */
export interface Move {
  readonly from: Place
  readonly to: Place
  readonly count: number
}

/** Why a move is not legal. */
export const MOVE_REFUSALS = [
  'no-such-place',
  'empty',
  'stays-home',
  'not-a-run',
  'same-place',
  'cell-to-cell',
  'cell-takes-one',
  'cell-taken',
  'home-takes-one',
  'not-next-home',
  'does-not-fit',
  'too-many-cards',
  'no-target',
] as const
export type MoveRefusal = (typeof MOVE_REFUSALS)[number]

/** The foundations as a place. */
export const HOME: Place = { kind: 'foundation' }

/** The rules of moving, all of them: why the move is not legal, or undefined if it is. */
function refusalOf(position: Position, variant: Variant, { from, to, count }: Move): MoveRefusal | undefined {
  const card = highestMoved(position, variant, from, count)
  return typeof card === 'number' ? refusalAt(position, variant, from, count, card, to) : card
}

/** The highest card of what is taken up, or why it cannot be taken up. */
function highestMoved(position: Position, variant: Variant, from: Place, count: number): Card | MoveRefusal {
  switch (from.kind) {
    case 'foundation':
      return 'stays-home'
    case 'cell': {
      const card = position.cells[from.index]
      if (card === undefined) return 'no-such-place'
      if (card === null) return 'empty'
      return count === 1 ? card : 'not-a-run'
    }
    case 'column': {
      const column = position.columns[from.index]
      if (column === undefined) return 'no-such-place'
      if (column.length === 0) return 'empty'
      if (!Number.isInteger(count) || count < 1) return 'not-a-run'
      if (count > 1 && count > runLength(position, from.index, variant)) return 'not-a-run'
      return column[column.length - count] as Card
    }
  }
}

/** Why the target does not take what was taken up, or undefined if it does. */
function refusalAt(
  position: Position,
  variant: Variant,
  from: Place,
  count: number,
  card: Card,
  to: Place,
): MoveRefusal | undefined {
  switch (to.kind) {
    case 'foundation':
      if (count > 1) return 'home-takes-one'
      return fitsHome(position, card) ? undefined : 'not-next-home'
    case 'cell':
      if (position.cells[to.index] === undefined) return 'no-such-place'
      if (from.kind === 'cell') return from.index === to.index ? 'same-place' : 'cell-to-cell'
      if (count > 1) return 'cell-takes-one'
      return position.cells[to.index] === null ? undefined : 'cell-taken'
    case 'column': {
      const column = position.columns[to.index]
      if (column === undefined) return 'no-such-place'
      if (from.kind === 'column' && from.index === to.index) return 'same-place'
      const last = column.at(-1)
      const fits = last === undefined ? emptyColumnTakes(variant, card) : builds(variant, card, last)
      if (!fits) return 'does-not-fit'
      // One card always can, and most moves are of one: the room is counted only for more.
      return count === 1 || count <= capacity(position, last === undefined) ? undefined : 'too-many-cards'
    }
  }
}

/** Whether the move is legal in the position. */
export const checkMove = (position: Position, variant: Variant, move: Move): boolean =>
  refusalOf(position, variant, move) === undefined

/** Does a move that has been checked. */
export function applyMove(draft: Draft, { from, to, count }: Move): void {
  const cards = takeUp(draft, from, count)
  if (to.kind === 'column') putOnColumn(draft, to.index, cards)
  else if (to.kind === 'cell') putInCell(draft, to.index, cards[0] as Card)
  else putHome(draft, cards[0] as Card)
}

function takeUp(draft: Draft, from: Place, count: number): readonly Card[] {
  switch (from.kind) {
    case 'column':
      return takeFromColumn(draft, from.index, count)
    case 'cell':
      return [takeFromCell(draft, from.index)]
    case 'foundation':
      throw new RangeError('What is on a foundation stays there')
  }
}

/** The position after a move, without autoplay. Throws a RangeError if the move is not legal. */
export function playMove(position: Position, variant: Variant, move: Move): Position {
  const refusal = refusalOf(position, variant, move)
  if (refusal !== undefined) throw new RangeError(`The move is not legal: ${refusal}`)
  const draft = draftOf(position)
  applyMove(draft, move)
  return draft
}

/**
 * How many cards a move between two places takes when nothing says so: onto a card what its rank asks for, into an empty
 * column as many as can move, otherwise one.
 */
export function naturalCount(position: Position, variant: Variant, from: Place, to: Place): number {
  if (from.kind !== 'column' || to.kind !== 'column') return 1
  const onto = position.columns[to.index]?.at(-1)
  if (onto === undefined) return Math.max(1, Math.min(runLength(position, from.index, variant), capacity(position, true)))
  const last = position.columns[from.index]?.at(-1)
  return last === undefined ? 1 : Math.max(1, rankOf(onto) - rankOf(last))
}

/** Every place on the table that a card can lie in: cells, then columns. */
const sources = ({ cells, columns }: Position): Place[] => [
  ...cells.map((_, index): Place => ({ kind: 'cell', index })),
  ...columns.map((_, index): Place => ({ kind: 'column', index })),
]

/** Every legal target for exactly so many cards from the end of a place: the foundation, columns, cells. */
export function targetsOf(position: Position, variant: Variant, from: Place, count: number): Move[] {
  const card = highestMoved(position, variant, from, count)
  if (typeof card !== 'number') return []
  const { cells, columns } = position
  const targets: Place[] = [
    HOME,
    ...columns.map((_, index): Place => ({ kind: 'column', index })),
    ...cells.map((_, index): Place => ({ kind: 'cell', index })),
  ]
  return targets
    .filter((to) => refusalAt(position, variant, from, count, card, to) === undefined)
    .map((to) => ({ from, to, count }))
}

/** Every legal move: each empty cell and each empty column is a target of its own, and so is each number of cards into one. */
export function legalMoves(position: Position, variant: Variant): Move[] {
  const moves: Move[] = []
  for (const from of sources(position)) {
    const longest = from.kind === 'column' ? runLength(position, from.index, variant) : 1
    for (let count = 1; count <= longest; count++) moves.push(...targetsOf(position, variant, from, count))
  }
  return moves
}

/** Whether any move is left. */
export const hasLegalMove = (position: Position, variant: Variant): boolean => legalMoves(position, variant).length > 0

/**
 * Where a tapped card goes, with the `count − 1` cards that lie on it: home, else onto a card where the run becomes longest,
 * then leftmost, else into an empty column, else into a cell. A lone card does not go from its column to an empty one.
 */
export function bestTarget(position: Position, variant: Variant, from: Place, count = 1): Move | undefined {
  const targets = targetsOf(position, variant, from, count)
  const lone = from.kind === 'column' && position.columns[from.index]?.length === 1
  const isEmpty = ({ to }: Move) => to.kind === 'column' && position.columns[to.index]?.length === 0
  let best: Move | undefined
  let longest = 0
  for (const move of targets) {
    if (move.to.kind !== 'column' || isEmpty(move)) continue
    const length = runLength(position, move.to.index, variant)
    if (length > longest) {
      best = move
      longest = length
    }
  }
  return (
    targets.find(({ to }) => to.kind === 'foundation') ??
    best ??
    (lone ? undefined : targets.find(isEmpty)) ??
    targets.find(({ to }) => to.kind === 'cell')
  )
}

/**
 * Why the cards cannot go to `to`, or, without it, why they go nowhere. For words; ask only about what is refused: a legal move
 * is a RangeError.
 */
export function explainRefusal(position: Position, variant: Variant, from: Place, count: number, to?: Place): MoveRefusal {
  if (to !== undefined) {
    const refusal = refusalOf(position, variant, { from, to, count })
    if (refusal === undefined) throw new RangeError('The move is legal')
    return refusal
  }
  const card = highestMoved(position, variant, from, count)
  if (typeof card !== 'number') return card
  const tooMany = position.columns.some(
    (_, index) => refusalAt(position, variant, from, count, card, { kind: 'column', index }) === 'too-many-cards',
  )
  return tooMany ? 'too-many-cards' : 'no-target'
}
