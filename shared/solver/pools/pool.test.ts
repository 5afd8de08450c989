import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Pool } from './pool.ts'
import { decodeRatings, encodeRatings, POOL_DEALS, type Rating, TIERS } from './ratings.ts'

const RATINGS: readonly Rating[] = [...TIERS, 'lost', 'undecided']

/** The ratings given, again and again. */
const repeated = (some: readonly Rating[]): Rating[] =>
  Array.from({ length: POOL_DEALS }, (_, index) => some[index % some.length] ?? 'lost')

const five = new Pool(encodeRatings(repeated(RATINGS)))

test('ratings are read as they were written', () => {
  const property = fc.property(fc.array(fc.constantFrom(...RATINGS), { minLength: 1, maxLength: 50 }), (some) => {
    const ratings = repeated(some)
    expect(decodeRatings(encodeRatings(ratings))).toEqual(ratings)
  })
  fc.assert(property, { numRuns: 20 })
})

test('a pool says what is known of a deal, and nothing of one that it does not tell of', () => {
  expect([1, 2, 3, 4, 5, 6].map((deal) => five.ratingOf(deal))).toEqual(['easy', 'normal', 'hard', 'lost', 'undecided', 'easy'])
  expect(five.ratingOf(32_000)).toBe('undecided')
  for (const deal of [0, -1, 1.5, 32_001, 1_000_000]) expect(five.ratingOf(deal)).toBeUndefined()
})

test('a pool has the deals that can be won', () => {
  expect([1, 2, 3, 4, 5].map((deal) => five.has(deal))).toEqual([true, true, true, false, false])
  for (const deal of [0, 1.5, 32_001]) expect(five.has(deal)).toBe(false)
})

test('a pool counts what can be won, by tier and in all', () => {
  expect([five.count(), ...TIERS.map((tier) => five.count(tier))]).toEqual([19_200, 6_400, 6_400, 6_400])
})

test('a pool gives each deal that can be won once, in order, and each tier its own', () => {
  const all = Array.from({ length: five.count() }, (_, index) => five.at(index))
  expect(all.slice(0, 5)).toEqual([1, 2, 3, 6, 7])
  expect(new Set(all).size).toBe(all.length)
  expect(TIERS.map((tier) => five.at(0, tier))).toEqual([1, 2, 3])
  expect(five.at(6_399, 'hard')).toBe(31_998)
})

test.each([-1, 0.5, 19_200, Number.NaN])('there is no deal at %s', (index) => {
  expect(() => five.at(index)).toThrow(RangeError)
})
