import { parseLog } from '@speedcell/shared/engine'
import { describe, expect, test } from 'vitest'
import type { Progress } from '../runs/index.ts'
import { worthOf } from './worth.ts'

const parsed = parseLog({ v: 1, deal: 617, variant: 'freecell-3', autoplay: 'safe', events: [] })
if (!parsed.ok) throw new Error(parsed.error)
const SETUP = parsed.value

/** Eight minutes, as the third stage has. */
const DEADLINE = 480_000
const WON = { points: 950, won: true }
const OPEN = { points: 170, won: false }

/** A stage whose last event was made at `t` and arrived at `arrivedMs`, or one without any. */
const progressOf = (t: number | null, arrivedMs = t ?? 0, deadline = DEADLINE): Progress => ({
  setup: SETUP,
  undoLimit: null,
  deadline,
  events: t === null ? [] : [[t, 'h1']],
  arrivedMs,
  lateEvents: 0,
})

describe('the seconds left of a won stage', () => {
  test.each<[what: string, t: number, arrived: number, timeMs: number, left: number]>([
    ['at once', 0, 0, 0, 480],
    ['one millisecond begins a second', 1, 1, 1, 479],
    ['one millisecond before a second is over', 999, 999, 999, 479],
    ['a second', 1_000, 1_000, 1_000, 479],
    ['one millisecond after it', 1_001, 1_001, 1_001, 478],
    ['a slow line: 2,999 ms', 60_000, 62_999, 60_000, 420],
    ['a slow line: 3,000 ms', 60_000, 63_000, 60_000, 420],
    ['too slow a line: 3,001 ms', 60_000, 63_001, 63_001, 416],
    ['a minute late: when it arrived', 60_000, 120_000, 120_000, 360],
    ['ahead of its arrival', 61_000, 60_000, 61_000, 419],
    ['one second and a millisecond before the deadline', 478_999, 478_999, 478_999, 1],
    ['one second before the deadline', 479_000, 479_000, 479_000, 1],
    ['one millisecond less', 479_001, 479_001, 479_001, 0],
    ['one millisecond before the deadline', 479_999, 479_999, 479_999, 0],
    ['at the deadline', 480_000, 480_000, 480_000, 0],
    ['beyond it by its own clock', 481_000, 480_000, 480_000, 0],
    ['a slow line that ends at the deadline', 477_000, 480_000, 477_000, 3],
    ['too slow a line that ends at the deadline', 476_999, 480_000, 480_000, 0],
  ])('%s', (_what, t, arrived, timeMs, secondsLeft) => {
    const worth = worthOf(3, 'won', progressOf(t, arrived), WON)
    expect(worth).toEqual({ timeMs, secondsLeft, score: (950 + secondsLeft) * 3 })
  })
})

describe('the score', () => {
  test.each([1, 2, 3, 4, 5])('of a won stage %i is points and seconds, so many times', (number) => {
    expect(worthOf(number, 'won', progressOf(100_500), WON).score).toBe((950 + 379) * number)
  })

  test.each([1, 2, 3, 4, 5])('of stage %i without a win is its points, so many times', (number) => {
    expect(worthOf(number, 'given_up', progressOf(100_500), OPEN)).toMatchObject({ score: 170 * number, secondsLeft: 0 })
    expect(worthOf(number, 'closed', progressOf(100_500), OPEN)).toMatchObject({ score: 170 * number, secondsLeft: 0 })
  })

  test('of nothing is nothing', () => {
    const nothing = { points: 0, won: false }
    expect(worthOf(5, 'given_up', progressOf(null), nothing)).toEqual({ score: 0, secondsLeft: 0, timeMs: 0 })
  })
})

describe('the time of a stage without a win', () => {
  test.each<[what: string, t: number | null, arrived: number, timeMs: number]>([
    ['given up', 70_000, 70_000, 70_000],
    ['given up over a slow line', 70_000, 73_000, 70_000],
    ['given up over too slow a line', 70_000, 73_001, 73_001],
    ['given up before any move', null, 0, 0],
  ])('%s', (_what, t, arrived, timeMs) => {
    expect(worthOf(2, 'given_up', progressOf(t, arrived), OPEN).timeMs).toBe(timeMs)
  })

  test.each<[what: string, t: number | null]>([
    ['with a last event long ago', 70_000],
    ['with one at the deadline', DEADLINE],
    ['without any', null],
  ])('that ran out counts whole: %s', (_what, t) => {
    expect(worthOf(2, 'closed', progressOf(t), OPEN).timeMs).toBe(DEADLINE)
  })
})

test("a deadline that is earlier than the stage's minutes is the one that counts", () => {
  expect(worthOf(1, 'won', progressOf(20_000, 20_000, 90_500), WON)).toEqual({ timeMs: 20_000, secondsLeft: 70, score: 1_020 })
})
