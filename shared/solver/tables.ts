// biome-ignore-all lint/style/noNonNullAssertion: indices are in range by construction, and a check would cost in the inner loop
/** Constants of the packed board: what lies on what, and the keys from which positions are hashed. */
import type { Variant } from '../engine/index.ts'

/** What a card can lie on, beside the cards 0..51 (rank index × 4 + suit, suits in the order C D H S). */
export const FLOOR = 52
export const CELL = 53

/** Distance of two rows in a table indexed `card << ROW | what it lies on`. */
export const ROW = 6

/**
 * Two 32-bit keys for every pair of a card and what it lies on, at `(card << ROW | under) * 2`. A position's hash is the exclusive or
 * of the keys of all its pairs (Zobrist 1970, over adjacency instead of squares; a card that is home has none). It does not depend
 * on the order of columns and cells, which does not matter to the game either, and a moved run changes one pair, however long it is.
 */
export const KEYS: Int32Array = zobristKeys()

function zobristKeys(): Int32Array {
  const keys = new Int32Array((52 << ROW) * 2)
  // Marsaglia's xorshift32, and the finalizer of MurmurHash3 so that neighbouring outputs share no linear relation.
  let state = 0x9e3779b9 | 0
  for (let i = 0; i < keys.length; i++) {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    let mixed = state
    mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b)
    mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35)
    keys[i] = mixed ^ (mixed >>> 16)
  }
  return keys
}

const ALTERNATING = fitTable((upper, lower) => isRedSuit(upper & 3) !== isRedSuit(lower & 3))
const SAME_SUIT = fitTable((upper, lower) => (upper & 3) === (lower & 3))

/** 1 at `card << ROW | under` where the card may be built on the other by the variant's rule; never on a floor or cell. */
export function fitsOf(variant: Variant): Uint8Array {
  return variant.buildsOn === 'alternating' ? ALTERNATING : SAME_SUIT
}

function fitTable(suitsFit: (upper: number, lower: number) => boolean): Uint8Array {
  const table = new Uint8Array(52 << ROW)
  for (let card = 0; card < 48; card++) {
    for (let suit = 0; suit < 4; suit++) {
      const under = ((card >> 2) + 1) * 4 + suit
      if (suitsFit(card, under)) table[(card << ROW) | under] = 1
    }
  }
  return table
}

function isRedSuit(suit: number): boolean {
  return suit === 1 || suit === 2
}
