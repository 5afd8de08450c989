import { describe, expect, test } from 'vitest'
import { hoursOf } from './summary.ts'

const HOUR = 3_600_000

describe('entries by hour', () => {
  test('of a day of 24 hours and the hour after it', () => {
    const hours = hoursOf(25 * HOUR, [
      { hour: 0, count: 2 },
      { hour: 24, count: 3 },
    ])
    expect(hours).toEqual([2, ...Array(23).fill(0), 3])
  })

  test('who was closed with the list belongs to the last hour', () => {
    expect(
      hoursOf(25 * HOUR, [
        { hour: 24, count: 3 },
        { hour: 25, count: 4 },
      ]).at(-1),
    ).toBe(7)
  })

  test.each([
    [24, 24],
    [26, 26],
    [24.5, 25],
  ])('a day and its hour of %d hours have %i', (length, hours) => {
    expect(hoursOf(length * HOUR, [])).toHaveLength(hours)
  })
})
