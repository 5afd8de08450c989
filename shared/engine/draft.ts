import { type Card, suitIndex } from './card.ts'
import type { Position } from './position.ts'

/**
 * A position in the making: a copy whose places can be given other contents. The columns themselves are never changed, only
 * replaced, so positions share what was not touched. It knows no rules. Once handed out as a position it is left alone.
 */
export interface Draft extends Position {
  readonly cells: (Card | null)[]
  readonly foundations: number[]
  readonly columns: (readonly Card[])[]
}

/** A draft that begins as the position. */
export const draftOf = ({ cells, foundations, columns }: Position): Draft => ({
  cells: cells.slice(),
  foundations: foundations.slice(),
  columns: columns.slice(),
})

/** Takes so many cards off the end of a column. */
export function takeFromColumn(draft: Draft, index: number, count: number): readonly Card[] {
  const column = draft.columns[index] as readonly Card[]
  const rest = column.length - count
  draft.columns[index] = column.slice(0, rest)
  return column.slice(rest)
}

/** Takes the card out of a cell. */
export function takeFromCell(draft: Draft, index: number): Card {
  const card = draft.cells[index] as Card
  draft.cells[index] = null
  return card
}

/** Lays cards onto the end of a column. */
export function putOnColumn(draft: Draft, index: number, cards: readonly Card[]): void {
  draft.columns[index] = [...(draft.columns[index] as readonly Card[]), ...cards]
}

/** Lays a card onto its suit's foundation. */
export function putHome(draft: Draft, card: Card): void {
  const suit = suitIndex(card)
  draft.foundations[suit] = (draft.foundations[suit] as number) + 1
}
