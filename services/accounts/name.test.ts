import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isName, lookAlikeKey, parseName } from './name.ts'

describe('a name is read', () => {
  test.each<[what: string, given: string, text: string]>([
    ['as it is', 'Flinke Biene 4821', 'Flinke Biene 4821'],
    ['with hyphens and underscores', 'a-b_c', 'a-b_c'],
    ['of three characters', 'abc', 'abc'],
    ['of twenty characters', 'a'.repeat(20), 'a'.repeat(20)],
    ['of twenty characters beyond the basic plane', '𐐀'.repeat(20), '𐐀'.repeat(20)],
    ['in another script', 'Пчела', 'Пчела'],
    ['with the marks that a script needs', 'मधुमक्खी', 'मधुमक्खी'],
    ['with a mark beside the one that is composed', 'Ọ̀kọ̀', 'Ọ̀kọ̀'],
    ['with marks in Hebrew', 'שָׁלוֹם', 'שָׁלוֹם'],
    ['with marks in Thai', 'นกน้อย', 'นกน้อย'],
    ['from full-width letters', 'Ｉｍｋｅ', 'Imke'],
    ['from letters and marks apart', 'Mu\u0308ller', 'Müller'],
    ['without spaces around', '  Imke  ', 'Imke'],
    ['with one space for many', 'Imke   Biene', 'Imke Biene'],
    ['with a space for one that does not break', 'Imke\u00a0Biene', 'Imke Biene'],
  ])('%s', (_what, given, text) => {
    expect(parseName(given)).toMatchObject({ text })
  })
})

describe('no name', () => {
  test.each<[what: string, given: string]>([
    ['nothing', ''],
    ['two characters', 'ab'],
    ['two and a space', 'ab '],
    ['twenty-one characters', 'a'.repeat(21)],
    ['longer once it is composed', 'ﷺﷺ'],
    ['a sign', 'a@b.c'],
    ['a slash', 'a/b'],
    ['a picture', 'bee🐝'],
    ['a line break', 'Imke\nBiene'],
    ['a tab', 'Imke\tBiene'],
    ['NUL', 'Imke\u0000'],
    ['a zero-width space', 'Im\u200bke'],
    ['a zero-width joiner', 'Im\u200dke'],
    ['a soft hyphen', 'Im\u00adke'],
    ['text turned around', 'Im\u202eke'],
    ['a variation selector', 'Imke\ufe0f'],
    ['a grapheme joiner', 'Im\u034fke'],
    ['a filler that is a letter', 'Im\u3164ke'],
    ['a lone surrogate', 'Imke\ud800'],
    ['hyphens only', '---'],
    ['a mark without a letter', '\u0301abc'],
    ['a tower of marks', 'Imke\u0301\u0302\u0303\u0304\u0305'],
    ['a tower of marks in another script', 'ש\u05b8\u05c1\u05bc\u0591לום'],
    ['two marks that are not composed', 'Imq\u0331\u0311e'],
    ['a mark of another script', 'Imke\u0e49'],
    ['a mark that only stacks', 'Imke\u1039'],
    ['a filler that is a mark', 'Imke\u{16fe4}'],
    ['a circle around', 'Imke\u20dd'],
    ['letters struck through', 'I\u0336m\u0336k\u0336e\u0336'],
    ['a blank hieroglyph', '\u{13441}\u{13442}\u{13441}'],
  ])('%s', (_what, given) => {
    expect(parseName(given)).toBe('name-invalid')
  })
})

test.each([
  'admin',
  'Admin',
  'ADMIN',
  'аdmin', // Cyrillic а
  'ad-min',
  'a d m i n',
  'adm1n',
  'Adm!n'.replace('!', 'l'),
  'Moderator',
  'Gelöscht',
  'GELÖSCHT',
  'Deleted',
  'Speed Cell',
  'Sрееdсеll', // Cyrillic р, е, с
  'Ѕрeedcell',
  'Eliminado',
  'System',
  'Ádmïn',
  'Geloscht',
  'Anonimo',
  'Speedcell Team',
  'Admin-Support',
])('%s is reserved', (name) => {
  expect(parseName(name)).toBe('name-reserved')
})

test('a reserved word within a longer name is fine', () => {
  expect(isName(parseName('Administratia'))).toBe(true)
  expect(isName(parseName('Team Imke'))).toBe(true)
})

describe('names that are one', () => {
  test.each<[what: string, one: string, other: string]>([
    ['case', 'Imke', 'iMKE'],
    ['case outside of ASCII', 'ÄGIL', 'ägil'],
    ['ß and ss', 'Groß', 'GROSS'],
    ['ß and its capital', 'groß', 'GROẞ'],
    ['full-width', 'Imke', 'Ｉｍｋｅ'],
    ['Cyrillic а', 'Anna', 'Аnnа'],
    ['a Cyrillic capital whose small letter looks different', 'Bob', 'Вob'],
    ['Greek small letters whose capitals look different', 'vera', 'νera'],
    ['another script throughout', 'ace', 'асе'],
    ['case in another script', 'Вова', 'ВОВА'],
    ['case in Greek', 'νίκη', 'ΝΊΚΗ'],
    ['the two sigmas', 'νίκος', 'ΝΊΚΟΣ'],
    ['capital I for l', 'Bill', 'BiIl'],
    ['1 for l', 'Bill', 'Bi1l'],
    ['0 for O', 'Otto', '0tt0'],
    ['rn for m', 'Emma', 'Ernma'],
    ['a dotless ı', 'Mia', 'Mıa'],
    ['a dotted İ', 'Imke', 'İmke'],
    ['mathematical letters', 'Imke', '𝐈𝐦𝐤𝐞'],
    ['letters and marks apart', 'Müller', 'Mu\u0308ller'],
    ['a ligature', 'Fink', 'ﬁnk'],
  ])('%s', (_what, one, other) => {
    expect(lookAlikeKey(other)).toBe(lookAlikeKey(one))
  })
})

test.each([
  ['Müller', 'Muller'],
  ['Imke', 'Imka'],
  ['Bob', 'Rob'],
  ['vera', 'nera'],
  ['Biene 1234', 'Biene 1235'],
  ['ab cd', 'abcd'],
])('%s and %s are two names', (one, other) => {
  expect(lookAlikeKey(one)).not.toBe(lookAlikeKey(other))
})

test('the key does not depend on case, within one script', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[a-zäöüßñáéíóú0-9 _-]{3,20}$/u), (name) => {
      expect(lookAlikeKey(name.toUpperCase())).toBe(lookAlikeKey(name))
    }),
  )
})

test('what is a name once read is read as the same again', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 30 }), (given) => {
      const name = parseName(given)
      if (isName(name)) expect(parseName(name.text)).toEqual(name)
    }),
  )
})
