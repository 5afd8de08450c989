import { type Card, type Position, parseDealNumber, positionFromDeal, targetsOf, VARIANTS } from '@speedcell/shared/engine'
import { describe, expect, test } from 'vitest'
import type { Spot } from '../game/spots.ts'
import {
  cardPoint,
  type Layout,
  layoutOf,
  nearestTarget,
  type Rect,
  type Shape,
  shapeOf,
  spotAt,
  spotRect,
  stripOf,
} from './layout.ts'

/** Windows that the table must fit, and what its bars leave of them. */
const BOARDS: readonly [name: string, shape: Shape, width: number, height: number][] = [
  ['1440×900', 'wide', 1440, 724],
  ['2560×1440', 'wide', 2560, 1264],
  ['1366×768', 'wide', 1366, 592],
  ['1024×768', 'wide', 1024, 592],
  ['768×1024', 'wide', 768, 848],
  ['600×960', 'wide', 600, 784],
  ['430×932', 'narrow', 430, 780],
  ['375×667', 'narrow', 375, 515],
  ['320×568', 'narrow', 320, 416],
  ['667×375', 'low', 667, 335],
  ['844×390', 'low', 844, 350],
  ['932×430', 'low', 932, 390],
]

const boards = BOARDS.map(([name, shape, width, height]) => ({
  name,
  layout: layoutOf(shape, { width, height }, 4),
  width,
  height,
}))

function rectsOf(layout: Layout, lengths: readonly number[]): Rect[] {
  const cells = layout.cells.map((_, index): Rect => spotRect(layout, { kind: 'cell', index }, 0))
  const columns = lengths.map((length, index) => {
    const first = spotRect(layout, { kind: 'column', index, depth: 0 }, length)
    const last = spotRect(layout, { kind: 'column', index, depth: Math.max(0, length - 1) }, length)
    return { ...first, height: last.y + last.height - first.y }
  })
  return [...cells, ...layout.hives, ...columns]
}

const overlap = (a: Rect, b: Rect): boolean =>
  a.x + a.width > b.x + 0.5 && b.x + b.width > a.x + 0.5 && a.y + a.height > b.y + 0.5 && b.y + b.height > a.y + 0.5

test.each(BOARDS)('%s is %s', (name, shape) => {
  const [width, height] = name.split('×').map(Number) as [number, number]
  expect(shapeOf({ width, height })).toBe(shape)
})

describe.each(boards)('on $name', ({ layout, width, height }) => {
  test.each([7, 13, 18])('nothing lies on anything else or sticks out, with columns of %i', (length) => {
    const rects = rectsOf(
      layout,
      Array.from({ length: 8 }, () => length),
    )
    for (const [index, rect] of rects.entries()) {
      expect(rect.x).toBeGreaterThanOrEqual(0)
      expect(rect.x + rect.width).toBeLessThanOrEqual(width)
      expect(rect.y).toBeGreaterThanOrEqual(0)
      expect(rect.y + rect.height).toBeLessThanOrEqual(height)
      for (const other of rects.slice(index + 1)) expect(overlap(rect, other)).toBe(false)
    }
  })

  test('a deal’s seven cards show as much as they can', () => {
    expect(stripOf(layout, 7)).toBe(layout.strip.most)
  })

  test('each card is found where it shows', () => {
    for (const length of [1, 7, 18]) {
      const position: Position = {
        cells: [0, null, null, null] as (Card | null)[],
        foundations: [0, 0, 0, 0],
        columns: Array.from({ length: 8 }, () => Array.from({ length }, (_, depth) => depth as Card)),
      }
      for (let index = 0; index < 8; index++) {
        for (let depth = 0; depth < length; depth++) {
          const spot: Spot = { kind: 'column', index, depth }
          const { x, y } = cardPoint(layout, spot, length)
          for (const inside of [1, layout.card.width - 1]) {
            expect(spotAt(layout, position, { x: x + inside, y: y + 2 })).toEqual(spot)
          }
        }
        const last = cardPoint(layout, { kind: 'column', index, depth: length - 1 }, length)
        expect(spotAt(layout, position, { x: last.x + 3, y: last.y + layout.card.height + 3 })).toBeUndefined()
      }
      for (let index = 0; index < 4; index++) {
        const { x, y } = cardPoint(layout, { kind: 'cell', index }, 0)
        expect(spotAt(layout, position, { x: x + 5, y: y + 5 })).toEqual({ kind: 'cell', index })
      }
    }
  })
})

test('eighteen cards on a phone show at least 18 pixels each upright, 13 on its side', () => {
  expect(stripOf(layoutOf('narrow', { width: 375, height: 515 }, 4), 18)).toBeGreaterThanOrEqual(18)
  expect(stripOf(layoutOf('low', { width: 667, height: 335 }, 4), 18)).toBeGreaterThanOrEqual(13)
})

test('a panel at the foot pushes columns together instead of covering them', () => {
  for (const { layout: open, width, height } of boards.filter(({ layout }) => layout.shape !== 'low')) {
    const layout = layoutOf(open.shape, { width, height }, 4, 120)
    for (const length of [7, 13]) {
      const { y } = cardPoint(layout, { kind: 'column', index: 0, depth: length - 1 }, length)
      expect(y + layout.card.height).toBeLessThanOrEqual(height - 120)
    }
  }
})

test('combs that a variant has not stay empty', () => {
  const layout = layoutOf('wide', { width: 1440, height: 724 }, 1)
  expect(layout.cells).toHaveLength(1)
  expect(layout.missingCells).toHaveLength(3)
})

describe('a held card', () => {
  const deal = parseDealNumber(617)
  if (!deal.ok) throw new RangeError('617')
  const variant = VARIANTS['freecell-4']
  const position = positionFromDeal(deal.value, variant)
  const layout = layoutOf('wide', { width: 1440, height: 724 }, 4)
  const from = { kind: 'column', index: 1 } as const
  const card = position.columns[1]?.at(-1) as Card
  const moves = targetsOf(position, variant, from, 1)
  const over = (spot: Spot, dx: number, dy: number) => {
    const { x, y } = cardPoint(layout, spot, 0)
    return { x: x + dx, y: y + dy }
  }
  const nowhere = { x: -1, y: -1 }
  const at = (held: { x: number; y: number }) => nearestTarget(layout, position, moves, card, held, nowhere)

  test('goes where it lies', () => {
    expect(at(over({ kind: 'cell', index: 2 }, 10, 10))?.to).toEqual({ kind: 'cell', index: 2 })
  })
  test('goes to the nearest target when it lies between two', () => {
    expect(at(over({ kind: 'cell', index: 1 }, 80, 30))?.to).toEqual({ kind: 'cell', index: 2 })
    expect(at(over({ kind: 'cell', index: 1 }, 50, 30))?.to).toEqual({ kind: 'cell', index: 1 })
  })
  test('is drawn to a target a little above', () => {
    expect(at(over({ kind: 'cell', index: 0 }, -20, 190))?.to).toEqual({ kind: 'cell', index: 0 })
  })
  test('far from any target goes nowhere', () => {
    expect(at({ x: 700, y: 560 })).toBeUndefined()
    expect(at({ x: -300, y: 20 })).toBeUndefined()
  })
  test('goes under the pointer before it goes to what is nearer', () => {
    const held = over({ kind: 'cell', index: 1 }, 50, 30)
    const cell = layout.cells[2] as Rect
    expect(nearestTarget(layout, position, moves, card, held, { x: cell.x + 4, y: cell.y + 60 })?.to).toEqual({
      kind: 'cell',
      index: 2,
    })
  })
})
