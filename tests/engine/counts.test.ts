import {
  type Autoplay,
  autoplay,
  isWon,
  legalMoves,
  makeMove,
  type Position,
  parseDealNumber,
  parseMove,
  playMove,
  positionFromDeal,
  positionToJson,
  VARIANTS,
  type VariantId,
} from '@speedcell/shared/engine'
import { describe, expect, test } from 'vitest'
import { wins } from './fixtures.ts'
import { children, type NaiveTable, settle } from './naive.ts'

interface Counts {
  /** Lines of so many legal moves, each followed by its autoplay. */
  readonly lines: number
  /** Different tables at their ends. */
  readonly tables: number
}

/** What a position comes to at each depth from 1. */
function count(start: string, depth: number, expand: (table: string) => string[]): Counts[] {
  const counts: Counts[] = []
  let lines = new Map([[start, 1]])
  for (let level = 1; level <= depth; level++) {
    const next = new Map<string, number>()
    for (const [table, ways] of lines) for (const child of expand(table)) next.set(child, (next.get(child) ?? 0) + ways)
    counts.push({ lines: [...next.values()].reduce((sum, ways) => sum + ways, 0), tables: next.size })
    lines = next
  }
  return counts
}

function startOf(deal: number, variant: VariantId): Position {
  const number = parseDealNumber(deal)
  if (!number.ok) throw new Error(number.error)
  return positionFromDeal(number.value, VARIANTS[variant])
}

const keyOf = (position: Position) => JSON.stringify(positionToJson(position))

function countByEngine(deal: number, variant: VariantId, rule: Autoplay, depth: number): Counts[] {
  const start = autoplay(startOf(deal, variant), rule).position
  const positions = new Map([[keyOf(start), start]])
  return count(keyOf(start), depth, (key) => {
    const position = positions.get(key) as Position
    return legalMoves(position, VARIANTS[variant]).map((move) => {
      const child = autoplay(playMove(position, VARIANTS[variant], move), rule).position
      positions.set(keyOf(child), child)
      return keyOf(child)
    })
  })
}

function naiveTable(position: Position): NaiveTable {
  const { cells, home, columns } = positionToJson(position)
  return { cells: [...cells], home: { ...home }, columns: columns.map((column) => (column === '' ? [] : column.split(' '))) }
}

const rulesOf = (variant: VariantId, rule: Autoplay) => ({ sameSuit: variant === 'bakers-game', autoplay: rule })

function countNaively(deal: number, variant: VariantId, rule: Autoplay, depth: number): Counts[] {
  const rules = rulesOf(variant, rule)
  const start = settle(naiveTable(startOf(deal, variant)), rules)
  return count(JSON.stringify(start), depth, (table) =>
    [...children(JSON.parse(table), rules).values()].map((child) => JSON.stringify(child)),
  )
}

describe('the number of lines and tables from a deal, by the engine and by a second, naive implementation', () => {
  test.each([
    [
      1,
      'freecell-4',
      'safe',
      [
        [32, 32],
        [792, 448],
        [14_076, 3488],
      ],
    ],
    [
      1,
      'freecell-4',
      'off',
      [
        [32, 32],
        [792, 456],
        [14_004, 3608],
      ],
    ],
    [
      617,
      'freecell-4',
      'safe',
      [
        [35, 35],
        [966, 541],
        [19_964, 4617],
      ],
    ],
    [
      617,
      'freecell-2',
      'safe',
      [
        [19, 19],
        [230, 129],
        [1534, 367],
        [7822, 750],
      ],
    ],
    [
      11_982,
      'freecell-3',
      'safe',
      [
        [27, 27],
        [534, 303],
        [7092, 1693],
        [59_022, 4774],
      ],
    ],
    [
      253,
      'freecell-1',
      'safe',
      [
        [13, 13],
        [103, 59],
        [693, 175],
        [4406, 344],
        [26_988, 517],
      ],
    ],
    [
      1,
      'freecell-1',
      'off',
      [
        [8, 8],
        [6, 6],
        [7, 7],
        [9, 7],
      ],
    ],
    [
      1,
      'bakers-game',
      'all',
      [
        [34, 34],
        [890, 491],
        [16_760, 3767],
      ],
    ],
    [
      1_000_000,
      'bakers-game',
      'off',
      [
        [36, 36],
        [1034, 580],
        [22_771, 5222],
      ],
    ],
  ] as [number, VariantId, Autoplay, [number, number][]][])('deal %d, %s, autoplay %s', (deal, variant, rule, expected) => {
    const counts = expected.map(([lines, tables]) => ({ lines, tables }))
    expect(countByEngine(deal, variant, rule, counts.length)).toEqual(counts)
    expect(countNaively(deal, variant, rule, counts.length)).toEqual(counts)
  })
})

describe('along the wins of another solver, where columns and cells are empty', () => {
  const walks = wins().filter((_, index) => index % 4 === 0)

  test.each(walks)('$variant, deal $deal: the same moves with the same results', ({ deal, variant: id, events }) => {
    const variant = id as VariantId
    let position = startOf(deal, variant)
    let intoEmpty = 0
    for (const [, text] of events) {
      const moves = new Map(legalMoves(position, VARIANTS[variant]).map((move) => [makeMove(position, move), move]))
      for (const rule of ['off', VARIANTS[variant].autoplay] as const) {
        const naive = children(naiveTable(position), rulesOf(variant, rule))
        const results = [...moves].map(([each, move]): [string, string] => {
          return [each, JSON.stringify(naiveTable(autoplay(playMove(position, VARIANTS[variant], move), rule).position))]
        })
        expect(new Map(results)).toEqual(new Map([...naive].map(([each, table]) => [each, JSON.stringify(table)])))
      }
      intoEmpty += [...moves.keys()].filter((each) => each.includes('x')).length
      const move = parseMove(position, VARIANTS[variant], text)
      if (!move.ok) throw new Error(text)
      position = playMove(position, VARIANTS[variant], move.value)
    }
    expect(isWon(position)).toBe(true)
    expect(intoEmpty).toBeGreaterThan(0)
  })
})
