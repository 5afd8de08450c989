import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays, type Day, dayAt, dayEnd, dayStart, isDay, nextDay, parseDay, previousDay } from './calendar.ts'

const HOUR = 3_600_000
const at = (iso: string) => Temporal.Instant.from(iso).epochMilliseconds
const iso = (ms: number, zone: string) =>
  Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(zone).toString({ timeZoneName: 'never', smallestUnit: 'minute' })

describe('a day begins and lasts as its zone says', () => {
  test.each<[what: string, zone: string, day: string, start: string, hours: number]>([
    ['an ordinary day', 'Europe/Berlin', '2026-11-30', '2026-11-30T00:00+01:00', 24],
    ['clocks go forward', 'Europe/Berlin', '2026-03-29', '2026-03-29T00:00+01:00', 23],
    ['clocks go back', 'Europe/Berlin', '2026-10-25', '2026-10-25T00:00+02:00', 25],
    ['no midnight: clocks go forward at 0:00', 'America/Sao_Paulo', '2018-11-04', '2018-11-04T01:00-02:00', 23],
    ['23:00 comes twice, midnight once', 'America/Sao_Paulo', '2018-02-17', '2018-02-17T00:00-02:00', 25],
    ['no midnight, in Cairo', 'Africa/Cairo', '2026-04-24', '2026-04-24T01:00+03:00', 23],
    ['midnight comes twice: the first one counts', 'America/Havana', '2026-11-01', '2026-11-01T00:00-04:00', 25],
    ['a half-hour zone', 'Asia/Kolkata', '2026-11-30', '2026-11-30T00:00+05:30', 24],
    ['half an hour of summer time', 'Australia/Lord_Howe', '2026-04-05', '2026-04-05T00:00+11:00', 24.5],
    ['the day before a skipped date', 'Pacific/Apia', '2011-12-29', '2011-12-29T00:00-10:00', 24],
    ['a skipped date has no length', 'Pacific/Apia', '2011-12-30', '2011-12-31T00:00+14:00', 0],
  ])('%s', (_what, zone, text, start, hours) => {
    const day = parseDay(text)
    expect(iso(dayStart(day, zone), zone)).toBe(start)
    expect((dayEnd(day, zone) - dayStart(day, zone)) / HOUR).toBe(hours)
  })
})

describe('an instant belongs to one day', () => {
  test.each<[what: string, zone: string, instant: string, day: string]>([
    ['the last millisecond', 'Europe/Berlin', '2026-11-30T22:59:59.999Z', '2026-11-30'],
    ['midnight', 'Europe/Berlin', '2026-11-30T23:00:00Z', '2026-12-01'],
    ['another zone, the same instant', 'Pacific/Auckland', '2026-11-30T22:59:59.999Z', '2026-12-01'],
    ['half past six', 'Asia/Kolkata', '2026-11-30T18:30:00Z', '2026-12-01'],
    ['before 1970', 'Europe/Berlin', '1969-12-31T22:59:59.999Z', '1969-12-31'],
    ['the repeated minutes after a midnight', 'America/St_Johns', '2006-10-29T02:45:00Z', '2006-10-29'],
  ])('%s', (_what, zone, instant, day) => {
    expect(dayAt(at(instant), zone)).toBe(day)
  })

  test('and that day holds it, in every zone', () => {
    const zones = Intl.supportedValuesOf('timeZone')
    const instants = fc.integer({ min: at('1990-01-01T00:00Z'), max: at('2060-01-01T00:00Z') })
    fc.assert(
      fc.property(instants, fc.constantFrom(...zones), (ms, zone) => {
        const day = dayAt(ms, zone)
        return dayStart(day, zone) <= ms && ms < dayEnd(day, zone)
      }),
    )
  })
})

test.each<[value: unknown, ok: boolean]>([
  ['2026-11-30', true],
  ['2028-02-29', true],
  ['2026-02-29', false],
  ['2026-11-31', false],
  ['2026-1-1', false],
  ['2026-11-30T00:00', false],
  ['20261130', false],
  ['', false],
  [20261130, false],
  [null, false],
])('isDay(%j) is %j', (value, ok) => {
  expect(isDay(value)).toBe(ok)
})

test('parseDay refuses what is no day', () => {
  expect(() => parseDay('2026-02-30')).toThrow(RangeError)
})

test('days are counted over months, years and daylight saving', () => {
  const day = parseDay('2026-12-31')
  expect(nextDay(day)).toBe('2027-01-01')
  expect(previousDay(parseDay('2028-03-01'))).toBe('2028-02-29')
  expect(addDays(day, -365)).toBe('2025-12-31')
  const days: Day[] = [addDays(day, 1), day]
  expect(days.sort()).toEqual([day, '2027-01-01'])
})
