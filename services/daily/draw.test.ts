import { startGame } from '@speedcell/shared/engine'
import { solve } from '@speedcell/shared/solver'
import { loadPool } from '@speedcell/shared/solver/pools'
import { describe, expect, test } from 'vitest'
import { addDays, parseDay } from '../core/index.ts'
import { candidates, dailySetup, drawDeal, type Prove } from './draw.ts'

const SECRET = 'a secret of this test and no other'
const DAY = parseDay('2026-11-30')

async function first(count: number, secret = SECRET, day = DAY): Promise<number[]> {
  const drawn: number[] = []
  for await (const deal of candidates(secret, day)) if (drawn.push(deal) === count) break
  return drawn
}

const prove: Prove = async (deal) => {
  const verdict = solve(startGame(dailySetup(deal)).position, dailySetup(deal), { positions: 500_000 })
  return verdict.verdict === 'solved' ? verdict.moves : null
}

describe("a day's candidates", () => {
  test('are always the same for one secret', async () => {
    expect(await first(50)).toEqual(await first(50))
  })

  test('are others for another secret, and for another day', async () => {
    expect(await first(5, `${SECRET}!`)).not.toEqual(await first(5))
    expect(await first(5, SECRET, addDays(DAY, 1))).not.toEqual(await first(5))
  })

  test('are deals that can be won, each as likely as any', async () => {
    const pool = await loadPool('freecell-4')
    const drawn = await first(64_000)
    expect(drawn.filter((deal) => !pool.has(deal))).toEqual([])
    // Each is drawn twice in the mean, so that some 13.5 % are never; give or take 1 %, some five standard deviations.
    expect(new Set(drawn).size / pool.count()).toBeCloseTo(1 - Math.exp(-2), 2)
    // A quarter each, give or take 1,000: some twelve standard deviations of 110.
    for (let quarter = 0; quarter < 4; quarter++) {
      const among = drawn.filter((deal) => Math.floor((deal - 1) / 8_000) === quarter).length
      expect(Math.abs(among - 16_000)).toBeLessThan(1_000)
    }
  })
})

describe('the deal that is drawn', async () => {
  const [one = 0, two = 0, three = 0] = await first(3)

  test('is the first candidate that is proven, with moves that win it', async () => {
    const { deal, solution } = await drawDeal(SECRET, DAY, new Set(), prove)
    expect(deal).toBe(one)
    expect(solution.length).toBeGreaterThan(20)
  })

  test('was not used lately', async () => {
    expect((await drawDeal(SECRET, DAY, new Set([one, two]), prove)).deal).toBe(three)
  })

  test('is not one that nobody could prove', async () => {
    const asked: number[] = []
    const picky: Prove = async (deal) => {
      asked.push(deal)
      return deal === one ? null : prove(deal)
    }
    expect((await drawDeal(SECRET, DAY, new Set(), picky)).deal).toBe(two)
    expect(asked).toEqual([one, two])
  })

  test('is not one whose proof does not win', async () => {
    const lying: Prove = async (deal) => (deal === one ? ['1a', '2b'] : deal === two ? ['zz'] : prove(deal))
    expect((await drawDeal(SECRET, DAY, new Set(), lying)).deal).toBe(three)
  })

  test('is none at all when nothing can be proven', async () => {
    await expect(drawDeal(SECRET, DAY, new Set(), async () => null)).rejects.toThrow('2026-11-30')
  })
})
