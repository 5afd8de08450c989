import { expect, it } from 'vitest'
import { daysLeft } from './time-left.ts'

const HOUR = 3_600_000

it.each([
  [76.9 * HOUR, '3 Tage und 4 Stunden'],
  [25 * HOUR, '1 Tag und 1 Stunde'],
  [48 * HOUR, '2 Tage'],
  [24 * HOUR - 1, null],
])('%d ms are %s', (ms, words) => {
  expect(daysLeft(ms, 'de')).toBe(words)
})
