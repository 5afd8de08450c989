import { describe, expect, test } from 'vitest'
import { givenDeal, givenPosition } from './given.ts'
import {
  capacity,
  cardsHome,
  emptyCells,
  emptyColumns,
  isWon,
  positionFromDeal,
  positionToJson,
  runLength,
  samePosition,
} from './position.ts'
import { VARIANTS } from './variant.ts'

const FULL = ['KC', 'KD', 'KH', 'KS']

/** So many cells and columns empty, of four and eight. */
function givenRoom(cells: number, columns: number) {
  const columnCards = ['QC', 'QD', 'QH', 'QS', 'JC', 'JD', 'JH', 'JS']
  return givenPosition('freecell-4', { cells: FULL.slice(cells), columns: columnCards.slice(columns) })
}

describe('capacity', () => {
  test.each([
    // empty cells, empty columns, onto a card, into an empty column
    [0, 0, 1, 0],
    [1, 0, 2, 0],
    [2, 0, 3, 0],
    [3, 0, 4, 0],
    [4, 0, 5, 0],
    [0, 1, 2, 1],
    [1, 1, 4, 2],
    [2, 1, 6, 3],
    [4, 1, 10, 5],
    [0, 2, 4, 2],
    [3, 2, 16, 8],
    [4, 2, 20, 10],
    [0, 3, 8, 4],
    [4, 7, 640, 320],
  ])(
    '%d empty cells and %d empty columns move %d onto a card, %d into an empty column',
    (cells, columns, ontoCard, intoEmpty) => {
      const position = givenRoom(cells, columns)
      expect([emptyCells(position), emptyColumns(position)]).toEqual([cells, columns])
      expect([capacity(position, false), capacity(position, true)]).toEqual([ontoCard, intoEmpty])
    },
  )
})

describe('runLength', () => {
  test.each([
    ['an empty column', 'freecell-4', '', 0],
    ['one card', 'freecell-4', 'KS', 1],
    ['two that do not fit', 'freecell-4', 'KS QC', 1],
    ['a whole column', 'freecell-4', 'KS QD JC TH', 4],
    ['the end of a column', 'freecell-4', '2S KS QD JC TH', 4],
    ['broken in the middle', 'freecell-4', 'KS QD 3C JC TH', 2],
    ['colours do not make a run in one suit', 'bakers-game', 'KS QD JC', 1],
    ['one suit', 'bakers-game', '4H KS QS JS', 3],
  ] as const)('%s, in %s: %s', (_name, id, column, expected) => {
    expect(runLength(givenPosition(id, { columns: [column] }), 0, VARIANTS[id])).toBe(expected)
  })
})

test('a deal starts with nothing home and every cell empty', () => {
  const position = positionFromDeal(givenDeal(617), VARIANTS['freecell-2'])
  expect(positionToJson(position)).toEqual({
    cells: ['--', '--'],
    home: { C: 0, D: 0, H: 0, S: 0 },
    columns: [
      '7D TD TH KD 4C 4S JD',
      'AD 7S QC 5H QS TS KS',
      '5C QD 3H 9S 9C 2H KC',
      '3S AC 9D 3C 9H 5D 4H',
      '5S 6D 6S 8S 7C JC',
      '8C 8H 8D 7H 6H 6C',
      '2D AS 3D 4D 2C JH',
      'AH KH TC JS 2S QH',
    ],
  })
})

test('a game is won with the 52nd card home', () => {
  const last = givenPosition('freecell-4', { home: { C: 13, D: 13, H: 13, S: 12 }, columns: ['KS'] })
  const won = givenPosition('freecell-4', { home: { C: 13, D: 13, H: 13, S: 13 } })
  expect([cardsHome(last), isWon(last)]).toEqual([51, false])
  expect([cardsHome(won), isWon(won)]).toEqual([52, true])
})

describe('samePosition', () => {
  const one = givenPosition('freecell-4', { cells: ['3D'], home: { C: 1 }, columns: ['KS QD', '2C'] })
  test.each([
    ['made twice', { cells: ['3D'], home: { C: 1 }, columns: ['KS QD', '2C'] }, true],
    ['another cell', { cells: ['', '3D'], home: { C: 1 }, columns: ['KS QD', '2C'] }, false],
    ['another column', { cells: ['3D'], home: { C: 1 }, columns: ['2C', 'KS QD'] }, false],
    ['another foundation', { cells: ['3D'], home: { D: 1 }, columns: ['KS QD', '2C'] }, false],
    ['a card more', { cells: ['3D'], home: { C: 1 }, columns: ['KS QD JC', '2C'] }, false],
  ])('%s', (_name, other, expected) => {
    expect(samePosition(one, givenPosition('freecell-4', other))).toBe(expected)
  })
})
