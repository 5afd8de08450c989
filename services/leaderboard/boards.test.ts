import { expect, test } from 'vitest'
import { parseDay } from '../core/index.ts'
import { boardsOf } from './boards.ts'

test.each<[day: string, week: string, from: string, to: string]>([
  ['2026-11-30', '2026-W49', '2026-11-30', '2026-12-06'],
  ['2026-12-06', '2026-W49', '2026-11-30', '2026-12-06'],
  // The week with the year's first Thursday is its first: 2026 has 53, and ends in January.
  ['2026-12-31', '2026-W53', '2026-12-28', '2027-01-03'],
  ['2027-01-01', '2026-W53', '2026-12-28', '2027-01-03'],
  ['2027-01-04', '2027-W01', '2027-01-04', '2027-01-10'],
  // And a first week may begin in December.
  ['2024-12-30', '2025-W01', '2024-12-30', '2025-01-05'],
  ['2024-12-29', '2024-W52', '2024-12-23', '2024-12-29'],
])('%s is in the ISO week %s', (day, week, from, to) => {
  expect(boardsOf(parseDay(day)).week).toEqual({ id: `week:${week}`, period: 'week', days: { from, to } })
})

test.each<[day: string, month: string, from: string, to: string]>([
  ['2026-11-30', '2026-11', '2026-11-01', '2026-11-30'],
  ['2026-12-01', '2026-12', '2026-12-01', '2026-12-31'],
  ['2027-02-14', '2027-02', '2027-02-01', '2027-02-28'],
  ['2028-02-29', '2028-02', '2028-02-01', '2028-02-29'],
])('%s is in the month %s', (day, month, from, to) => {
  expect(boardsOf(parseDay(day)).month).toEqual({ id: `month:${month}`, period: 'month', days: { from, to } })
})

test('a day is its own board, and all days are one', () => {
  const day = parseDay('2026-11-30')
  expect(boardsOf(day).day).toEqual({ id: 'day:2026-11-30', period: 'day', days: { from: day, to: day } })
  expect(boardsOf(day).all).toEqual({ id: 'all', period: 'all', days: null })
})
