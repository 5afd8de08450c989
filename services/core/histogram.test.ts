import { expect, test } from 'vitest'
import { type Histogram, histogramOf } from './histogram.ts'

test.each<[what: string, values: [value: number, count: number][], histogram: Histogram]>([
  ['nothing', [], { from: 0, width: 5, counts: [] }],
  ['one value', [[931, 4]], { from: 930, width: 5, counts: [4] }],
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
])('a histogram: %s', (_what, values, histogram) => {
  const counted = values.map(([value, count]) => ({ value, count }))
  expect(histogramOf(counted, [5, 10, 20, 25, 50, 100], 16)).toEqual(histogram)
})
