import type { EndedStage, LadderRun } from '@speedcell/shared/contracts'
import { describe, expect, it } from 'vitest'
import { aheadOf, comparisonOf, standingOf, sumAfter } from './standing.ts'

const NOW = '2026-12-03T12:00:00.000Z'
const ID = '0197f0a0-0000-7000-8000-000000000000'

const ended = (number: number, over: Partial<EndedStage> = {}): EndedStage => ({
  number,
  stage: ID,
  outcome: 'won',
  won: true,
  home: 52,
  moves: 80,
  undos: 0,
  hints: 0,
  points: 940,
  secondsLeft: 60,
  score: 1_000 * number,
  timeMs: 300_000,
  ...over,
})
const run = (over: Partial<LadderRun> = {}): LadderRun => ({
  id: ID,
  startedAt: '2026-12-03T11:30:00.000Z',
  endedAt: null,
  score: 0,
  stagesWon: 0,
  stages: [],
  playing: null,
  next: null,
  ...over,
})
const over = (stages: EndedStage[], endedAt = '2026-12-03T11:59:00.000Z') => run({ stages, endedAt })

describe('what the page is about', () => {
  it('the start, where nothing was played', () => {
    expect(standingOf({ now: NOW, open: null, last: null })).toEqual({ state: 'start' })
  })

  it('a stage in play, until its deadline by the server’s clock', () => {
    const playing = { number: 1, stage: ID, elapsed: 48_000, closesAfter: 600_000, home: 3, moves: 5, scoreNow: 25 }
    expect(standingOf({ now: NOW, open: run({ playing }), last: null })).toMatchObject({
      state: 'playing',
      playing,
      until: Date.parse('2026-12-03T12:09:12.000Z'),
    })
  })

  it('what a won stage brought, until the next one has to be revealed', () => {
    const next = { number: 3, revealBefore: '2026-12-03T12:09:12.000Z' }
    const open = run({ stages: [ended(1), ended(2)], next })
    expect(standingOf({ now: NOW, open, last: null })).toMatchObject({
      state: 'between',
      stage: { number: 2 },
      until: Date.parse(next.revealBefore),
    })
  })

  it('a run that is about to be closed', () => {
    expect(standingOf({ now: NOW, open: run({ stages: [ended(1)] }), last: null }).state).toBe('closing')
  })

  it('an open run before the one that has just ended', () => {
    const next = { number: 2, revealBefore: '2026-12-03T12:09:12.000Z' }
    const open = run({ stages: [ended(1)], next })
    expect(standingOf({ now: NOW, open, last: over([ended(1)]) }).state).toBe('between')
  })

  it.each([
    ['all five won', [1, 2, 3, 4, 5].map((number) => ended(number)), 'climbed'],
    ['nobody revealed the next one', [ended(1)], 'idle'],
    ['the clock ran out', [ended(1), ended(2, { won: false, outcome: 'closed' })], 'time'],
    ['given up', [ended(1, { won: false, outcome: 'given-up' })], 'given-up'],
  ])('how a run has just ended: %s', (_what, stages, reason) => {
    expect(standingOf({ now: NOW, open: null, last: over(stages) })).toMatchObject({ state: 'ended', reason })
  })

  it.each([
    ['an hour less a millisecond ago', '2026-12-03T11:00:00.001Z', 'ended'],
    ['an hour ago', '2026-12-03T11:00:00.000Z', 'start'],
  ])('after a run that ended %s', (_what, endedAt, state) => {
    expect(standingOf({ now: NOW, open: null, last: over([ended(1)], endedAt) }).state).toBe(state)
  })
})

describe('two runs compared', () => {
  const best = run({ stages: [ended(1), ended(2, { score: 1_900 }), ended(3)] })

  it('by what they had after a stage', () => {
    expect([0, 1, 2, 5].map((number) => sumAfter(best, number))).toEqual([0, 1_000, 2_900, 5_900])
  })

  it('at the place that the one has reached', () => {
    expect(aheadOf(run({ stages: [ended(1), ended(2)] }), best)).toBe(100)
    expect(aheadOf(run({ stages: [ended(1, { score: 400 })] }), best)).toBe(-600)
    expect(aheadOf(run(), best)).toBe(0)
  })

  it.each([
    ['the first one', { id: 'this', score: 400 }, 1, 'first'],
    ['the best so far', { id: 'this', score: 400 }, 3, 'best'],
    ['one with less', { id: 'other', score: 1_000 }, 3, 600],
    ['one with as much', { id: 'other', score: 400 }, 3, 0],
  ])('once it has ended: %s', (_what, best, runs, comparison) => {
    expect(comparisonOf({ id: 'this', score: 400 }, { best: run(best), runs })).toBe(comparison)
  })

  it('says nothing where none has brought a point', () => {
    expect(comparisonOf({ id: 'this', score: 0 }, { best: null, runs: 2 })).toBeNull()
  })
})
