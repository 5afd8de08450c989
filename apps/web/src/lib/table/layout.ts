import { type Card, type Move, type Place, type Position, SUITS, type SuitIndex } from '@speedcell/shared/engine'
import type { Spot } from '../game/spots.ts'

export interface Size {
  readonly width: number
  readonly height: number
}
export interface Point {
  readonly x: number
  readonly y: number
}
export interface Rect extends Point, Size {}

/** `wide`: signs in combs on the cards. `narrow`: a phone held upright. `low`: a phone on its side, cells and hives in side rails. */
export type Shape = 'wide' | 'narrow' | 'low'

/** Where everything is on the board, in pixels from its upper left corner. */
export interface Layout {
  readonly shape: Shape
  /** Whether the cards are so small that they show one large sign. */
  readonly large: boolean
  readonly card: Size
  /** Left edge of each column. */
  readonly columns: readonly number[]
  readonly columnTop: number
  /** Where the longest column has to end. */
  readonly columnBottom: number
  /** How much of a covered card shows, at most and at least. */
  readonly strip: { readonly most: number; readonly least: number }
  /** The comb of each cell; its card lies in the middle. */
  readonly cells: readonly Rect[]
  /** Combs that this variant has not: room that stays empty. */
  readonly missingCells: readonly Rect[]
  /** The hive of each suit, by suit index. */
  readonly hives: readonly Rect[]
  /** Between neighbouring columns. */
  readonly gap: number
}

/** The hives from left to right. */
export const HIVE_ORDER: readonly SuitIndex[] = (['H', 'S', 'D', 'C'] as const).map((suit) => SUITS.indexOf(suit) as SuitIndex)

const COLUMNS = 8
const COMBS = 4
/** A card is five wide and seven high. */
const CARD_RATIO = 7 / 5
const SMALLEST_WITH_PIPS = 72

/** Which shape the table takes in a window. */
export function shapeOf({ width, height }: Size): Shape {
  if (height < 500 && width > height * 1.2) return 'low'
  return width < 600 ? 'narrow' : 'wide'
}

/**
 * Places everything on a board of this size. `below` is what has to stay free at its foot, for a panel that must not cover
 * any card.
 */
export function layoutOf(shape: Shape, board: Size, cells: number, below = 0): Layout {
  const layout = LAYOUTS[shape](board)
  return {
    ...layout,
    cells: layout.cells.slice(0, cells),
    missingCells: layout.cells.slice(cells),
    columnBottom: layout.columnBottom - below,
    strip: below > 0 ? { ...layout.strip, least: Math.min(layout.strip.least, TIGHTEST) } : layout.strip,
  }
}

/** The least that must show of a card so that it can be told, in pixels. */
const TIGHTEST = 11

type BoardLayout = Omit<Layout, 'missingCells'>

const LAYOUTS: Readonly<Record<Shape, (board: Size) => BoardLayout>> = {
  wide: (board) => {
    const { width, height } = board
    const spread = width < 1000 ? 0.13 : 0.18
    // Seven cards, the longest column of a deal, fit without being pushed together.
    const byHeight = (height - 44) / 5.55
    const byWidth = (width - (width < 1000 ? 24 : 64)) / (COLUMNS + (COLUMNS - 1) * spread)
    const cardWidth = Math.floor(Math.max(40, Math.min(byHeight, byWidth, 200)))
    const gap = Math.round(cardWidth * spread)
    const comb = Math.round(cardWidth * 1.68)
    const top = Math.round(cardWidth * 0.11)
    return withTopRow({
      shape: 'wide',
      board,
      cardWidth,
      gap,
      comb: { top, height: comb },
      hive: { width: Math.round(cardWidth * 1.12), height: Math.round(cardWidth * 1.57) },
      columnTop: top + comb + Math.round(cardWidth * 0.14),
      foot: 14,
      strip: { most: Math.round(cardWidth * 0.375), least: 14 },
    })
  },
  narrow: (board) => {
    const gap = 3
    const cardWidth = Math.floor((board.width - 9 - (COLUMNS - 1) * gap) / COLUMNS)
    const comb = Math.round(cardWidth * 1.72)
    return withTopRow({
      shape: 'narrow',
      board,
      cardWidth,
      gap,
      comb: { top: 6, height: comb },
      hive: { width: cardWidth + 2, height: Math.round(cardWidth * 1.49) },
      columnTop: comb + 14,
      foot: 6,
      strip: { most: Math.round(cardWidth * 0.72), least: 14 },
    })
  },
  low: (board) => {
    // Side rails of two combs each; then the columns share what is left.
    const cardWidth = Math.floor(Math.min((board.width - 40) / 13.45, board.height / 4.6))
    const gap = Math.round(cardWidth * 0.13)
    const comb = { width: Math.round(cardWidth * 1.13), height: Math.round(cardWidth * 1.6) }
    const left = Math.round((board.width - COLUMNS * cardWidth - (COLUMNS - 1) * gap) / 2)
    const railRect = (index: number, rail: number, { width, height }: Size): Rect => ({
      x: rail + (index % 2) * comb.width + (comb.width - width) / 2,
      y: 8 + (index >> 1) * (comb.height + 2) + (comb.height - height) / 2,
      width,
      height,
    })
    const leftRail = Math.max(6, Math.round((left - gap - 2 * comb.width) / 2))
    const hive = { width: Math.round(cardWidth * 1.04), height: Math.round(cardWidth * 1.46) }
    return {
      shape: 'low',
      large: cardWidth < SMALLEST_WITH_PIPS,
      card: cardSize(cardWidth),
      gap,
      columns: columnsFrom(left, cardWidth, gap),
      columnTop: 10,
      columnBottom: board.height - 6,
      strip: { most: Math.round(cardWidth * 0.54), least: 13 },
      cells: Array.from({ length: COMBS }, (_, index) => railRect(index, leftRail, comb)),
      hives: bySuit((index) => railRect(index, board.width - leftRail - 2 * comb.width, hive)),
    }
  },
}

interface Plan {
  readonly shape: Shape
  readonly board: Size
  readonly cardWidth: number
  readonly gap: number
  readonly comb: { readonly top: number; readonly height: number }
  readonly hive: Size
  readonly columnTop: number
  readonly foot: number
  readonly strip: Layout['strip']
}

/** Cells and hives in one row above the columns: the walls of neighbouring combs touch, hives stand on the combs' foot. */
function withTopRow({ shape, board, cardWidth, gap, comb, hive, columnTop, foot, strip }: Plan): BoardLayout {
  const pitch = cardWidth + gap
  const left = Math.round((board.width - COLUMNS * cardWidth - (COLUMNS - 1) * gap) / 2)
  const columns = columnsFrom(left, cardWidth, gap)
  const ground = comb.top + comb.height - Math.round(comb.height * 0.03)
  return {
    shape,
    large: cardWidth < SMALLEST_WITH_PIPS,
    card: cardSize(cardWidth),
    gap,
    columns,
    columnTop,
    columnBottom: board.height - foot,
    strip,
    cells: Array.from({ length: COMBS }, (_, index) => ({
      x: left - gap / 2 + index * pitch,
      y: comb.top,
      width: pitch,
      height: comb.height,
    })),
    hives: bySuit((index) => ({
      x: (columns[COMBS + index] as number) + (cardWidth - hive.width) / 2,
      y: ground - hive.height,
      ...hive,
    })),
  }
}

const cardSize = (width: number): Size => ({ width, height: Math.round(width * CARD_RATIO) })

const columnsFrom = (left: number, width: number, gap: number): number[] =>
  Array.from({ length: COLUMNS }, (_, index) => left + index * (width + gap))

/** The hives, placed from left to right, by suit index. */
function bySuit(rectAt: (index: number) => Rect): Rect[] {
  const rects: Rect[] = []
  HIVE_ORDER.forEach((suit, index) => {
    rects[suit] = rectAt(index)
  })
  return rects
}

/** How much shows of each covered card of a column with so many cards: shortened only as far as needed. */
export function stripOf({ strip, columnTop, columnBottom, card }: Layout, length: number): number {
  if (length < 2) return strip.most
  const room = (columnBottom - columnTop - card.height) / (length - 1)
  return Math.max(strip.least, Math.min(strip.most, Math.floor(room * 2) / 2))
}

/** The upper left corner of a card on a spot. `length` is how many cards the spot's column holds. */
export function cardPoint(layout: Layout, spot: Spot, length: number): Point {
  switch (spot.kind) {
    case 'column':
      return { x: layout.columns[spot.index] ?? 0, y: layout.columnTop + spot.depth * stripOf(layout, length) }
    case 'cell':
      return centred(layout.cells[spot.index], layout.card)
    case 'foundation':
      return centred(layout.hives[spot.suit], layout.card)
  }
}

const centred = (rect: Rect | undefined, { width, height }: Size): Point =>
  rect === undefined ? { x: 0, y: 0 } : { x: rect.x + (rect.width - width) / 2, y: rect.y + (rect.height - height) / 2 }

/** What a spot takes up on the board: its card, or the pile's empty place. */
export function spotRect(layout: Layout, spot: Spot, length: number): Rect {
  if (spot.kind === 'foundation') return layout.hives[spot.suit] as Rect
  if (spot.kind === 'cell') return layout.cells[spot.index] as Rect
  return { ...cardPoint(layout, spot, length), ...layout.card }
}

/** The spot under a point, as the cards lie: a card, an empty place, or undefined. */
export function spotAt(layout: Layout, { columns }: Position, point: Point): Spot | undefined {
  const cell = layout.cells.findIndex((rect) => contains(rect, point))
  if (cell >= 0) return { kind: 'cell', index: cell }
  const suit = layout.hives.findIndex((rect) => contains(rect, point))
  if (suit >= 0) return { kind: 'foundation', suit: suit as SuitIndex }
  const index = columnAt(layout, point.x)
  if (index < 0 || point.y < layout.columnTop) return undefined
  const length = columns[index]?.length ?? 0
  const depth = Math.min(Math.floor((point.y - layout.columnTop) / stripOf(layout, length)), Math.max(length - 1, 0))
  const last = { kind: 'column', index, depth } as const
  return contains(spotRect(layout, last, length), point, layout.gap / 2) ? last : undefined
}

const columnAt = ({ columns, card, gap }: Layout, x: number): number =>
  columns.findIndex((left) => x >= left - gap / 2 && x < left + card.width + gap / 2)

const contains = ({ x, y, width, height }: Rect, point: Point, margin = 0): boolean =>
  point.x >= x - margin && point.x < x + width + margin && point.y >= y && point.y < y + height

/**
 * The legal target that a held card is meant for: the pile under the pointer, else the nearest one that the card nearly lies on.
 * `held` is where the highest held card is now.
 */
export function nearestTarget(
  layout: Layout,
  position: Position,
  moves: readonly Move[],
  card: Card,
  held: Point,
  pointer: Point,
): Move | undefined {
  let best: Move | undefined
  let nearest = Number.POSITIVE_INFINITY
  for (const move of moves) {
    const rect = targetRect(layout, position, move.to, card)
    const distance = contains(rect, pointer) ? 0 : reachOf(layout, rect, held)
    if (distance < nearest) {
      nearest = distance
      best = move
    }
  }
  return best
}

/** How far a held card is from a target, infinite if it is out of the magnet's reach. */
function reachOf({ card, gap }: Layout, rect: Rect, held: Point): number {
  const across = Math.abs(held.x + card.width / 2 - (rect.x + rect.width / 2))
  const above = Math.max(0, rect.y - (held.y + card.height), held.y - (rect.y + rect.height))
  const reach = (card.width + gap) * 0.8
  return across <= reach && above <= card.height * 0.4 ? 1 + across + above : Number.POSITIVE_INFINITY
}

/** Where a card can be let go so that it is meant for a place: a column counts down to the board's foot. */
function targetRect(layout: Layout, { columns }: Position, place: Place, card: Card): Rect {
  if (place.kind === 'foundation') return layout.hives[card & 3] as Rect
  if (place.kind === 'cell') return layout.cells[place.index] as Rect
  const length = columns[place.index]?.length ?? 0
  const { width, height } = layout.card
  const end = layout.columnTop + Math.max(length - 1, 0) * stripOf(layout, length) + height
  return {
    x: layout.columns[place.index] as number,
    y: layout.columnTop,
    width,
    height: Math.max(end, layout.columnBottom) - layout.columnTop,
  }
}
