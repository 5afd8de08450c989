import { describe, expect, test } from 'vitest'
import { type DealNumber, VARIANT_IDS, type VariantId } from '../engine/index.ts'
import { type Measures, measure, scoreOf, tierOf } from './rate.ts'

const measured = (deal: number, variant: VariantId): Measures => measure(deal as DealNumber, variant)
const tierIn4 = (deal: number) => tierOf(measured(deal, 'freecell-4'), 'freecell-4')

/** Deals that a player put up as a challenge in 1997, as hard and as extra hard (austega.com). */
const CHALLENGE = [
  [169, 617, 3701, 3710, 4806, 6837, 10623, 12384, 12445, 16624, 17565, 18938, 19253, 22272, 25206, 25450, 25995, 27478, 27657],
  [28138, 28588, 29788, 30663, 454, 718, 1941, 6182, 8591, 13867, 14548, 15562, 20630, 21283, 21365, 21491, 25856],
].flat()

describe('what people find hard', () => {
  test('is rated as hard for the most part, and hardly ever as easy', () => {
    const tiers = CHALLENGE.map(tierIn4)
    expect(CHALLENGE).toHaveLength(36)
    // A sixth of all deals is hard, a third easy: six and twelve of these if people and rating had nothing in common.
    expect(tiers.filter((tier) => tier === 'hard').length).toBeGreaterThanOrEqual(22)
    expect(tiers.filter((tier) => tier === 'easy').length).toBeLessThanOrEqual(2)
  })

  test.each([178, 285, 617, 829, 1941, 8820])('deal %i is', (deal) => {
    expect(tierIn4(deal)).toBe('hard')
  })

  test('deal 10913 is not', () => {
    expect(tierIn4(10913)).toBe('easy')
  })
})

describe('a measurement', () => {
  test.each(VARIANT_IDS)('is always the same: %s', (variant) => {
    expect(measured(2, variant)).toEqual(measured(2, variant))
  })

  test('counts what lies on aces and twos', () => {
    // Of deal 617's columns AD lies under 6, 2H under 1, AC under 5; 2D, AS and 2C under 5, 4 and 1; AH and 2S under 5 and 1.
    expect(measured(617, 'freecell-4').depth).toBe(28)
  })

  test('says that a deal without a line found is at its worst', () => {
    const { cells, meanCells, length } = measured(11982, 'freecell-4')
    expect({ cells, meanCells, length }).toEqual({ cells: 4, meanCells: 4, length: 150 })
  })
})

describe('a score', () => {
  const some: Measures = { effort: 100, cells: 2, meanCells: 1, length: 50, depth: 20 }

  test.each(['effort', 'cells', 'meanCells', 'length', 'depth'] as const)('grows with %s', (name) => {
    expect(scoreOf({ ...some, [name]: some[name] + 1 })).toBeGreaterThan(scoreOf(some))
  })

  test('is one more for twice the effort', () => {
    expect(scoreOf({ ...some, effort: 200 })).toBeCloseTo(scoreOf(some) + 1, 9)
  })
})

test.each(VARIANT_IDS)('%s has all tiers', (variant) => {
  const at = (effort: number) => tierOf({ effort, cells: 1, meanCells: 0.5, length: 50, depth: 20 }, variant)
  expect([at(1), at(1e9)]).toEqual(['easy', 'hard'])
  const efforts = Array.from({ length: 300 }, (_, index) => 1.1 ** index)
  expect([...new Set(efforts.map(at))]).toEqual(['easy', 'normal', 'hard'])
})
