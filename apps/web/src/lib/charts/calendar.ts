interface CalendarDay {
  readonly day: string
  /** Column, from 0, and row: 0 is Monday. */
  readonly week: number
  readonly weekday: number
}

export interface Calendar {
  readonly weeks: number
  readonly days: readonly CalendarDay[]
  /** Which column each month begins in, named by its first day that is shown. */
  readonly months: readonly { readonly day: string; readonly week: number }[]
}

const DAY_MS = 86_400_000
const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10)

/** The days from one to another, both in, in columns of weeks that begin on Monday; from further back if it were less than `least` weeks. */
export function calendarOf(from: string, to: string, least: number): Calendar {
  const end = Date.parse(to)
  const weekdayOf = (ms: number) => (new Date(ms).getUTCDay() + 6) % 7
  const lastMonday = end - weekdayOf(end) * DAY_MS
  const start = Math.min(Date.parse(from), lastMonday - (least - 1) * 7 * DAY_MS)
  const firstMonday = start - weekdayOf(start) * DAY_MS
  const days: CalendarDay[] = []
  for (let ms = start; ms <= end; ms += DAY_MS) {
    days.push({ day: dayOf(ms), week: Math.floor((ms - firstMonday) / (7 * DAY_MS)), weekday: weekdayOf(ms) })
  }
  // A month is named over the first column that begins in it, so that two names are never closer than four columns.
  const months = days.filter(({ day, weekday }) => weekday === 0 && Number(day.slice(8)) <= 7)
  return {
    weeks: (lastMonday - firstMonday) / (7 * DAY_MS) + 1,
    days,
    months: months.map(({ day, week }) => ({ day, week })),
  }
}
