import { describe, expect, test } from 'vitest'
import { givenCard } from './given.ts'
import { builds, emptyColumnTakes, isVariantId, VARIANT_IDS, VARIANTS } from './variant.ts'

test.each([
  ['freecell-4', 4, 'alternating', 'safe', 1],
  ['freecell-3', 3, 'alternating', 'safe', 2],
  ['freecell-2', 2, 'alternating', 'safe', 3],
  ['freecell-1', 1, 'alternating', 'safe', 5],
  ['bakers-game', 4, 'same-suit', 'all', 3],
] as const)('%s is its parameters', (id, cells, buildsOn, autoplay, factor) => {
  expect(VARIANTS[id]).toEqual({ id, columns: 8, cells, buildsOn, emptyColumn: 'any', autoplay, factor })
})

test('ids are known by name only', () => {
  expect(VARIANT_IDS.every(isVariantId)).toBe(true)
  for (const value of ['freecell', 'FREECELL-4', 'toString', '__proto__', '', 0, null, ['freecell-4']])
    expect(isVariantId(value)).toBe(false)
})

describe('builds', () => {
  test.each([
    ['red on black', 'freecell-4', '9D', 'TS', true],
    ['black on red', 'freecell-4', '9C', 'TH', true],
    ['red on red', 'freecell-4', '9D', 'TH', false],
    ['black on black', 'freecell-4', '9C', 'TS', false],
    ['two lower', 'freecell-4', '8D', 'TS', false],
    ['higher', 'freecell-4', 'TS', '9D', false],
    ['an ace on a two', 'freecell-4', 'AH', '2C', true],
    ['a king on an ace', 'freecell-4', 'KH', 'AS', false],
    ['the same suit', 'bakers-game', '9D', 'TD', true],
    ['another suit of the colour', 'bakers-game', '9D', 'TH', false],
    ['another colour', 'bakers-game', '9D', 'TS', false],
  ] as const)('%s, in %s', (_name, id, card, onto, expected) => {
    expect(builds(VARIANTS[id], givenCard(card), givenCard(onto))).toBe(expected)
  })
})

test('an empty column takes any card', () => {
  for (const name of ['AC', '7D', 'KS']) expect(emptyColumnTakes(VARIANTS['freecell-4'], givenCard(name))).toBe(true)
})
