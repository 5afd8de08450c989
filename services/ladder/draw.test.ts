import type { DealNumber } from '@speedcell/shared/engine'
import { describe, expect, test } from 'vitest'
import { drawDeal } from './draw.ts'

const DEALS = [1, 2, 3, 4] as DealNumber[]
/** The first, and the last of those that are left. */
const first = () => 0
const last = (bound: number) => bound - 1
const sets = (...barred: number[][]) => barred.map((deals) => new Set(deals))

describe('a draw', () => {
  test.each<[what: string, barred: number[][], between: [number, number]]>([
    ['takes any where nothing is barred', [[], [], []], [1, 4]],
    ['leaves out what any set bars', [[1], [4], [2]], [3, 3]],
    ['goes on where the last set would leave none', [[1], [2], [3, 4]], [3, 4]],
    ['and where the last two would', [[4], [1, 2, 3], []], [1, 3]],
    ['but never gives what the first set bars', [[2, 3, 4], [1], [1]], [1, 1]],
  ])('%s', (_what, barred, [lowest, highest]) => {
    expect(drawDeal(DEALS, sets(...barred), first)).toBe(lowest)
    expect(drawDeal(DEALS, sets(...barred), last)).toBe(highest)
  })

  test('has nothing to give where the first set bars all', () => {
    expect(() => drawDeal(DEALS, sets([1, 2, 3, 4, 5], [], []), first)).toThrow('hidden')
  })

  test('gives each as often as the numbers come', () => {
    const drawn = [0, 1, 2].map((index) => drawDeal(DEALS, sets([2], [], []), () => index))
    expect(drawn).toEqual([1, 3, 4])
  })
})
