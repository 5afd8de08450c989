import { type Card, DECK_SIZE, type Place, type Position, SUITS, type SuitIndex } from '@speedcell/shared/engine'

/** Where one card lies: its place, and in a column how many cards lie under it. */
export type Spot =
  | { readonly kind: 'column'; readonly index: number; readonly depth: number }
  | { readonly kind: 'cell'; readonly index: number }
  | { readonly kind: 'foundation'; readonly suit: SuitIndex }

/** The spot of each card, by card. */
export function spotsOf({ cells, columns }: Position): readonly Spot[] {
  const spots: Spot[] = Array.from({ length: DECK_SIZE }, (_, card) => ({ kind: 'foundation', suit: (card & 3) as SuitIndex }))
  cells.forEach((card, index) => {
    if (card !== null) spots[card] = { kind: 'cell', index }
  })
  columns.forEach((column, index) => {
    column.forEach((card, depth) => {
      spots[card] = { kind: 'column', index, depth }
    })
  })
  return spots
}

/** Whether two spots are the same one. */
export function sameSpot(a: Spot, b: Spot): boolean {
  if (a.kind === 'column') return b.kind === 'column' && a.index === b.index && a.depth === b.depth
  if (a.kind === 'cell') return b.kind === 'cell' && a.index === b.index
  return b.kind === 'foundation' && a.suit === b.suit
}

/** Whether two spots are in the same place. */
export const samePile = (a: Spot, b: Spot): boolean =>
  a.kind === 'foundation' || b.kind === 'foundation'
    ? a.kind === b.kind && (a as { suit: number }).suit === (b as { suit: number }).suit
    : a.kind === b.kind && a.index === b.index

/** The engine's place of a spot. */
export const placeOf = (spot: Spot): Place =>
  spot.kind === 'foundation' ? { kind: 'foundation' } : { kind: spot.kind, index: spot.index }

/** The place's name in notation: `1`–`8`, `a`–`d`, `h`. */
export const letterOf = (place: Place): string =>
  place.kind === 'foundation' ? 'h' : (place.kind === 'column' ? '12345678' : 'abcd').charAt(place.index)

/** What piles are called in the page: `column-3`, `cell-a`, `foundation-H`. */
export function pileName(spot: Spot): string {
  if (spot.kind === 'foundation') return `foundation-${SUITS[spot.suit]}`
  return `${spot.kind}-${letterOf(placeOf(spot))}`
}

/** The card on a spot, or undefined where none lies; of a foundation the last one. */
export function cardAt(position: Position, spot: Spot): Card | undefined {
  switch (spot.kind) {
    case 'column':
      return position.columns[spot.index]?.[spot.depth]
    case 'cell':
      return position.cells[spot.index] ?? undefined
    case 'foundation': {
      const home = position.foundations[spot.suit] ?? 0
      return home === 0 ? undefined : (((home - 1) * 4 + spot.suit) as Card)
    }
  }
}

/** How many cards are taken up with the one on a spot: itself and all that lie on it. */
export const countFrom = (position: Position, spot: Spot): number =>
  spot.kind === 'column' ? (position.columns[spot.index]?.length ?? 0) - spot.depth : 1
