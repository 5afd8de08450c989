import type { BoardId, BoardPeriod } from '@speedcell/shared/contracts'
import { addDays, type Day } from '../core/index.ts'

/** A board and the days that it is of, the last one included; null: all of them. */
export interface BoardOf {
  readonly id: BoardId
  readonly period: BoardPeriod
  readonly days: { readonly from: Day; readonly to: Day } | null
}

/** The boards that a day belongs to. */
export function boardsOf(day: Day): Readonly<Record<BoardPeriod, BoardOf>> {
  const date = Temporal.PlainDate.from(day)
  const monday = addDays(day, 1 - date.dayOfWeek)
  const first = addDays(day, 1 - date.day)
  const week = `${date.yearOfWeek}-W${String(date.weekOfYear).padStart(2, '0')}`
  return {
    day: { id: `day:${day}` as BoardId, period: 'day', days: { from: day, to: day } },
    week: { id: `week:${week}` as BoardId, period: 'week', days: { from: monday, to: addDays(monday, 6) } },
    month: {
      id: `month:${day.slice(0, 7)}` as BoardId,
      period: 'month',
      days: { from: first, to: addDays(first, date.daysInMonth - 1) },
    },
    all: { id: 'all' as BoardId, period: 'all', days: null },
  }
}
