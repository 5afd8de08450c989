import { expect, it } from 'vitest'
import { warningOf } from './warning.ts'

it.each([
  ['five minutes', 300_001, 300_000, 5],
  ['one minute', 60_001, 60_000, 1],
  ['a minute that a sleeping device has slept over', 90_000, 58_000, 1],
  ['nothing a moment before', 300_200, 300_001, null],
  ['nothing a second time', 300_000, 299_800, null],
  ['nothing to whoever comes later', null, 240_000, null],
  ['the nearer one, if both were slept over', 400_000, 30_000, 1],
  ['nothing once it is over', 70_000, 0, null],
])('says %s', (_what, before, left, minutes) => {
  expect(warningOf(before, left)).toBe(minutes)
})
