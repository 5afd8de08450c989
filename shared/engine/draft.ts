import { type Card, suitIndex } from './card.ts'
import type { Position } from './position.ts'

/**
 * A position in the making. What lies in a place is never changed, only replaced, so positions share all that was not touched.
 * It knows no rules. Once handed out as a position it is left alone.
 */
export interface Draft extends Position {
  cells: Position['cells']
  foundations: Position['foundations']
  readonly columns: (readonly Card[])[]
}

/** A draft that begins as the position. */
export const draftOf = ({ cells, foundations, columns }: Position): Draft => ({ cells, foundations, columns: columns.slice() })

/** Takes so many cards off the end of a column. */
export function takeFromColumn(draft: Draft, index: number, count: number): readonly Card[] {
  const column = draft.columns[index] as readonly Card[]
  const rest = column.length - count
  draft.columns[index] = column.slice(0, rest)
  return column.slice(rest)
}

/** Lays cards onto the end of a column. */
export function putOnColumn(draft: Draft, index: number, cards: readonly Card[]): void {
  draft.columns[index] = [...(draft.columns[index] as readonly Card[]), ...cards]
}

/** Takes the card out of a cell. */
export function takeFromCell(draft: Draft, index: number): Card {
  const card = draft.cells[index] as Card
  putInCell(draft, index, null)
  return card
}

/** Puts a card, or nothing, into a cell. */
export function putInCell(draft: Draft, index: number, card: Card | null): void {
  const cells = draft.cells.slice()
  cells[index] = card
  draft.cells = cells
}

/** Lays a card onto its suit's foundation. */
export function putHome(draft: Draft, card: Card): void {
  const foundations = draft.foundations.slice()
  const suit = suitIndex(card)
  foundations[suit] = (foundations[suit] as number) + 1
  draft.foundations = foundations
}
