import { expect, it } from 'vitest'
import { behindOf, betterThan } from './behind.ts'

it.each([
  ['the first of many', 1, 1284, 1],
  ['the last', 1284, 1284, 0],
  ['the middle', 6, 11, 0.5],
  ['alone', 1, 1, 1],
])('%s', (_, rank, players, share) => expect(behindOf({ rank, players })).toBe(share))

it('whole hundredths are never rounded up, nor lost to the binary form of a fraction', () => {
  expect(betterThan({ rank: 39, players: 1284 })).toBe(0.97)
  expect(betterThan({ rank: 72, players: 101 })).toBe(0.29)
  expect(betterThan({ rank: 2, players: 3 })).toBe(0.5)
  expect(betterThan({ rank: 3, players: 3 })).toBe(0)
  expect(betterThan({ rank: 1, players: 1 })).toBe(1)
})
