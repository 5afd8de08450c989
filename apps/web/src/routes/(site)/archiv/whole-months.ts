/**
 * Days, the latest first, without the part of a month that they end with: the rest of it is on the next page. A part is kept where
 * there is nothing else, or where it is the beginning of everything.
 */
export function wholeMonths<T extends { day: string }>(days: readonly T[], more: boolean): readonly T[] {
  const last = days.at(-1)?.day.slice(0, 7)
  if (!more || last === undefined) return days
  const whole = days.filter(({ day }) => !day.startsWith(last))
  return whole.length > 0 ? whole : days
}
