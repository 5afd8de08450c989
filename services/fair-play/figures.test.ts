import type { LogEvent } from '@speedcell/shared/engine'
import { describe, expect, test } from 'vitest'
import { figuresOf, type Share } from './figures.ts'

const of = (events: readonly LogEvent[], share: Share = null) => figuresOf({ number: 2, events, lateEvents: 1 }, share)

test('of a stage without a move there is nothing to tell', () => {
  expect(of([[900, 'hint']])).toEqual({
    ...{ number: 2, moves: 0, firstMoveMs: null, medianGapMs: null, gapSpread: null, movesASecond: null },
    ...{ solverShare: null, measuredMoves: 0, events: 1, lateEvents: 1 },
  })
})

test('of a single move, when it came', () => {
  expect(of([[4_100, '3a']])).toMatchObject({ moves: 1, firstMoveMs: 4_100, medianGapMs: null, movesASecond: null })
})

test('a gap is the time since whatever came before the move', () => {
  const figures = of([
    [1_000, '3a'],
    [3_000, '4b'],
    [9_000, 'undo'],
    [9_500, '5b'],
    [20_000, 'hint'],
    [21_000, '6c'],
    [21_000, 'finish'],
  ])
  // 2000, 500 and 1000.
  expect(figures).toMatchObject({ moves: 4, firstMoveMs: 1_000, medianGapMs: 1_000, movesASecond: 0.15, events: 7 })
  expect(figures.gapSpread).toBeCloseTo(
    Math.sqrt(((2_000 - 3_500 / 3) ** 2 + (500 - 3_500 / 3) ** 2 + (1_000 - 3_500 / 3) ** 2) / 3) / (3_500 / 3),
    3,
  )
})

describe('edges', () => {
  test('an even number of gaps: the middle of the two in the middle', () => {
    const events: LogEvent[] = [0, 100, 300, 600, 1_001].map((t) => [t, '3a'])
    expect(of(events).medianGapMs).toBe(250)
  })

  test('moves that all claim the same time', () => {
    const events = Array.from({ length: 41 }, (): LogEvent => [0, '3a'])
    expect(of(events)).toMatchObject({ firstMoveMs: 0, medianGapMs: 0, gapSpread: 0, movesASecond: 40_000 })
  })
})

test.each<[share: Share, solverShare: number | null, measured: number]>([
  [null, null, 0],
  [{ measured: 0, same: 0 }, null, 0],
  [{ measured: 3, same: 2 }, 0.667, 3],
  [{ measured: 40, same: 40 }, 1, 40],
])('the share of the solver: %o', (share, solverShare, measuredMoves) => {
  expect(of([], share)).toMatchObject({ solverShare, measuredMoves })
})
