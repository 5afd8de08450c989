import { readFileSync } from 'node:fs'
import { type DealNumber, startGame, VARIANT_IDS, VARIANTS } from '@speedcell/shared/engine'
import { measure, solve, tierOf } from '@speedcell/shared/solver'
import { loadPool, POOL_DEALS, type Rating, TIERS } from '@speedcell/shared/solver/pools'
import { expect, test } from 'vitest'

/** `speedcell pool verify --all` judges every deal anew; this is its short form. */
const SAMPLE = 40

const verdicts = readFileSync(new URL('../fixtures/verdicts.txt', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => /^\d/.test(line))
  .map((line) => line.split(' '))

/** How many deals can be won, as others have found; of these, how many the pool still lacks at most; and how many it leaves undecided. */
const WON = { 'freecell-4': 31_999, 'freecell-3': 31_801, 'freecell-2': 25_381, 'freecell-1': 6_289, 'bakers-game': 24_040 }

const LACKING = { 'freecell-4': 0, 'freecell-3': 0, 'freecell-2': 5, 'freecell-1': 0, 'bakers-game': 0 }

const UNDECIDED = { 'freecell-4': 0, 'freecell-3': 0, 'freecell-2': 43, 'freecell-1': 15, 'bakers-game': 0 }

test.each(VARIANT_IDS)('%s: as many deals can be won as others have found', async (variant) => {
  const pool = await loadPool(variant)
  const undecided = pool.ratings.filter((rating) => rating === 'undecided').length
  expect(pool.ratings).toHaveLength(POOL_DEALS)
  expect(undecided).toBeLessThanOrEqual(UNDECIDED[variant])
  expect(pool.count()).toBeLessThanOrEqual(WON[variant])
  expect(pool.count()).toBeGreaterThanOrEqual(WON[variant] - LACKING[variant])
  expect(pool.count() + undecided).toBeGreaterThanOrEqual(WON[variant])
})

test.each(VARIANT_IDS.map((variant, index) => ({ variant, index })))(
  '$variant: the pool has what others have found to be winnable',
  async ({ variant, index }) => {
    const pool = await loadPool(variant)
    const known = verdicts.filter(([deal]) => pool.ratingOf(Number(deal)) !== 'undecided')
    const found = known.map(([deal]) => [deal, pool.has(Number(deal)) ? '+' : '-'])
    expect(found).toEqual(known.map(([deal, signs]) => [deal, signs?.[index]]))
  },
)

test.each(VARIANT_IDS)('%s: a sample judged anew is as in the pool', { timeout: 120_000 }, async (variant) => {
  const pool = await loadPool(variant)
  const rules = { variant, autoplay: VARIANTS[variant].autoplay }
  const judge = (deal: DealNumber): Rating => {
    const { verdict } = solve(startGame({ deal, ...rules }).position, rules, { positions: 200_000 })
    if (verdict === 'solved') return tierOf(measure(deal, variant), variant)
    return verdict === 'unsolvable' ? 'lost' : 'undecided'
  }
  const deals = Array.from({ length: SAMPLE }, (_, index) => (index * (POOL_DEALS / SAMPLE) + 7) as DealNumber)
  const known = deals.filter((deal) => pool.ratingOf(deal) !== 'undecided')
  const judged = known.map((deal) => ({ deal, rating: judge(deal) })).filter(({ rating }) => rating !== 'undecided')
  expect(judged.length).toBeGreaterThan(SAMPLE * 0.8)
  expect(judged.map(({ rating }) => rating === 'lost')).toEqual(judged.map(({ deal }) => pool.ratingOf(deal) === 'lost'))
  // Whatever changes the order of a search's moves makes a few deals at a tier's edge easier or harder; then the pools are to be made anew.
  expect(judged.filter(({ deal, rating }) => rating !== pool.ratingOf(deal)).length).toBeLessThanOrEqual(SAMPLE / 10)
})

/** The shares of the tiers: a third, a half and a sixth, give or take; with one cell fewer are easy, and the hard ones mostly undecided. */
const SHARES = {
  'freecell-4': [0.33, 0.5, 0.17],
  'freecell-3': [0.33, 0.5, 0.17],
  'freecell-2': [0.33, 0.5, 0.17],
  'freecell-1': [0.2, 0.58, 0.22],
  'bakers-game': [0.33, 0.5, 0.17],
} as const

test.each(VARIANT_IDS)('%s: so many deals are easy, normal and hard', async (variant) => {
  const pool = await loadPool(variant)
  for (const [index, tier] of TIERS.entries()) {
    expect(pool.count(tier) / pool.count(), tier).toBeCloseTo(SHARES[variant][index] ?? 0, 1)
  }
})
