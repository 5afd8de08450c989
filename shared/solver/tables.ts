// biome-ignore-all lint/style/noNonNullAssertion: indices are in range by construction
/** Constants of the packed board: what lies on what, what fits on what, and the keys from which positions are hashed. */
import type { Variant } from '../engine/index.ts'

/** What a card can lie on, beside the cards 0..51 (rank index × 4 + suit, suits in the order C D H S). */
export const FLOOR = 52
export const CELL = 53

/** Stands for a card where there is none; no column ever holds it. */
export const NO_CARD = 52

/** Distance of two rows in a table indexed `card << ROW | what it lies on`. */
export const ROW = 6

/**
 * Two 32-bit keys for every pair of a card and what it lies on, at `(card << ROW | under) * 2`. A position's hash is the exclusive or
 * of the keys of all its pairs (Zobrist 1970, over adjacency instead of squares; a card that is home has none). It does not depend
 * on the order of columns and cells, which does not matter to the game either, and a moved run changes one pair, however long it is.
 */
export const KEYS: Int32Array = zobristKeys()

/** A card, with what lies on it, goes from what it lies on to something else. */
export const shiftOf = (card: number, before: number, after: number): number => (((card << ROW) | before) << ROW) | after

/** What a shift changes in the hash's low word, by exclusive or. */
export function lowChange(shift: number): number {
  return KEYS[(shift >> ROW) * 2]! ^ KEYS[pairAfter(shift) * 2]!
}

/** What a shift changes in the hash's high word, by exclusive or. */
export function highChange(shift: number): number {
  return KEYS[(shift >> ROW) * 2 + 1]! ^ KEYS[pairAfter(shift) * 2 + 1]!
}

const pairAfter = (shift: number): number => ((shift >> (2 * ROW)) << ROW) | (shift & ((1 << ROW) - 1))

function zobristKeys(): Int32Array {
  const keys = new Int32Array((52 << ROW) * 2)
  // Marsaglia's xorshift32, through the finalizer of MurmurHash3 so that the outputs are not linear in each other.
  let state = 0x9e3779b9
  for (let i = 0; i < keys.length; i++) {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    let mixed = Math.imul(state ^ (state >>> 16), 0x85ebca6b)
    mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35)
    keys[i] = mixed ^ (mixed >>> 16)
  }
  return keys
}

/** Which cards a variant lets build on which: two entries a card, at `card * 2`, `NO_CARD` where there are fewer. */
export interface Fits {
  /** The cards that may be put on the card. */
  readonly onto: Uint8Array
  /** The cards that the card may be put on. */
  readonly under: Uint8Array
}

const ALTERNATING = fits((suit) => (suit === 1 || suit === 2 ? [0, 3] : [1, 2]))
const SAME_SUIT = fits((suit) => [suit])

/** What fits by the variant's rule. */
export function fitsOf(variant: Variant): Fits {
  return variant.buildsOn === 'alternating' ? ALTERNATING : SAME_SUIT
}

/** Whether the rule lets the card be put on the other. */
export function isFit({ under }: Fits, card: number, other: number): boolean {
  return under[card * 2] === other || under[card * 2 + 1] === other
}

function fits(suitsFor: (suit: number) => readonly number[]): Fits {
  const onto = new Uint8Array(52 * 2).fill(NO_CARD)
  const under = new Uint8Array(52 * 2).fill(NO_CARD)
  for (let card = 0; card < 52; card++) {
    for (const [i, suit] of suitsFor(card & 3).entries()) {
      const rank = card >> 2
      if (rank > 0) onto[card * 2 + i] = (rank - 1) * 4 + suit
      if (rank < 12) under[card * 2 + i] = (rank + 1) * 4 + suit
    }
  }
  return { onto, under }
}
