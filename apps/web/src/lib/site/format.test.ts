import { LOCALES } from '@speedcell/shared/contracts'
import { describe, expect, it } from 'vitest'
import { countdown, duration, formatter, spokenDuration } from './format.ts'

const [de, en, es] = LOCALES.map(formatter) as [
  ReturnType<typeof formatter>,
  ReturnType<typeof formatter>,
  ReturnType<typeof formatter>,
]

describe('durations', () => {
  it.each([
    ['nothing', 0, '0:00'],
    ['less than a second', 999, '0:00'],
    ['a minute', 60_000, '1:00'],
    ['a usual game', 277_400, '4:37'],
    ['an hour and a bit', 3_723_000, '1:02:03'],
    ['more than a day', 90_061_000, '25:01:01'],
    ['a time before it began', -5, '0:00'],
  ])('%s', (_, ms, text) => expect(duration(ms)).toBe(text))

  it.each([
    ['a second begun is still there', 1, '0:01'],
    ['the moment itself', 0, '0:00'],
    ['after it', -3000, '0:00'],
    ['one under an hour', 3_599_001, '1:00:00'],
    ['across midnight', Date.parse('2026-12-01T00:00:00+01:00') - Date.parse('2026-11-30T19:18:08+01:00'), '4:41:52'],
    ['a day of 25 hours', Date.parse('2026-10-25T23:00:00Z') - Date.parse('2026-10-24T22:00:00Z'), '25:00:00'],
  ])('countdown: %s', (_, ms, text) => expect(countdown(ms)).toBe(text))

  it.each([
    ['de', 16_912_000, '4 Stunden, 41 Minuten'],
    ['en', 61_000, '1 minute, 1 second'],
    ['es', 7_200_000, '2 horas'],
    ['de', 0, '0 Sekunden'],
  ] as const)('said in %s', (locale, ms, text) => expect(spokenDuration(ms, locale)).toBe(text))
})

describe('numbers', () => {
  it('groups as each language does', () => {
    expect([de.number(1284), en.number(1284), es.number(1284)]).toEqual(['1.284', '1,284', '1284'])
    expect([de.number(20417), en.number(20417), es.number(20417)]).toEqual(['20.417', '20,417', '20.417'])
  })
  it('writes percents with the space that belongs there', () => {
    expect([de.percent(0.852), en.percent(0.852), es.percent(0.852)]).toEqual(['85\u00a0%', '85%', '85\u00a0%'])
  })
  it.each([
    [1, '1.', '1st', '1.º'],
    [2, '2.', '2nd', '2.º'],
    [3, '3.', '3rd', '3.º'],
    [11, '11.', '11th', '11.º'],
    [39, '39.', '39th', '39.º'],
    [101, '101.', '101st', '101.º'],
    [1112, '1.112.', '1,112th', '1112.º'],
  ])('place %i', (n, german, english, spanish) => {
    expect([de.ordinal(n), en.ordinal(n), es.ordinal(n)]).toEqual([german, english, spanish])
  })
  it('shows where coins went', () => {
    expect([de.signed(250), de.signed(-1000), de.signed(0)]).toEqual(['+250', '-1.000', '0'])
  })
})

describe('dates', () => {
  it('names a day', () => {
    expect([de, en, es].map((f) => f.day('2026-12-03'))).toEqual([
      'Donnerstag, 3. Dezember',
      'Thursday 3 December',
      'jueves, 3 de diciembre',
    ])
    expect([de, en, es].map((f) => f.shortDay('2026-12-03'))).toEqual([
      'Do, 3. Dezember',
      'Thu, 3 December',
      'jue, 3 de diciembre',
    ])
    expect([de, en, es].map((f) => f.month('2026-12-03'))).toEqual(['Dezember 2026', 'December 2026', 'diciembre de 2026'])
    expect([de, en, es].map((f) => f.monthName('2026-12-03'))).toEqual(['Dez', 'Dec', 'dic'])
  })
  it('tells the clock in a zone, without a leading nought, in 24 hours', () => {
    expect([de, en, es].map((f) => f.time('2026-12-03T00:00:00Z', 'Europe/Berlin'))).toEqual(['1:00', '1:00', '1:00'])
    expect(en.time('2026-12-03T23:00:00Z', 'Europe/Berlin')).toBe('0:00')
    expect(de.time('2026-12-03T12:05:00Z', 'Asia/Kathmandu')).toBe('17:50')
    expect(de.hour(Date.parse('2026-07-01T22:00:00Z'), 'Europe/Berlin')).toBe('0')
  })
  it('dates an instant by the zone', () => {
    expect(de.dateOf('2026-05-13T22:30:00Z', 'Europe/Berlin')).toBe('14. Mai 2026')
    expect(en.dateOf('2026-05-13T22:30:00Z', 'America/New_York')).toBe('13 May 2026')
  })
  it('finds the day of an instant by the zone', () => {
    expect(de.dayIn('2026-05-13T22:30:00Z', 'Europe/Berlin')).toBe('2026-05-14')
    expect(es.dayIn('2026-05-13T22:30:00Z', 'America/New_York')).toBe('2026-05-13')
  })
  it.each([
    ['the same day', '2026-12-03T07:12:00Z', ['Heute 8:12', 'Today 8:12', 'Hoy 8:12']],
    ['the day before, by the zone', '2026-12-01T23:30:00Z', ['Gestern 0:30', 'Yesterday 0:30', 'Ayer 0:30']],
    ['six days before', '2026-11-27T12:00:00Z', ['Fr 13:00', 'Fri 13:00', 'Vie 13:00']],
    ['a week before', '2026-11-26T12:00:00Z', ['26. Nov., 13:00', '26 Nov, 13:00', '26 nov, 13:00']],
    ['a day that is still to come', '2026-12-04T12:00:00Z', ['4. Dez., 13:00', '4 Dec, 13:00', '4 dic, 13:00']],
  ])('sees an instant from another: %s', (_, instant, words) => {
    expect([de, en, es].map((f) => f.moment(instant, '2026-12-03T19:00:00Z', 'Europe/Berlin'))).toEqual(words)
  })
  it('sees a day from another', () => {
    expect(de.relativeDay('2026-12-03', '2026-12-03')).toBe('heute')
    expect(en.relativeDay('2026-10-24', '2026-10-25')).toBe('yesterday')
    expect(es.relativeDay('2026-12-01', '2026-12-03')).toBe('1 de diciembre')
  })
})
