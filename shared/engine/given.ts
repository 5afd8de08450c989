/** What tests start from. */
import { type Card, parseCard, SUITS, type Suit } from './card.ts'
import { type DealNumber, parseDealNumber } from './deal.ts'
import type { Place } from './move.ts'
import type { Position } from './position.ts'
import { VARIANTS, type VariantId } from './variant.ts'

/** The card of a name. */
export function givenCard(name: string): Card {
  const card = parseCard(name)
  if (!card.ok) throw new Error(`${name} is no card`)
  return card.value
}

/** The deal of a number. */
export function givenDeal(number: number): DealNumber {
  const deal = parseDealNumber(number)
  if (!deal.ok) throw new Error(`${number} is no deal`)
  return deal.value
}

/**
 * A position with only the cards that matter: `cells` from the left, `home` as how many of each suit, columns from the left with the
 * buried card first. What is not named is empty.
 */
export function givenPosition(
  variant: VariantId,
  { cells = [], home = {}, columns = [] }: { cells?: string[]; home?: Partial<Record<Suit, number>>; columns?: string[] },
): Position {
  const cards = (text: string) => (text === '' ? [] : text.split(' ').map(givenCard))
  return {
    cells: Array.from({ length: VARIANTS[variant].cells }, (_, index) => cards(cells[index] ?? '')[0] ?? null),
    foundations: SUITS.map((suit) => home[suit] ?? 0),
    columns: Array.from({ length: VARIANTS[variant].columns }, (_, index) => cards(columns[index] ?? '')),
  }
}

/** The place that notation calls by a letter. */
export function givenPlace(letter: string): Place {
  if (letter === 'h') return { kind: 'foundation' }
  const cell = 'abcd'.indexOf(letter)
  return cell >= 0 ? { kind: 'cell', index: cell } : { kind: 'column', index: Number(letter) - 1 }
}
