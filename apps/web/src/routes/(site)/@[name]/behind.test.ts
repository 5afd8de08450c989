import { expect, it } from 'vitest'
import { behindOf } from './behind.ts'

it.each([
  ['the first of many', 1, 1284, 1],
  ['the last', 1284, 1284, 0],
  ['the middle', 6, 11, 0.5],
  ['alone', 1, 1, 1],
])('%s', (_, rank, players, share) => expect(behindOf({ rank, players })).toBe(share))
