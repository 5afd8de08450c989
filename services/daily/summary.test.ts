import { describe, expect, test } from 'vitest'
import { histogramOf, hoursOf } from './summary.ts'

const HOUR = 3_600_000

describe('the histogram of scores', () => {
  test.each<[what: string, scores: [score: number, count: number][], histogram: ReturnType<typeof histogramOf>]>([
    ['nobody has won', [], { from: 0, width: 5, counts: [] }],
    ['one score', [[931, 4]], { from: 930, width: 5, counts: [4] }],
    [
      'at both ends of a bin',
      [
        [930, 1],
        [934, 2],
        [935, 3],
      ],
      { from: 930, width: 5, counts: [3, 3] },
    ],
    [
      'empty bins between',
      [
        [900, 1],
        [921, 1],
      ],
      { from: 900, width: 5, counts: [1, 0, 0, 0, 1] },
    ],
    [
      '16 bins still fit',
      [
        [900, 1],
        [979, 1],
      ],
      { from: 900, width: 5, counts: [1, ...Array(14).fill(0), 1] },
    ],
    [
      'more take wider bins',
      [
        [900, 1],
        [980, 1],
      ],
      { from: 900, width: 10, counts: [1, ...Array(7).fill(0), 1] },
    ],
    [
      'the widest',
      [
        [0, 1],
        [970, 2],
      ],
      { from: 0, width: 100, counts: [1, ...Array(8).fill(0), 2] },
    ],
  ])('%s', (_what, scores, histogram) => {
    expect(histogramOf(scores.map(([score, count]) => ({ score, count })))).toEqual(histogram)
  })
})

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
