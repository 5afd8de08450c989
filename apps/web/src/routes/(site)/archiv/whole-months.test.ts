import { expect, it } from 'vitest'
import { wholeMonths } from './whole-months.ts'

const days = (...all: string[]) => all.map((day) => ({ day }))

it.each([
  ['all there are', days('2026-12-01', '2026-11-30'), false, days('2026-12-01', '2026-11-30')],
  [
    'a month cut off',
    days('2026-12-01', '2026-11-30', '2026-11-29', '2026-10-31'),
    true,
    days('2026-12-01', '2026-11-30', '2026-11-29'),
  ],
  ['only a part of one', days('2026-12-30', '2026-12-29'), true, days('2026-12-30', '2026-12-29')],
  ['none', [], false, []],
])('%s', (_, found, more, shown) => expect(wholeMonths(found, more)).toEqual(shown))
