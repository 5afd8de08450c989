import { LADDER_STAGES } from '@speedcell/shared/contracts'
import { loadPool } from '@speedcell/shared/solver/pools'
import { expect, test } from 'vitest'
import { pooledDeals, stageAt } from './stages.ts'

test.each<[number: number, variant: string, minutes: number]>([
  [1, 'freecell-4', 10],
  [2, 'freecell-4', 9],
  [3, 'freecell-3', 8],
  [4, 'freecell-2', 7],
  [5, 'freecell-1', 6],
])('stage %i is %s for %i minutes', (number, variant, minutes) => {
  expect(stageAt(number)).toMatchObject({ variant, ms: minutes * 60_000 })
})

test.each([0, 6, 1.5, -1, Number.NaN])('there is no stage %s', (number) => {
  expect(() => stageAt(number)).toThrow(RangeError)
})

test('every stage has deals enough, all of them proven and none of them hard', async () => {
  for (const [index, { variant }] of LADDER_STAGES.entries()) {
    const [deals, pool] = [await pooledDeals(index + 1), await loadPool(variant)]
    expect(deals.length).toBeGreaterThan(1_000)
    expect(new Set(deals.map((deal) => pool.ratingOf(deal)))).toEqual(new Set([index === 1 ? 'normal' : 'easy']))
  }
})
