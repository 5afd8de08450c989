import { expect, it } from 'vitest'
import { bestTimeOf } from './best-time.ts'

it.each([
  ['no win', null, null, null],
  ['rated only', 90_000, null, { ms: 90_000, free: false, ratedMs: null }],
  ['free only', null, 80_000, { ms: 80_000, free: true, ratedMs: null }],
  ['rated faster', 90_000, 95_000, { ms: 90_000, free: false, ratedMs: null }],
  ['as fast', 90_000, 90_000, { ms: 90_000, free: false, ratedMs: null }],
  ['free faster', 90_000, 80_000, { ms: 80_000, free: true, ratedMs: 90_000 }],
])('the best time: %s', (_, bestRatedMs, bestFreeMs, best) => expect(bestTimeOf({ bestRatedMs, bestFreeMs })).toEqual(best))
