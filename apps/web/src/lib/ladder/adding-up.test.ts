import { expect, it } from 'vitest'
import { ADDING_UP_MS, sumAt } from './adding-up.ts'

const addition = { stage: { number: 3, points: 923, secondsLeft: 235, score: 3_474 }, before: 3_925 }
const nothing = { parts: 0, points: null, seconds: null, weighted: false, value: 0, run: 3_925, done: false }

it.each([
  ['at first nothing stands', 0, nothing],
  ['then the parts come', 300, { ...nothing, parts: 0.5 }],
  ['then the points', 600, { ...nothing, parts: 1, points: 923, seconds: 0, value: 923 }],
  ['to which the seconds are counted', 900, { ...nothing, parts: 1, points: 923, seconds: 118, value: 1_041 }],
  ['the sum of both', 1_200, { ...nothing, parts: 1, points: 923, seconds: 235, weighted: true, value: 1_158 }],
  ['is weighted', 1_900, { parts: 1, points: 923, seconds: 235, weighted: true, value: 3_474, run: 3_925, done: false }],
  [
    'and goes into the run',
    ADDING_UP_MS,
    { parts: 1, points: 923, seconds: 235, weighted: true, value: 3_474, run: 7_399, done: true },
  ],
  ['where it stays', 60_000, { parts: 1, points: 923, seconds: 235, weighted: true, value: 3_474, run: 7_399, done: true }],
])('%s', (_what, ms, sum) => {
  expect(sumAt(addition, ms)).toEqual(sum)
})

it('never falls', () => {
  const values = Array.from({ length: 240 }, (_, step) => sumAt(addition, step * 10))
  for (const [index, { value, run }] of values.entries()) {
    expect(value).toBeGreaterThanOrEqual(values[index - 1]?.value ?? 0)
    expect(run).toBeGreaterThanOrEqual(values[index - 1]?.run ?? 0)
  }
})

it('a stage that was not won has no seconds, and is weighted all the same', () => {
  const lost = { stage: { number: 4, points: 149, secondsLeft: 0, score: 596 }, before: 7_399 }
  expect(sumAt(lost, 1_000)).toMatchObject({ points: 149, seconds: 0, value: 149 })
  expect(sumAt(lost, ADDING_UP_MS)).toMatchObject({ value: 596, run: 7_995 })
})
