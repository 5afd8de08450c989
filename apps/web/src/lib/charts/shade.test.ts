import { expect, it } from 'vitest'
import { shadeOfDaily, shadeOfWins } from './shade.ts'

it.each([
  ['not solved, whatever the place', { solved: false, better: 95 }, 'outlined'],
  ['solved, the list still open', { solved: true, better: null }, 'pale'],
  ['the lower half', { solved: true, better: 49 }, 'pale'],
  ['the upper half', { solved: true, better: 50 }, 'middle'],
  ['just short of the best tenth', { solved: true, better: 89 }, 'middle'],
  ['the best tenth', { solved: true, better: 90 }, 'deep'],
])('a daily: %s', (_, daily, shade) => expect(shadeOfDaily(daily)).toBe(shade))

it.each([
  [0, 'outlined'],
  [1, 'pale'],
  [2, 'middle'],
  [4, 'middle'],
  [5, 'deep'],
])('a day of %i wins', (wins, shade) => expect(shadeOfWins(wins)).toBe(shade))
