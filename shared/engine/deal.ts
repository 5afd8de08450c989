import { type Card, DECK } from './card.ts'
import { err, ok, type Result } from './result.ts'

declare const brand: unique symbol

/** A deal's number in Microsoft's numbering, `MIN_DEAL` to `MAX_DEAL`. */
export type DealNumber = number & { readonly [brand]: 'DealNumber' }

export const MIN_DEAL = 1
export const MAX_DEAL = 1_000_000

/** The number of a deal; whatever is not an integer in range is `deal-out-of-range`, texts too. */
export function parseDealNumber(value: unknown): Result<DealNumber, 'deal-out-of-range'> {
  return Number.isInteger(value) && (value as number) >= MIN_DEAL && (value as number) <= MAX_DEAL
    ? ok(value as DealNumber)
    : err('deal-out-of-range')
}

const COLUMNS = 8

/**
 * The eight columns of a deal, the buried card first. The algorithm is that of Microsoft's FreeCell: the C library's linear
 * congruential generator seeded with the number, drawing from the end of a shrinking deck, row by row.
 */
export function dealCards(deal: DealNumber): readonly (readonly Card[])[] {
  const deck = DECK.slice()
  const columns: Card[][] = Array.from({ length: COLUMNS }, () => [])
  let state: number = deal
  for (let left = deck.length; left > 0; left--) {
    state = (Math.imul(state, 214013) + 2531011) & 0x7fffffff
    const drawn = (state >> 16) % left
    columns[(deck.length - left) % COLUMNS]?.push(deck[drawn] as Card)
    deck[drawn] = deck[left - 1] as Card
  }
  return columns
}
