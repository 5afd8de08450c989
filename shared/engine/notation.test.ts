import { describe, expect, test } from 'vitest'
import { givenPosition } from './given.ts'
import { legalMoves } from './move.ts'
import { isMoveText, makeMove, parseMove } from './notation.ts'
import { VARIANTS } from './variant.ts'

const FREECELL = VARIANTS['freecell-4']

describe('the form of a move', () => {
  test.each(['12', '81', '1a', '8d', 'a1', 'd8', '1h', 'ah', 'ab', '11', '18x3', '18x1', 'a8x1', '1hx1', '18x99'])(
    '%s has it',
    (text) => {
      expect(isMoveText(text)).toBe(true)
    },
  )

  test.each([
    ['nothing', ''],
    ['half a move', '1'],
    ['from home', 'h1'],
    ['column 0', '01'],
    ['column 9', '19'],
    ['cell e', '1e'],
    ['capitals', '1A'],
    ['a capital H', '1H'],
    ['no count after x', '18x'],
    ['count 0', '18x0'],
    ['a leading zero', '18x03'],
    ['three digits', '18x100'],
    ['a capital X', '18X3'],
    ['a space before', ' 18'],
    ['a space after', '18 '],
    ['a line feed after', '18\n'],
    ['a line feed after the count', '18x3\n'],
    ['a hyphen', '1-8'],
    ['something after', '18x3y'],
    ['two moves', '1818'],
    ['digits of another script', '１８'],
    ['a lone surrogate', '\ud800'],
    ['undo', 'undo'],
    ['a word of the language', '__proto__'],
  ])('%s has not', (_name, text) => {
    expect(isMoveText(text)).toBe(false)
    expect(parseMove(givenPosition('freecell-4', { columns: ['KS'] }), FREECELL, text)).toEqual({
      ok: false,
      error: 'illegal-move',
    })
  })
})

describe('parseMove', () => {
  const table = { cells: ['5H', 'KC'], home: { S: 2 }, columns: ['TD 9C 8D 7S', '8H', '3S', '', 'TH', 'KH'] }
  // Two cells are empty and two columns beside column 4: room for plenty.
  test.each([
    ['onto a card, as the ranks ask', table, '12', 1],
    ['onto a card, two', { ...table, columns: ['TD 9C 8D 7S', '9S'] }, '12', 2],
    ['onto a card, the count written', table, '12x1', 1],
    ['a run onto a card', table, '15', 3],
    ['a run onto a card, the count written', table, '15x3', 3],
    ['into an empty column, as many as can', table, '14', 4],
    ['into an empty column, one', table, '14x1', 1],
    ['into an empty column, three', table, '14x3', 3],
    [
      'into an empty column, as many as the room allows',
      { cells: ['5H', 'KC', 'KD'], columns: ['TD 9C 8D 7S', '', 'QC', 'QD', 'QH', 'QS', 'JC', 'JD'] },
      '12',
      2,
    ],
    ['a lone card into another empty column', table, '24', 1],
    ['from a cell into an empty column', table, 'a4', 1],
    ['from a cell into an empty column, the count written', table, 'a4x1', 1],
    ['into a cell', table, '1c', 1],
    ['into a cell, the count written', table, '1cx1', 1],
    ['home', table, '3h', 1],
    ['home, the count written', table, '3hx1', 1],
  ])('%s', (_name, position, text, count) => {
    const move = parseMove(givenPosition('freecell-4', position), FREECELL, text)
    expect(move.ok && move.value.count).toBe(count)
  })

  test.each([
    ['a count that is not what the ranks ask for', table, '15x2'],
    ['a count over one onto a cell', table, '1cx2'],
    ['a count over one home', table, '3hx2'],
    ['a count over one from a cell', table, 'a4x2'],
    ['a count over the run', table, '14x5'],
    [
      'a count over the room',
      { cells: ['5H', 'KC', 'KD'], columns: ['TD 9C 8D 7S', '', 'QC', 'QD', 'QH', 'QS', 'JC', 'JD'] },
      '12x3',
    ],
    ['from cell to cell', table, 'ac'],
    ['from an empty cell', table, 'c4'],
    ['from an empty column', table, '41'],
    ['onto the same column', table, '11'],
    ['from a single column onto itself', table, '22'],
    ['onto a lower card', table, '21'],
    ['onto the same rank', table, '56'],
  ])('%s is illegal', (_name, position, text) => {
    expect(parseMove(givenPosition('freecell-4', position), FREECELL, text)).toEqual({ ok: false, error: 'illegal-move' })
  })

  test('a cell that the variant does not have', () => {
    const position = givenPosition('freecell-2', { columns: ['KS'] })
    expect(parseMove(position, VARIANTS['freecell-2'], '1b').ok).toBe(true)
    expect(parseMove(position, VARIANTS['freecell-2'], '1c')).toEqual({ ok: false, error: 'illegal-move' })
  })

  test('in one suit, the ranks alone are not enough', () => {
    const position = givenPosition('bakers-game', { columns: ['9S 8S', '9D', 'TS'] })
    const { 'bakers-game': bakers } = VARIANTS
    expect(parseMove(position, bakers, '12').ok).toBe(false)
    expect(parseMove(position, bakers, '13')).toMatchObject({ ok: true, value: { count: 2 } })
  })
})

test('makeMove writes a count into an empty column only, and every text reads back', () => {
  const position = givenPosition('freecell-4', { cells: ['5H'], home: { S: 2 }, columns: ['TD 9C 8D 7S', '8H', '3S', '', 'TH'] })
  for (const move of legalMoves(position, FREECELL)) {
    const text = makeMove(position, move)
    expect(text.includes('x')).toBe(move.to.kind === 'column' && position.columns[move.to.index]?.length === 0)
    expect(parseMove(position, FREECELL, text)).toEqual({ ok: true, value: move })
  }
})
