/**
 * Days of the site's time zone. A day runs from its start to the next day's start, however long that is: 23 hours, 25, or none
 * at all where a zone skipped a date. Every instant belongs to exactly one day.
 */

/** A date of the ISO calendar, `YYYY-MM-DD`. Days sort as texts. */
export type Day = string & { readonly __brand: 'Day' }

/** Whether a value is a date that exists, in the one spelling that we use. */
export function isDay(value: unknown): value is Day {
  if (typeof value !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(value)) return false
  try {
    return Temporal.PlainDate.from(value, { overflow: 'reject' }).toString() === value
  } catch {
    return false
  }
}

/** Reads a date. Throws a RangeError if it is none. */
export function parseDay(value: string): Day {
  if (!isDay(value)) throw new RangeError(`not a day: ${value}`)
  return value
}

/** The day to which an instant (ms since the epoch) belongs in a time zone. */
export function dayAt(ms: number, zone: string): Day {
  const date = Temporal.Instant.fromEpochMilliseconds(Math.floor(ms)).toZonedDateTimeISO(zone).toPlainDate()
  const day = date.toString() as Day
  // Where clocks were once set back just after midnight, the old date came again for a while: the new day had begun by then.
  return ms >= dayEnd(day, zone) ? nextDay(day) : day
}

/** The instant (ms since the epoch) at which a day begins: midnight, or the first moment after it where midnight is skipped. */
export function dayStart(day: Day, zone: string): number {
  return Temporal.PlainDate.from(day).toZonedDateTime(zone).epochMilliseconds
}

/** The instant (ms since the epoch) at which a day is over, that is, at which the next one begins. */
export function dayEnd(day: Day, zone: string): number {
  return dayStart(nextDay(day), zone)
}

/** The day so many days later, or earlier if negative. */
export function addDays(day: Day, days: number): Day {
  return Temporal.PlainDate.from(day).add({ days }).toString() as Day
}

/** Tomorrow's date, seen from a day. */
export function nextDay(day: Day): Day {
  return addDays(day, 1)
}

/** Yesterday's date, seen from a day. */
export function previousDay(day: Day): Day {
  return addDays(day, -1)
}
