import type { Move, Position } from '@speedcell/shared/engine'
import { type Layout, type Point, type Rect, spotRect } from './layout.ts'

/** A hint's dotted line and where its bee sits at the end of it. */
export interface Trail {
  readonly path: string
  readonly bee: Point & { readonly size: number }
}

/** A bee's flight from what a hint moves to where it goes, with one loop on the way. */
export function trailOf(layout: Layout, position: Position, { from, to, count }: Move, card: number): Trail {
  const source = sourceRect(layout, position, from, count)
  const target = targetRect(layout, position, to, card)
  const size = Math.max(26, Math.min(50, layout.card.width * 0.44))
  const rightwards = target.x >= source.x
  const start = {
    x: rightwards ? source.x + source.width : source.x,
    y: source.y + Math.min(source.height, layout.card.height) * 0.3,
  }
  // Below the card or the pile, where it covers nothing that has to be read.
  const bee = { x: target.x + target.width / 2, y: target.y + target.height + size * 0.62, size }
  const end = { x: bee.x, y: bee.y + size * 0.42 }
  return { path: looped(start, end), bee }
}

/** From one point to another with a loop halfway. */
function looped(start: Point, end: Point): string {
  const [dx, dy] = [end.x - start.x, end.y - start.y]
  const distance = Math.max(1, Math.hypot(dx, dy))
  const [ux, uy] = [dx / distance, dy / distance]
  // The loop hangs downwards, whichever way the flight goes.
  const [nx, ny] = ux >= 0 ? [-uy, ux] : [uy, -ux]
  const scale = Math.max(0.3, Math.min(1.1, distance / 340))
  const at = (base: Point, along: number, down: number): string =>
    `${round(base.x + (ux * along + nx * down) * scale)} ${round(base.y + (uy * along + ny * down) * scale)}`
  const middle = { x: start.x + dx * 0.46, y: start.y + dy * 0.46 }
  return [
    `M${at(start, 0, 0)}`,
    `C${at(start, 40, -70)} ${at(middle, -80, -80)} ${at(middle, 0, 0)}`,
    `C${at(middle, 95, 95)} ${at(middle, -95, 95)} ${at(middle, 0, 0)}`,
    `C${at(middle, 80, -80)} ${round(end.x)} ${round(end.y + 70 * scale)} ${at(end, 0, 0)}`,
  ].join('')
}

const round = (value: number): number => Math.round(value * 10) / 10

function sourceRect(layout: Layout, { columns }: Position, from: Move['from'], count: number): Rect {
  if (from.kind !== 'column') return from.kind === 'cell' ? (layout.cells[from.index] as Rect) : (layout.hives[0] as Rect)
  const length = columns[from.index]?.length ?? 0
  return spotRect(layout, { kind: 'column', index: from.index, depth: Math.max(0, length - count) }, length)
}

function targetRect(layout: Layout, { columns }: Position, to: Move['to'], card: number): Rect {
  if (to.kind === 'foundation') return layout.hives[card & 3] as Rect
  if (to.kind === 'cell') return layout.cells[to.index] as Rect
  const length = columns[to.index]?.length ?? 0
  return spotRect(layout, { kind: 'column', index: to.index, depth: Math.max(0, length - 1) }, length)
}
