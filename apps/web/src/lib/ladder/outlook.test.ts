import { describe, expect, it } from 'vitest'
import { outlook } from './outlook.ts'

const play = { number: 4, home: 19, moves: 41, undos: 0, hints: 0, left: 312_000 }

describe('what a stage may still bring', () => {
  it('a win with half of the time, a late one, and the table as it lies', () => {
    expect(outlook(play)).toEqual([
      { win: { moves: 95, left: 120_000 }, points: 925, seconds: 120, score: 4_180 },
      { win: { moves: 95, left: 60_000 }, points: 925, seconds: 60, score: 3_940 },
      { win: null, points: 149, seconds: 0, score: 596 },
    ])
  })

  it('undos and hints are paid in each of them', () => {
    expect(outlook({ ...play, undos: 2, hints: 1 }).map((outcome) => outcome.points)).toEqual([905, 905, 129])
  })

  it('moves that are made are made', () => {
    expect(outlook({ ...play, moves: 90 })[0]).toMatchObject({ win: { moves: 130 }, points: 890 })
  })

  it.each([
    ['three minutes: a late win only', 180_000, [60_000, null]],
    ['a minute and a moment', 60_001, [60_000, null]],
    ['the last minute: no win is promised', 60_000, [null]],
    ['no time at all', 0, [null]],
  ])('with %s', (_what, left, wins) => {
    expect(outlook({ ...play, left }).map(({ win }) => win?.left ?? null)).toEqual(wins)
  })

  it('less than nothing is nothing', () => {
    expect(outlook({ ...play, home: 0, left: 0 })).toEqual([{ win: null, points: 0, seconds: 0, score: 0 }])
  })
})
