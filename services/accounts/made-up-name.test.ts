import { LOCALES } from '@speedcell/shared/contracts'
import { describe, expect, test } from 'vitest'
import { makeUpName, phrases } from './made-up-name.ts'
import { isName, lookAlikeKey, parseName } from './name.ts'

describe.each(LOCALES)('in %s', (locale) => {
  test('every phrase with its digits is a name, and as written', () => {
    for (const phrase of phrases(locale)) expect(parseName(`${phrase} 0000`), phrase).toMatchObject({ text: `${phrase} 0000` })
  })

  test('there are enough of them, and no two look alike', () => {
    const keys = new Set(phrases(locale).map(lookAlikeKey))
    expect(keys.size).toBe(phrases(locale).length)
    expect(keys.size).toBeGreaterThan(200)
  })

  test('every choice comes from the source of randomness', () => {
    const asked: number[] = []
    const name = makeUpName(locale, (below) => {
      asked.push(below)
      return below - 1
    })
    expect(asked).toEqual([phrases(locale).length, 10_000])
    expect(name).toBe(`${phrases(locale).at(-1)} 9999`)
    expect(isName(parseName(name))).toBe(true)
    expect(makeUpName(locale, () => 0)).toBe(`${phrases(locale)[0]} 0000`)
  })
})

test.each([
  ['de', 'Flinke Biene'],
  ['de', 'Flinker Falter'],
  ['de', 'Flinkes Wachs'],
  ['de', 'Goldene Wabe'],
  ['en', 'Busy Bee'],
  ['es', 'Abeja Dorada'],
  ['es', 'Panal Dorado'],
  ['es', 'Abeja Ágil'],
  ['es', 'Polen Veloz'],
] as const)('%s agrees: %s', (locale, phrase) => {
  expect(phrases(locale)).toContain(phrase)
})

test.each([
  ['de', 'Süße Biene'],
  ['en', 'Honey'],
  ['es', 'Zángano'],
  ['es', 'Celda'],
] as const)('%s calls nobody %s, which means something else', (locale, word) => {
  expect(phrases(locale).filter((phrase) => phrase.includes(word))).toEqual([])
})
