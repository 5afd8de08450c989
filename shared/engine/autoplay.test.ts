import { describe, expect, test } from 'vitest'
import { autoplay, canFinish, finish, isSafeHome } from './autoplay.ts'
import { cardName } from './card.ts'
import { givenCard, givenPosition } from './given.ts'
import { positionToJson } from './position.ts'

describe('isSafeHome', () => {
  test.each([
    ['an ace', {}, 'AH', true],
    ['a two on its ace, whatever else is out', { H: 1 }, '2H', true],
    ['a two without its ace', {}, '2H', false],
    ['a red three once both black twos are home', { H: 2, C: 2, S: 2 }, '3H', true],
    ['a red three with a black two out', { H: 2, C: 2, S: 1 }, '3H', false],
    ['a black three does not ask for the other black suit', { C: 2, D: 2, H: 2, S: 0 }, '3C', true],
    ['a black three with a red two out', { C: 2, D: 1, H: 13, S: 2 }, '3C', false],
    ['a red three does not ask for the other red suit', { D: 2, C: 2, S: 2, H: 0 }, '3D', true],
    ['a king once both queens are home', { S: 12, D: 12, H: 12 }, 'KS', true],
    ['a king with a queen out', { S: 12, D: 11, H: 12 }, 'KS', false],
    ['not the card that is next', { S: 5, D: 13, H: 13 }, '7S', false],
    ['not the card that is home already', { S: 5, D: 13, H: 13 }, '5S', false],
  ])('%s', (_name, home, card, expected) => {
    expect(isSafeHome(givenPosition('freecell-4', { home }), givenCard(card))).toBe(expected)
  })
})

describe('autoplay', () => {
  const table = { cells: ['AC', '3D'], home: { D: 2 }, columns: ['KS 2C', '4D', 'AS'] }
  test.each([
    ['safe', ['AC', 'AS', '2C'], 'KS'],
    ['all', ['AC', '3D', '4D', 'AS', '2C'], 'KS'],
    ['off', [], 'KS 2C'],
  ] as const)('%s', (rule, flown, firstColumn) => {
    const position = givenPosition('freecell-4', table)
    const flights = autoplay(position, rule)
    expect(flights.cards.map(cardName).sort()).toEqual([...flown].sort())
    expect(positionToJson(flights.position).columns[0]).toBe(firstColumn)
    expect(positionToJson(position).columns[0]).toBe('KS 2C')
  })

  test('goes on while one flight makes the next one safe', () => {
    const position = givenPosition('freecell-4', {
      home: { C: 2, D: 2, H: 2, S: 1 },
      columns: ['4C 2S', '3H', '4S 3S', '3C', '3D'],
    })
    expect(positionToJson(autoplay(position, 'safe').position).home).toEqual({ C: 4, D: 3, H: 3, S: 4 })
  })

  test('a position in which nothing flies is given back itself', () => {
    const position = givenPosition('freecell-4', { columns: ['KS', '2C'] })
    expect(autoplay(position, 'all').position).toBe(position)
  })
})

describe('canFinish', () => {
  test.each([
    ['two runs that come off in turn', { home: { C: 12, D: 12, H: 11, S: 11 }, columns: ['KH QS', 'KS QH', 'KC', 'KD'] }, true],
    ['a card in a cell is home in its turn', { cells: ['QS'], home: { C: 13, D: 13, H: 13, S: 11 }, columns: ['KS'] }, true],
    ['a king upon what must go first', { home: { C: 13, D: 13, H: 13, S: 11 }, columns: ['QS KS'] }, false],
    ['a won game has nothing to finish', { home: { C: 13, D: 13, H: 13, S: 13 } }, false],
  ])('%s', (_name, table, expected) => {
    const position = givenPosition('freecell-4', table)
    expect(canFinish(position)).toBe(expected)
    if (expected) expect(positionToJson(finish(position).position).home).toEqual({ C: 13, D: 13, H: 13, S: 13 })
  })
})
