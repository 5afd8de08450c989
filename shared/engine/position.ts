import { type Card, cardName, DECK_SIZE, rankOf, SUITS, type Suit, suitIndex } from './card.ts'
import { type DealNumber, dealCards } from './deal.ts'
import { builds, type Variant } from './variant.ts'

/** Where every card is. Never changed: a move gives a new position that shares the columns it did not touch. */
export interface Position {
  readonly cells: readonly (Card | null)[]
  /** Cards home by suit index (C D H S), which is also the rank of the foundation's last card. */
  readonly foundations: readonly number[]
  /** Each column's cards, the buried one first, the free one last. */
  readonly columns: readonly (readonly Card[])[]
}

/** The position that a deal starts from, before any autoplay. */
export function positionFromDeal(deal: DealNumber, variant: Variant): Position {
  return { cells: new Array<null>(variant.cells).fill(null), foundations: [0, 0, 0, 0], columns: dealCards(deal) }
}

/** How many cards are on the foundations. */
export const cardsHome = ({ foundations }: Position): number => foundations.reduce((sum, count) => sum + count, 0)

/** Whether all 52 cards are home. */
export const isWon = (position: Position): boolean => cardsHome(position) === DECK_SIZE

/** How many cells are empty. */
export function emptyCells({ cells }: Position): number {
  let count = 0
  for (const card of cells) if (card === null) count++
  return count
}

/** How many columns are empty. */
export function emptyColumns({ columns }: Position): number {
  let count = 0
  for (const column of columns) if (column.length === 0) count++
  return count
}

/** How many cards at the end of a column are in order by the variant's rule: 0 in an empty column, otherwise at least 1. */
export function runLength(position: Position, column: number, variant: Variant): number {
  const cards = position.columns[column] ?? []
  let top = cards.length - 1
  while (top > 0 && builds(variant, cards[top] as Card, cards[top - 1] as Card)) top--
  return cards.length - Math.max(top, 0)
}

/**
 * How many cards move at once: (empty cells + 1) × 2^(empty columns), where an empty column that is the target does not
 * count; 0 into an empty column if there is none. The card-by-card moves that this stands for are known as a supermove.
 */
export function capacity(position: Position, intoEmptyColumn: boolean): number {
  const columns = emptyColumns(position) - (intoEmptyColumn ? 1 : 0)
  return columns < 0 ? 0 : (emptyCells(position) + 1) * 2 ** columns
}

/** Whether the card is the next one of its suit's foundation. */
export const fitsHome = (position: Position, card: Card): boolean => position.foundations[suitIndex(card)] === rankOf(card) - 1

/** Whether every card is in the same place in both positions. */
export function samePosition(a: Position, b: Position): boolean {
  return (
    sameItems(a.cells, b.cells) &&
    sameItems(a.foundations, b.foundations) &&
    a.columns.length === b.columns.length &&
    a.columns.every((column, index) => sameItems(column, b.columns[index] ?? []))
  )
}

const sameItems = <T>(a: readonly T[], b: readonly T[]): boolean =>
  a === b || (a.length === b.length && a.every((item, index) => item === b[index]))

/** A position as JSON shows it, for people and other programs. */
export interface PositionJson {
  /** From left to right, `--` where empty. */
  readonly cells: readonly string[]
  /** Cards home by suit. */
  readonly home: Readonly<Record<Suit, number>>
  /** The buried card first. */
  readonly columns: readonly string[]
}

/** The position with its cards named. */
export function positionToJson({ cells, foundations, columns }: Position): PositionJson {
  return {
    cells: cells.map((card) => (card === null ? '--' : cardName(card))),
    home: Object.fromEntries(SUITS.map((suit, index) => [suit, foundations[index]])) as Record<Suit, number>,
    columns: columns.map((column) => column.map(cardName).join(' ')),
  }
}
