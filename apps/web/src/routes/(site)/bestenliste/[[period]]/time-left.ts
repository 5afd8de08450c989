import type { Locale } from '@speedcell/shared/contracts'

const HOUR = 3_600_000

/** How long something still goes on, as days and hours in words: `3 Tage, 4 Stunden`. Null for less than a day. */
export function daysLeft(ms: number, locale: Locale): string | null {
  const hours = Math.floor(ms / HOUR)
  if (hours < 24) return null
  const parts: [number, string][] = [
    [Math.floor(hours / 24), 'day'],
    [hours % 24, 'hour'],
  ]
  const said = parts
    .filter(([n]) => n > 0)
    .map(([n, unit]) => new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(n))
  return new Intl.ListFormat(locale, { type: 'conjunction' }).format(said)
}
