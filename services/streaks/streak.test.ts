import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays, type Day, parseDay } from '../core/index.ts'
import { streakOf } from './streak.ts'

const TODAY = parseDay('2026-03-30')
/** Days by how long ago they are: 0 is today. */
const ago = (...days: number[]): Set<Day> => new Set(days.map((count) => addDays(TODAY, -count)))

describe('the streak', () => {
  test.each<[what: string, solved: Set<Day>, current: number, longest: number]>([
    ['nothing solved', ago(), 0, 0],
    ['today alone', ago(0), 1, 1],
    ['yesterday alone still counts', ago(1), 1, 1],
    ['the day before yesterday is over', ago(2), 0, 1],
    ['up to today', ago(0, 1, 2), 3, 3],
    ['up to yesterday', ago(1, 2, 3), 3, 3],
    ['a hole yesterday', ago(0, 2, 3), 1, 2],
    ['a late day mends it', ago(0, 1, 2, 3), 4, 4],
    ['the longest lies in the past', ago(0, 10, 11, 12, 13), 1, 4],
    ['over a clock change and a month', ago(...Array.from({ length: 40 }, (_, day) => day)), 40, 40],
    ['a day in the future is not up to today', ago(-1), 0, 1],
  ])('%s', (_what, solved, current, longest) => {
    expect(streakOf(solved, TODAY)).toMatchObject({ current, longest })
  })

  test('shows the last seven days, oldest first', () => {
    expect(streakOf(ago(0, 2, 6, 7), TODAY).week).toEqual([
      { day: '2026-03-24', solved: true },
      { day: '2026-03-25', solved: false },
      { day: '2026-03-26', solved: false },
      { day: '2026-03-27', solved: false },
      { day: '2026-03-28', solved: true },
      { day: '2026-03-29', solved: false },
      { day: '2026-03-30', solved: true },
    ])
  })

  test('does not depend on the order in which days were solved, and is what counting day by day gives', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.integer({ min: 0, max: 60 })), (days) => {
        const solved = ago(...days)
        const runs = Array.from({ length: 62 }, (_, day) => (days.includes(day) ? '1' : '0')).join('')
        const lengths = runs.split('0').map((run) => run.length)
        const [first = 0] = runs.split('0').map((run) => run.length)
        const second = runs.slice(1).split('0')[0]?.length ?? 0
        expect(streakOf(solved, TODAY)).toMatchObject({ current: first || second, longest: Math.max(...lengths) })
      }),
    )
  })
})
