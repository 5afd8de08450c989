import { expect, it } from 'vitest'
import { formatter } from '#lib/site/format.ts'
import { postingWords } from './posting.ts'

it.each([
  ['on the day itself', 'daily:2026-11-30', '2026-11-30', 'Daily solved'],
  ['later, with its day', 'daily:2026-11-28', '2026-11-30', 'Daily of 28 November solved'],
  ['for what this page does not know', 'tournament:7', '2026-11-30', 'Entry'],
  ['for no day at all', 'daily:soon', '2026-11-30', 'Entry'],
])('a posting %s', (_, reason, postedOn, words) => expect(postingWords(reason, postedOn, formatter('en'))).toBe(words))
