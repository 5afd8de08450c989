import { err, ok, type Result } from './result.ts'

declare const brand: unique symbol

/** A card as its place in Microsoft's deck: rank index × 4 + suit index, AC = 0, AD = 1, … KS = 51. */
export type Card = number & { readonly [brand]: 'Card' }

/** The suits in the deck's order, which is the order of the foundations too: clubs, diamonds, hearts, spades. */
export const SUITS = ['C', 'D', 'H', 'S'] as const
export type Suit = (typeof SUITS)[number]
export type SuitIndex = 0 | 1 | 2 | 3

/** The ranks from ace to king as they are written. */
export const RANKS = 'A23456789TJQK'
export const DECK_SIZE = 52

/** The card of a rank 1 (ace) to 13 (king) and a suit index 0 to 3. */
export const cardOf = (rank: number, suit: SuitIndex): Card => ((rank - 1) * 4 + suit) as Card

/** The suit's index in `SUITS`. */
export const suitIndex = (card: Card): SuitIndex => (card & 3) as SuitIndex

/** The suit's letter. */
export const suitOf = (card: Card): Suit => SUITS[suitIndex(card)]

/** The rank from 1 (ace) to 13 (king). */
export const rankOf = (card: Card): number => (card >> 2) + 1

/** Whether the card is of the red group: diamonds or hearts. */
export const isRed = (card: Card): boolean => (card & 3) === 1 || (card & 3) === 2

/** All 52 cards in the deck's order. */
export const DECK: readonly Card[] = Array.from({ length: DECK_SIZE }, (_, index) => index as Card)

const NAMES: readonly string[] = DECK.map((card) => `${RANKS[rankOf(card) - 1]}${suitOf(card)}`)
const BY_NAME: ReadonlyMap<string, Card> = new Map(DECK.map((card) => [cardName(card), card]))

/** The card in two letters, rank and suit: `TD` is the ten of diamonds. */
export function cardName(card: Card): string {
  return NAMES[card] as string
}

/** The card that `TD` names; anything but rank and suit in capitals is `no-card`. */
export function parseCard(text: string): Result<Card, 'no-card'> {
  const card = BY_NAME.get(text)
  return card === undefined ? err('no-card') : ok(card)
}
