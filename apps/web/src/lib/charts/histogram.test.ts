import { describe, expect, it } from 'vitest'
import { histogramOf } from './histogram.ts'

describe('how values are spread', () => {
  it.each([
    ['one value', [7], { from: 7, width: 1, counts: [1], open: false }],
    ['side by side', [3, 4, 4, 6], { from: 3, width: 1, counts: [1, 2, 0, 1], open: false }],
    ['on a bar’s edge, into the next', [10, 20], { from: 10, width: 5, counts: [1, 0, 1], open: false }],
    ['too far apart for narrow bars', [0, 9, 19], { from: 0, width: 5, counts: [1, 1, 0, 1], open: false }],
    ['beyond every step', [0, 30], { from: 0, width: 10, counts: [1, 0, 0, 1], open: false }],
  ])('%s', (_, values, expected) => expect(histogramOf(values, [1, 5], 4)).toEqual(expected))

  it('gathers a few that lie far away in the last bar', () => {
    const values = [...Array(19).fill(1), ...Array(20).fill(2), 900]
    expect(histogramOf(values, [1, 5], 4)).toEqual({ from: 1, width: 1, counts: [19, 21], open: true })
  })
})
