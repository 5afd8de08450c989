import { expect, test } from 'vitest'
import { createAllowance } from './socket-allowance.ts'

const takes = (allowance: ReturnType<typeof createAllowance>, now: number, count: number): number =>
  Array.from({ length: count }, () => allowance.take(now)).filter(Boolean).length

test('a burst, and then so many a second', () => {
  const allowance = createAllowance({ burst: 5, perSecond: 2 }, 1_000)
  expect(takes(allowance, 1_000, 9)).toBe(5)
  expect(takes(allowance, 1_499, 9)).toBe(0)
  expect(takes(allowance, 1_500, 9)).toBe(1)
  expect(takes(allowance, 3_500, 9)).toBe(4)
  expect(takes(allowance, 100_000, 9)).toBe(5)
})

test('a clock that goes back gives nothing', () => {
  const allowance = createAllowance({ burst: 1, perSecond: 1 }, 10_000)
  expect(takes(allowance, 10_000, 2)).toBe(1)
  expect(takes(allowance, 0, 2)).toBe(0)
  expect(takes(allowance, 1_000, 2)).toBe(1)
})
