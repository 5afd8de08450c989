import type { Suit } from '@speedcell/shared/engine'

/** The suit signs, each in a box of 32: a clover, a drop of honey, a heart, a linden leaf. They differ by silhouette before colour. */
export const SUIT_SIGNS: Readonly<Record<Suit, string>> = {
  C: 'M16 1.6a6.5 6.5 0 0 1 4.5 11.2 6.5 6.5 0 1 1-2.9 9.2c.2 3.6 1.4 6.5 3.7 8.6H10.7c2.3-2.1 3.5-5 3.7-8.6a6.5 6.5 0 1 1-2.9-9.2A6.5 6.5 0 0 1 16 1.6Z',
  D: 'M16 1C18.7 6.8 22.9 12 27.6 16 22.9 20 18.7 25.2 16 31 13.3 25.2 9.1 20 4.4 16 9.1 12 13.3 6.8 16 1Z',
  H: 'M16 29.6C13 25.4 2.3 19 2.3 10.8 2.3 6.1 5.8 3 9.6 3c2.9 0 5.2 1.8 6.4 4.6C17.2 4.8 19.5 3 22.4 3c3.8 0 7.3 3.1 7.3 7.8 0 8.2-10.7 14.6-13.7 18.8Z',
  S: 'M16 1.4C18.6 6.6 29.7 12 29.7 19.3c0 3.9-2.8 6.3-6 6.3-2.6 0-4.8-1.3-6.1-3.2.2 3.5 1.3 6.2 3.4 8.2H11c2.1-2 3.2-4.7 3.4-8.2-1.3 1.9-3.5 3.2-6.1 3.2-3.2 0-6-2.4-6-6.3C2.3 12 13.4 6.6 16 1.4Z',
}

/** Engraved lines on a large sign, in the same box. */
export const SUIT_LINES: Readonly<Record<Suit, string>> = {
  C: 'M16 12.6V6.6M13.4 16.6 8.6 18.4M18.6 16.6l4.8 1.8',
  D: 'M16 8.5V23.5M11 16h10',
  H: 'M7 12.6c-.5-3 .9-5.3 3-5.8',
  S: 'M16 9v12.5M16 13l-3.4 3.2M16 13l3.4 3.2M16 17l-4 3.6M16 17l4 3.6',
}

/** The points of a pointed hexagon, for an SVG polygon. */
export function hexagon(x: number, y: number, radius: number): string {
  return Array.from({ length: 6 }, (_, corner) => {
    const angle = (Math.PI / 3) * corner - Math.PI / 2
    return `${round(x + Math.cos(angle) * radius)},${round(y + Math.sin(angle) * radius)}`
  }).join(' ')
}

/** To two places: finer than any screen shows. */
export const round = (value: number): number => Math.round(value * 100) / 100

// The number of combs in each row of a card's pips, and how far apart they are, in a card 100 wide.
const PIP_ROWS: Readonly<Record<number, readonly number[]>> = {
  2: [2],
  3: [1, 2],
  4: [1, 2, 1],
  5: [2, 1, 2],
  6: [1, 2, 3],
  7: [2, 3, 2],
  8: [3, 2, 3],
  9: [1, 2, 3, 2, 1],
  10: [1, 2, 3, 4],
}
const PIP_PITCH: Readonly<Record<number, number>> = {
  2: 42,
  3: 38,
  4: 33,
  5: 32,
  6: 29,
  7: 29.5,
  8: 29.5,
  9: 22.6,
  10: 22.4,
}
const PIPS_MIDDLE = 86

export interface Pip {
  readonly x: number
  readonly y: number
  /** Radius of the comb around it. */
  readonly radius: number
}

/** Where a card's pips are, ranks 2 to 10, in a card of 100 × 140: 3, 6 and 10 are triangles, 4 and 9 rhombi, 7 the full flower. */
export function pipsOf(rank: number): readonly Pip[] {
  const rows = PIP_ROWS[rank] ?? []
  const pitch = PIP_PITCH[rank] ?? 0
  const radius = pitch / Math.sqrt(3)
  const top = PIPS_MIDDLE - ((rows.length - 1) * radius * 1.5) / 2
  return rows.flatMap((count, row) =>
    Array.from({ length: count }, (_, index) => ({
      x: round(50 + (index - (count - 1) / 2) * pitch),
      y: round(top + row * radius * 1.5),
      radius,
    })),
  )
}
