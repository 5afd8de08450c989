import type { DealNumber, VariantId } from '@speedcell/shared/engine'
import { POOL_DEALS, TIERS, type Tier } from '@speedcell/shared/solver/pools'
import { describe, expect, test } from 'vitest'
import { DealBook, type SomePool } from './deal-book.ts'

/** Deals 1, 6, 11, … are easy, 2, 7, … normal, 3, 8, … hard, 4, 9, … lost, and of 5, 10, … nothing is known. */
const pool: SomePool = {
  ratingOf: (deal) => (deal > POOL_DEALS ? undefined : ([...TIERS, 'lost', 'undecided'] as const)[(deal - 1) % 5]),
  count: () => POOL_DEALS / 5,
  at: (index, tier) => (index * 5 + 1 + TIERS.indexOf(tier as Tier)) as DealNumber,
}

const book = new DealBook(async () => pool)
const of = (deal: number, variant: VariantId = 'freecell-3') => ({ deal: deal as DealNumber, variant })

describe('what is proven about a deal', () => {
  test.each([
    [1, 'solved'],
    [2, 'solved'],
    [3, 'solved'],
    [4, 'unsolvable'],
    [5, undefined],
    [31_999, 'unsolvable'],
    [32_001, undefined],
    [146_692, undefined],
  ])('%i: %s', async (deal, proof) => {
    expect(await book.proofOf(of(deal))).toBe(proof)
  })

  test('of the few that cannot be won with four cells it is known without a pool', async () => {
    const none = new DealBook(() => Promise.reject(new TypeError('offline')))
    for (const deal of [11_982, 146_692, 781_948]) expect(await none.proofOf(of(deal, 'freecell-4'))).toBe('unsolvable')
    expect(await none.proofOf(of(11_982))).toBeUndefined()
    expect(await none.proofOf(of(4))).toBeUndefined()
  })

  test('only the pool that is needed is loaded', async () => {
    const asked: VariantId[] = []
    const lazy = new DealBook(async (variant) => {
      asked.push(variant)
      return pool
    })
    await lazy.proofOf(of(32_001))
    await lazy.proofOf(of(11_982, 'freecell-4'))
    await lazy.proofOf(of(1, 'bakers-game'))
    expect(asked).toEqual(['bakers-game'])
  })
})

describe('drawing', () => {
  test.each(TIERS)('reaches the whole of the tier %s and nothing else', async (tier) => {
    const drawn = await Promise.all([0, 0.25, 0.5, 0.9999999].map((random) => book.draw('freecell-4', tier, () => random)))
    const first = 1 + TIERS.indexOf(tier)
    expect(drawn).toEqual([first, first + 8_000, first + 16_000, first + 31_995])
  })

  test('a pool that does not come is not waited for', async () => {
    const slow = new DealBook(() => new Promise(() => undefined), 0)
    expect(await slow.draw('freecell-4', 'easy', Math.random)).toBeUndefined()
    expect(await slow.proofOf(of(4))).toBeUndefined()
  })
})
