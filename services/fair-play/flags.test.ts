import type { Flag } from '@speedcell/shared/contracts'
import { expect, test } from 'vitest'
import type { Figures } from './figures.ts'
import { flagged, flagsOf } from './flags.ts'

/** A stage as people play it. */
const HUMAN: Figures = {
  number: 1,
  moves: 60,
  firstMoveMs: 4_200,
  medianGapMs: 1_400,
  gapSpread: 0.9,
  movesASecond: 0.5,
  solverShare: 0.5,
  measuredMoves: 55,
  events: 64,
  lateEvents: 0,
}

test.each<[what: string, changed: Partial<Figures>, flags: Flag[]]>([
  ['as people play', {}, []],
  [
    'nothing played at all',
    { moves: 0, firstMoveMs: null, medianGapMs: null, gapSpread: null, movesASecond: null, solverShare: null },
    [],
  ],
  ['a first move after half a second', { firstMoveMs: 500 }, []],
  ['a first move before that', { firstMoveMs: 499 }, ['fast-start']],
  ['as quick as the quickest', { medianGapMs: 220, movesASecond: 3 }, []],
  ['half of all moves quicker', { medianGapMs: 219 }, ['fast-moves']],
  ['more moves a second', { movesASecond: 3.001 }, ['fast-moves']],
  ['quick, but only for a moment', { moves: 19, medianGapMs: 0, movesASecond: 1_000 }, []],
  ['an even rhythm', { gapSpread: 0.2 }, []],
  ['a more even one', { gapSpread: 0.199 }, ['even-gaps']],
  ['a more even one, of few moves', { gapSpread: 0, moves: 19 }, []],
  ['nearly all moves the solver’s', { solverShare: 0.899 }, []],
  ['all but a tenth', { solverShare: 0.9 }, ['solver-line']],
  ['all of few', { solverShare: 1, measuredMoves: 29 }, []],
  ['a hiccup of the line', { lateEvents: 4, events: 30 }, []],
  ['a longer one', { lateEvents: 5, events: 50 }, ['late-events']],
  ['five late among many', { lateEvents: 5, events: 51 }, []],
  [
    'a program',
    { firstMoveMs: 0, medianGapMs: 100, gapSpread: 0, movesASecond: 10, solverShare: 1 },
    ['fast-start', 'fast-moves', 'even-gaps', 'solver-line'],
  ],
])('%s', (_what, changed, flags) => {
  expect(flagged({ ...HUMAN, ...changed }).flags).toEqual(flags)
})

test('one stage of a run is enough, each flag is there once, in one order', () => {
  const [even, fast] = [
    { ...HUMAN, gapSpread: 0 },
    { ...HUMAN, number: 2, firstMoveMs: 0 },
  ]
  expect(flagsOf([HUMAN, even, fast, even].map(flagged))).toEqual(['fast-start', 'even-gaps'])
  expect(flagsOf([])).toEqual([])
})
