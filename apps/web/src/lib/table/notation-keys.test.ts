import { type Card, type Position, parseCard, VARIANTS } from '@speedcell/shared/engine'
import { describe, expect, test } from 'vitest'
import { type Typed, typeKey } from './notation-keys.ts'

function given(columns: readonly string[], cells: readonly string[] = ['--', '--', '--', '--']): Position {
  const card = (name: string): Card => {
    const parsed = parseCard(name)
    if (!parsed.ok) throw new RangeError(name)
    return parsed.value
  }
  return {
    columns: Array.from({ length: 8 }, (_, index) => (columns[index] ?? '').split(' ').filter(Boolean).map(card)),
    cells: cells.map((name) => (name === '--' ? null : card(name))),
    foundations: [0, 0, 0, 0],
  }
}

const FULL = ['KS 5H', 'KD 6S', '7H 6C 5D', '8H', '9H', 'TH', 'JH', 'QH']
const OPEN = FULL.slice(0, 7)
const LONG = ['KS QH JS TH 9S 8H 7S 6H 5S 4H 3S', 'KD', 'KC', 'KH', 'QD']

/** What a row of keys comes to: the moves that were played, and what is left typed. */
function type(position: Position, keys: readonly string[], variant = VARIANTS['freecell-4']) {
  const moves: string[] = []
  let typed: Typed | undefined
  let ignored = 0
  for (const key of keys) {
    const keyed = typeKey(position, variant, typed, key)
    if (keyed.kind === 'ignored') ignored++
    else typed = keyed.kind === 'typing' ? keyed.typed : undefined
    if (keyed.kind === 'move') moves.push(keyed.text)
  }
  return { moves, typed, ignored }
}

describe('keys', () => {
  test.each<[string, readonly string[], string[], string[]]>([
    ['column to column', FULL, ['1', '2'], ['12']],
    ['column to cell', FULL, ['3', 'a'], ['3a']],
    ['capitals', FULL, ['3', 'A'], ['3a']],
    ['home', FULL, ['7', 'h'], ['7h']],
    ['what is no legal move is still a text, which the game refuses', FULL, ['a', '1'], ['a1']],
    ['one card into an empty column needs no count', OPEN, ['2', '8'], ['28']],
    ['several are asked for', OPEN, ['3', '8', '2'], ['38x2']],
    ['with an x', OPEN, ['3', '8', 'x', '2'], ['38x2']],
    ['Enter takes as many as can go', OPEN, ['3', '8', 'Enter'], ['38x3']],
    ['so does the target again', OPEN, ['3', '8', '8'], ['38x3']],
    ['two digits where there can be two', LONG, ['1', '8', '1', '1'], ['18x11']],
    ['one digit of two, and Enter', LONG, ['1', '8', '1', 'Enter'], ['18x1']],
    ['a digit that can have no second', LONG, ['1', '8', '5'], ['18x5']],
    ['Escape forgets', FULL, ['1', 'Escape', '2', 'a'], ['2a']],
    ['Backspace takes the source back', FULL, ['1', 'Backspace', '2', 'a'], ['2a']],
    ['Backspace takes the target back', OPEN, ['3', '8', 'Backspace', '1'], ['31']],
  ])('%s', (_, columns, keys, moves) => {
    expect(type(given(columns), keys)).toMatchObject({ moves, typed: undefined })
  })

  test('what names no place is left to others', () => {
    expect(type(given(FULL), ['h', 'f', '9', '0', 'Enter', 'Escape', 'ArrowUp', 'Tab'])).toEqual({
      moves: [],
      typed: undefined,
      ignored: 8,
    })
  })

  test('cells that the variant has not are no places', () => {
    expect(type(given(FULL, ['--', '--']), ['c', '1', 'd']).moves).toEqual([])
  })

  test('what is typed can be shown', () => {
    expect(type(given(OPEN), ['3']).typed).toEqual({ from: '3' })
    expect(type(given(OPEN), ['3', '8']).typed).toEqual({ from: '3', to: '8', most: 3 })
  })
})
