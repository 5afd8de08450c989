import type { Streak } from '@speedcell/shared/contracts'
import { addDays, type Day, nextDay, previousDay } from '../core/index.ts'

const WEEK = 7

/**
 * The streak that a set of solved days makes, seen from today. The current one ends today or yesterday: a day that can still be
 * solved breaks nothing.
 */
export function streakOf(solved: ReadonlySet<Day>, today: Day): Streak {
  const last = solved.has(today) ? today : previousDay(today)
  let longest = 0
  for (const day of solved) if (!solved.has(nextDay(day))) longest = Math.max(longest, daysUpTo(solved, day))
  const week = Array.from({ length: WEEK }, (_, index) => addDays(today, index - WEEK + 1))
  return {
    current: daysUpTo(solved, last),
    longest,
    week: week.map((day) => ({ day, solved: solved.has(day) })),
  }
}

/** How many solved days in a row end with a day. */
function daysUpTo(solved: ReadonlySet<Day>, last: Day): number {
  let count = 0
  for (let day = last; solved.has(day); day = previousDay(day)) count++
  return count
}
