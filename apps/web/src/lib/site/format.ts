import type { Locale } from '@speedcell/shared/contracts'

/** Dates in English stand as `Monday 30 November`: no country's order is meant, and this one cannot be misread. */
const DATES: Record<Locale, string> = { de: 'de', en: 'en-GB', es: 'es' }
const ENGLISH_ORDINALS: Record<Intl.LDMLPluralRule, string> = {
  one: 'st',
  two: 'nd',
  few: 'rd',
  other: 'th',
  zero: 'th',
  many: 'th',
}
const ORDINALS: Record<Locale, (n: number, text: string) => string> = {
  de: (_, text) => `${text}.`,
  en: (n, text) => `${text}${ENGLISH_ORDINALS[new Intl.PluralRules('en', { type: 'ordinal' }).select(n)]}`,
  es: (_, text) => `${text}.º`,
}

/** Whole milliseconds as a clock shows them: `4:37`, `1:02:03`. A second counts once it is over. */
export function duration(ms: number): string {
  return clock(Math.floor(Math.max(0, ms) / 1000))
}

/** What is left until an instant: `4:41:52`. A second counts as long as any of it is left, so 0:00 is the moment itself. */
export function countdown(ms: number): string {
  return clock(Math.ceil(Math.max(0, ms) / 1000))
}

function clock(seconds: number): string {
  const two = (n: number) => String(n).padStart(2, '0')
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60)]
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`
}

/** The same as words for a screen reader: `4 hours, 41 minutes`; below an hour with seconds. */
export function spokenDuration(ms: number, locale: Locale): string {
  const seconds = Math.ceil(Math.max(0, ms) / 1000)
  const units: [number, string][] = [
    [Math.floor(seconds / 3600), 'hour'],
    [Math.floor((seconds % 3600) / 60), 'minute'],
  ]
  if (seconds < 3600) units.push([seconds % 60, 'second'])
  const said = units
    .filter(([n]) => n > 0)
    .map(([n, unit]) => new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(n))
  return said.length > 0
    ? new Intl.ListFormat(locale, { type: 'unit' }).format(said)
    : new Intl.NumberFormat(locale, { style: 'unit', unit: 'second', unitDisplay: 'long' }).format(0)
}

export interface Formatter {
  /** `1.284`; in Spanish four digits stay together. */
  number(n: number): string
  /** A ratio from 0 to 1: `85 %`. */
  percent(ratio: number): string
  /** With its sign: `+250`. */
  signed(n: number): string
  /** A place: `39.`, `39th`, `39.º`. */
  ordinal(n: number): string
  /** A day as the name of a list, whatever the zone: `Montag, 30. November`. */
  day(day: string): string
  /** `Mo, 30. November` */
  shortDay(day: string): string
  /** `30. November` */
  date(day: string): string
  /** `30. November 2026` */
  fullDate(day: string): string
  /** `Mo` */
  weekday(day: string): string
  /** `November 2026` */
  month(day: string): string
  /** `Nov.` */
  monthName(day: string): string
  /** An instant's clock time in a zone: `8:12`. */
  time(instant: string | number, zone: string): string
  /** An instant's hour in a zone, without minutes: `8`. */
  hour(instant: number, zone: string): string
  /** An instant's date in a zone: `14. Mai 2026`. */
  dateOf(instant: string | number, zone: string): string
  /** The day that an instant lies in, in a zone: `2026-05-14`. */
  dayIn(instant: string | number, zone: string): string
  /** An instant as seen from another: `Heute 8:12`, within a week `Di 22:00`, else `14. Nov., 22:00`. */
  moment(instant: string, now: string, zone: string): string
  /** `heute`, `gestern`, else `30. November`: a day as seen from another. */
  relativeDay(day: string, today: string): string
}

/** Sweden writes dates as `2026-05-14`. */
const isoDays = (zone: string) =>
  new Intl.DateTimeFormat('sv', { year: 'numeric', month: '2-digit', day: '2-digit', timeZone: zone })

const made = new Map<Locale, Formatter>()

/** How numbers, places and dates are written in a language. */
export function formatter(locale: Locale): Formatter {
  const known = made.get(locale)
  if (known) return known
  const numbers = new Intl.NumberFormat(locale)
  const ratios = new Intl.NumberFormat(locale, { style: 'percent' })
  const signs = new Intl.NumberFormat(locale, { signDisplay: 'exceptZero' })
  const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' })
  const dates = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(DATES[locale], options)
  const noon = (day: string) => Date.parse(`${day}T12:00:00Z`)
  const daysBetween = (day: string, later: string) => Math.round((noon(later) - noon(day)) / 86_400_000)
  const named = (options: Intl.DateTimeFormatOptions) => {
    const format = dates({ ...options, timeZone: 'UTC' })
    return (day: string) => format.format(noon(day))
  }
  const weekdays = named({ weekday: 'short' })
  const weekday = (day: string) => weekdays(day).replace('.', '')
  const date = named({ day: 'numeric', month: 'long' })
  const shortDate = named({ day: 'numeric', month: 'short' })
  // No language gives `8:12` for every hour by itself, so the hour is put there as a number.
  const parts = (instant: string | number, zone: string) => {
    const found = dates({ hour: 'numeric', minute: '2-digit', hourCycle: 'h23', timeZone: zone }).formatToParts(new Date(instant))
    const part = (type: 'hour' | 'minute') => found.find((one) => one.type === type)?.value ?? ''
    return { hour: String(Number(part('hour'))), minute: part('minute') }
  }
  const formats: Formatter = {
    number: (n) => numbers.format(n),
    percent: (ratio) => ratios.format(ratio),
    signed: (n) => signs.format(n),
    ordinal: (n) => ORDINALS[locale](n, numbers.format(n)),
    day: named({ weekday: 'long', day: 'numeric', month: 'long' }),
    shortDay: (day) => `${weekday(day)}, ${date(day)}`,
    date,
    fullDate: named({ day: 'numeric', month: 'long', year: 'numeric' }),
    weekday,
    month: named({ month: 'long', year: 'numeric' }),
    monthName: named({ month: 'short' }),
    time: (instant, zone) => {
      const { hour, minute } = parts(instant, zone)
      return `${hour}:${minute}`
    },
    hour: (instant, zone) => parts(instant, zone).hour,
    dateOf: (instant, zone) =>
      dates({ day: 'numeric', month: 'long', year: 'numeric', timeZone: zone }).format(new Date(instant)),
    dayIn: (instant, zone) => isoDays(zone).format(new Date(instant)),
    moment: (instant, now, zone) => {
      const [day, today] = [formats.dayIn(instant, zone), formats.dayIn(now, zone)]
      const ago = daysBetween(day, today)
      const time = formats.time(instant, zone)
      if (ago >= 7 || ago < 0) return `${shortDate(day)}, ${time}`
      const name = ago < 2 ? formats.relativeDay(day, today) : weekday(day)
      return `${name.charAt(0).toLocaleUpperCase(locale)}${name.slice(1)} ${time}`
    },
    relativeDay: (day, today) => {
      const ago = daysBetween(day, today)
      return ago === 0 || ago === 1 ? relative.format(-ago, 'day') : date(day)
    },
  }
  made.set(locale, formats)
  return formats
}
