import { expect, it } from 'vitest'
import { leastSoFar, medianOf, runningMedian } from './course.ts'

it.each([
  ['of none', [], null],
  ['of one', [4], 4],
  ['of an odd number', [9, 1, 5], 5],
  ['of an even number', [1, 9, 5, 2], 3.5],
])('the median %s', (_, values, median) => expect(medianOf(values)).toBe(median))

it('a running median looks back, as far as there is something', () => {
  expect(runningMedian([10, 20, 90, 30, 1], 3)).toEqual([10, 15, 20, 30, 30])
})

it('the least so far only falls', () => {
  expect(leastSoFar([5, 7, 3, 4])).toEqual([5, 5, 3, 3])
})
