import { expect, test } from 'vitest'
import { findPlace } from './places.ts'

const COUNTS = [
  { from: 900, players: 2 },
  { from: 500, players: 3 },
]

test.each<[offset: number, place: ReturnType<typeof findPlace>]>([
  [0, { from: 900, before: 0 }],
  [1, { from: 900, before: 1 }],
  [2, { from: 500, before: 0 }],
  [4, { from: 500, before: 2 }],
  [5, null],
  [10_000_000, null],
])('place %i', (offset, place) => {
  expect(findPlace(COUNTS, offset)).toEqual(place)
})

test('there is no place where nobody is', () => {
  expect(findPlace([], 0)).toBeNull()
})
