/** The minutes at which it is said how much time is left. */
const MINUTES = [1, 5] as const

/**
 * How many minutes are left, if that has to be said now: the time, in ms, has just come down to them. Null otherwise; also for whoever
 * comes to the table later.
 */
export function warningOf(before: number | null, left: number): number | null {
  if (before === null) return null
  return MINUTES.find((minutes) => before > minutes * 60_000 && left <= minutes * 60_000 && left > 0) ?? null
}
