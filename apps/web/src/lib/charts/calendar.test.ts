import { describe, expect, it } from 'vitest'
import { calendarOf } from './calendar.ts'

describe('a calendar of days', () => {
  it('begins its weeks on Monday', () => {
    const { weeks, days } = calendarOf('2026-11-26', '2026-12-01', 1)
    expect(weeks).toBe(2)
    expect(days.map(({ day, week, weekday }) => `${day} ${week} ${weekday}`)).toEqual([
      '2026-11-26 0 3',
      '2026-11-27 0 4',
      '2026-11-28 0 5',
      '2026-11-29 0 6',
      '2026-11-30 1 0',
      '2026-12-01 1 1',
    ])
  })

  it('goes further back where it would be too short', () => {
    const { weeks, days } = calendarOf('2026-12-01', '2026-12-01', 3)
    expect(weeks).toBe(3)
    expect(days[0]).toEqual({ day: '2026-11-16', week: 0, weekday: 0 })
    expect(days).toHaveLength(16)
  })

  it('holds a leap year whole, and names each month once', () => {
    const { weeks, days, months } = calendarOf('2027-03-01', '2028-02-29', 1)
    expect(days).toHaveLength(366)
    expect(weeks).toBe(53)
    expect(months.map(({ day }) => day.slice(0, 7))).toEqual([
      '2027-03',
      '2027-04',
      '2027-05',
      '2027-06',
      '2027-07',
      '2027-08',
      '2027-09',
      '2027-10',
      '2027-11',
      '2027-12',
      '2028-01',
      '2028-02',
    ])
    expect(months[1]).toEqual({ day: '2027-04-05', week: 5 })
  })
})
