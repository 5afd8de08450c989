import { describe, expect, test } from 'vitest'
import { givenPlace, givenPosition } from './given.ts'
import {
  bestTarget,
  checkMove,
  explainRefusal,
  hasLegalMove,
  legalMoves,
  MOVE_REFUSALS,
  type Move,
  playMove,
  targetsOf,
} from './move.ts'
import { makeMove } from './notation.ts'
import { type Position, positionToJson } from './position.ts'
import { VARIANTS } from './variant.ts'

const FREECELL = VARIANTS['freecell-4']
const KINGS = ['KC', 'KD', 'KH', 'KS']

const givenMove = (text: string, count = 1): Move => ({
  from: givenPlace(text.charAt(0)),
  to: givenPlace(text.charAt(1)),
  count,
})
const texts = (position: Position, moves: readonly Move[]) => moves.map((move) => makeMove(position, move))

describe('playMove', () => {
  const table = { cells: ['5H'], home: { S: 2 }, columns: ['9C 8D 7S', '8H', '3S', '', '6C'] }
  test.each([
    ['a card onto a card', '12', 1, { columns: ['9C 8D', '8H 7S', '3S', '', '6C', '', '', ''] }],
    ['a run into an empty column', '14', 2, { columns: ['9C', '8H', '3S', '8D 7S', '6C', '', '', ''] }],
    [
      'a cell onto a card',
      'a5',
      1,
      { cells: ['--', '--', '--', '--'], columns: ['9C 8D 7S', '8H', '3S', '', '6C 5H', '', '', ''] },
    ],
    [
      'a cell into an empty column',
      'a4',
      1,
      { cells: ['--', '--', '--', '--'], columns: ['9C 8D 7S', '8H', '3S', '5H', '6C', '', '', ''] },
    ],
    ['a card into a cell', '2c', 1, { cells: ['5H', '--', '8H', '--'], columns: ['9C 8D 7S', '', '3S', '', '6C', '', '', ''] }],
    ['a card home', '3h', 1, { home: { C: 0, D: 0, H: 0, S: 3 }, columns: ['9C 8D 7S', '8H', '', '', '6C', '', '', ''] }],
  ])('%s', (_name, text, count, changed) => {
    const position = givenPosition('freecell-4', table)
    const before = positionToJson(position)
    expect(positionToJson(playMove(position, FREECELL, givenMove(text, count)))).toEqual({ ...before, ...changed })
    expect(positionToJson(position)).toEqual(before)
  })

  test('throws on what is not legal', () => {
    expect(() => playMove(givenPosition('freecell-4', table), FREECELL, givenMove('21'))).toThrow(RangeError)
  })
})

describe('a refused move says why', () => {
  const crowded = { cells: ['KC', 'KD', 'KH', ''], columns: ['TS 9D 8S 7D', 'TC', '8C', 'QC', 'QD', 'QH', 'JS', '4S 2D'] }
  const rows: [string, Parameters<typeof givenPosition>[1], string, number, string][] = [
    ['from a column that is not there', crowded, '9a', 1, 'no-such-place'],
    ['to a column that is not there', crowded, '19', 1, 'no-such-place'],
    ['from an empty cell', crowded, 'd1', 1, 'empty'],
    ['from an empty column', { columns: ['KS'] }, '21', 1, 'empty'],
    ['from a foundation', { home: { S: 1 } }, 'h1', 1, 'stays-home'],
    ['more than the run', crowded, '82', 2, 'not-a-run'],
    ['more than the column', crowded, '32', 2, 'not-a-run'],
    ['two from a cell', crowded, 'a4', 2, 'not-a-run'],
    ['no card', crowded, '12', 0, 'not-a-run'],
    ['half a card', crowded, '12', 1.5, 'not-a-run'],
    ['NaN cards', crowded, '12', Number.NaN, 'not-a-run'],
    ['onto its own column', crowded, '11', 1, 'same-place'],
    ['into its own cell', crowded, 'aa', 1, 'same-place'],
    ['from cell to cell', crowded, 'ad', 1, 'cell-to-cell'],
    ['two into a cell', crowded, '1d', 2, 'cell-takes-one'],
    ['into a taken cell', crowded, '1a', 1, 'cell-taken'],
    ['two home', crowded, '1h', 2, 'home-takes-one'],
    ['home before its turn', crowded, '8h', 1, 'not-next-home'],
    ['onto the wrong rank', crowded, '42', 1, 'does-not-fit'],
    ['onto the wrong colour', crowded, '82', 1, 'does-not-fit'],
    ['a run that is one card too long', crowded, '12', 3, 'too-many-cards'],
    [
      'a run into the only empty column, which does not count itself',
      { cells: KINGS, columns: ['8S 7D', '', 'QC', 'QD', 'QH', 'QS', 'JC', 'JD'] },
      '12',
      2,
      'too-many-cards',
    ],
  ]

  test.each(rows)('%s', (_name, table, text, count, reason) => {
    const position = givenPosition('freecell-4', table)
    const move = givenMove(text, count)
    expect(checkMove(position, FREECELL, move)).toBe(false)
    expect(explainRefusal(position, FREECELL, move.from, move.count, move.to)).toBe(reason)
  })

  test.each([
    ['a run that would fit but is too long', crowded, '1', 3, 'too-many-cards'],
    [
      'a card that fits nowhere',
      { cells: KINGS, columns: ['3C', '7S', 'QC', 'QD', 'QH', 'QS', 'JC', 'JD'] },
      '1',
      1,
      'no-target',
    ],
    ['cards out of order', crowded, '8', 2, 'not-a-run'],
    ['an empty cell', crowded, 'd', 1, 'empty'],
  ])('and without a target: %s', (_name, table, from, count, reason) => {
    expect(explainRefusal(givenPosition('freecell-4', table), FREECELL, givenPlace(from), count)).toBe(reason)
  })

  test('every code is one of the rows', () => {
    const named = new Set([...rows.map((row) => row[4]), 'no-target'])
    expect([...named].sort()).toEqual([...MOVE_REFUSALS].sort())
  })

  test('a legal move has no reason', () => {
    const position = givenPosition('freecell-4', { columns: ['KS'] })
    expect(() => explainRefusal(position, FREECELL, givenPlace('1'), 1, givenPlace('a'))).toThrow(RangeError)
  })
})

describe('a run moves at once up to the capacity', () => {
  const run = 'KS QD JC TH 9S 8D 7C 6H 5S 4D 3C'
  const filler = ['3D', '3H', '3S', '4C', '4H', '4S', '5C', '5D']
  test.each([
    // empty cells, empty columns besides the target, cards that move onto a card, cards that move into the empty column
    [0, 0, 1, 1],
    [1, 0, 2, 2],
    [2, 0, 3, 3],
    [4, 0, 5, 5],
    [0, 1, 2, 2],
    [1, 1, 4, 4],
    [3, 1, 8, 8],
    [4, 1, 10, 10],
    [2, 2, 11, 11],
  ])('%d empty cells, %d empty columns besides the target', (cells, columns, ontoCard, intoEmpty) => {
    const onto = ['4H', '5C', '6D', '7S', '8H', '9C', 'TD', 'JS', 'QH', 'KC']
    for (const [index, card] of onto.entries()) {
      const count = index + 1
      const rest = filler.slice(0, 6 - columns)
      const isLegal = (target: string) => {
        const position = givenPosition('freecell-4', { cells: KINGS.slice(cells), columns: [run, target, ...rest] })
        return checkMove(position, FREECELL, givenMove('12', count))
      }
      expect([count, isLegal(card), isLegal('')]).toEqual([count, count <= ontoCard, count <= intoEmpty])
    }
  })
})

describe('legalMoves', () => {
  test.each([
    [
      'every empty cell, every empty column with every count, the foundation',
      { cells: ['KC', '', 'KH'], home: { S: 2 }, columns: ['5C 4D 3S', '', 'KD', 'QC', 'QD', 'QH', 'JS', 'JC'] },
      [
        'a2x1',
        'c2x1',
        '1h',
        '12x1',
        '1b',
        '1d',
        '12x2',
        '12x3',
        '32x1',
        '3b',
        '3d',
        '43',
        '42x1',
        '4b',
        '4d',
        '52x1',
        '5b',
        '5d',
        '62x1',
        '6b',
        '6d',
        '75',
        '76',
        '72x1',
        '7b',
        '7d',
        '85',
        '86',
        '82x1',
        '8b',
        '8d',
      ],
    ],
    [
      'only the count that the ranks ask for',
      { cells: ['KC', 'KD', 'KH', ''], columns: ['9C 8D 7S', '8H', '9S', 'QC', 'QD', 'QH', 'JS', 'JC'] },
      ['12', '1d', '13', '23', '2d', '3d', '4d', '5d', '6d', '75', '76', '7d', '85', '86', '8d'],
    ],
    ['nothing', { cells: KINGS, columns: ['3C', '7S', 'QC', 'QD', 'QH', 'QS', '5C', '9D'] }, []],
  ])('%s', (_name, table, expected) => {
    const position = givenPosition('freecell-4', table)
    expect(texts(position, legalMoves(position, FREECELL)).sort()).toEqual([...expected].sort())
    expect(hasLegalMove(position, FREECELL)).toBe(expected.length > 0)
  })
})

test('targetsOf gives what takes exactly that run', () => {
  const position = givenPosition('freecell-4', { cells: ['KC'], columns: ['9C 8D 7S', '8H', '9S', '', 'QC'] })
  const targets = (count: number) => texts(position, targetsOf(position, FREECELL, givenPlace('1'), count))
  expect(targets(1)).toEqual(['12', '14x1', '16x1', '17x1', '18x1', '1b', '1c', '1d'])
  expect(targets(2)).toEqual(['13', '14x2', '16x2', '17x2', '18x2'])
  expect(targets(3)).toEqual(['14x3', '16x3', '17x3', '18x3'])
  expect(targets(4)).toEqual([])
})

describe('bestTarget: where a tapped card goes', () => {
  const full = ['QC', 'QD', 'QH', 'QS', 'KC', 'KD', 'KH', 'KS']
  test.each([
    ['home before all', { home: { C: 2 }, columns: ['3C', '4D', ''] }, '1', 1, '1h'],
    ['a run is not for home, only its card', { home: { C: 2 }, columns: ['4D 3C', '5S', ''] }, '1', 2, '12'],
    ['the column where the run becomes longest', { columns: ['3C', '4D', '5S 4H', ''] }, '1', 1, '13'],
    ['the leftmost of equals', { columns: ['3C', '9S 4D', '8C 4H', ''] }, '1', 1, '12'],
    ['a column before an empty one', { columns: ['3C', '', '4D'] }, '1', 1, '13'],
    ['the first empty column', { columns: ['KH 3C', 'QC', '', ''] }, '1', 1, '13x1'],
    ['an empty column before a cell', { columns: ['KH 3C', '', 'QC'] }, '1', 1, '12x1'],
    ['a cell if no column is empty', { cells: ['2H'], columns: ['9H 3C', ...full.slice(1)] }, '1', 1, '1b'],
    ['a lone card goes to a cell and not to another empty column', { columns: ['3C', ''] }, '1', 1, '1a'],
    ['a lone card goes onto a card', { columns: ['3C', '', '4D'] }, '1', 1, '13'],
    ['a card from a cell into an empty column', { cells: ['', '3C'], columns: ['KH', ''] }, 'b', 1, 'b2x1'],
    ['a run into an empty column', { columns: ['9S 4D 3C', '', 'QC'] }, '1', 2, '12x2'],
  ])('%s', (_name, table, from, count, expected) => {
    const position = givenPosition('freecell-4', table)
    const best = bestTarget(position, FREECELL, givenPlace(from), count)
    expect(best && makeMove(position, best)).toBe(expected)
  })

  test.each([
    ['a lone card with full cells, though a column is empty', { cells: KINGS, columns: ['3C', ''] }, '1', 1],
    ['a card from a cell never goes to a cell', { cells: ['3C'], columns: full }, 'a', 1],
    ['a run never goes to cells', { columns: ['4D 3C', ...full.slice(1)] }, '1', 2],
    ['nothing there', {}, '1', 1],
  ])('nowhere: %s', (_name, table, from, count) => {
    expect(bestTarget(givenPosition('freecell-4', table), FREECELL, givenPlace(from), count)).toBeUndefined()
  })

  test('one card is meant unless said otherwise', () => {
    const position = givenPosition('freecell-4', { columns: ['4D 3C', '4H', '5S'] })
    expect(bestTarget(position, FREECELL, givenPlace('1'))).toEqual(givenMove('12'))
  })
})
