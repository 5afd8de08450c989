/**
 * How the search judges a position, in whole points, less is better: for each card not home, each occupied cell, each card above a
 * suit's next card, each card above a lower one in its column, each card that does not fit on the one beneath (and `inversion`
 * more if it is the higher of the two), less for each empty column.
 */
export interface Weights {
  readonly notHome: number
  readonly cell: number
  readonly aboveNext: number
  readonly aboveLower: number
  readonly break: number
  readonly inversion: number
  readonly emptyColumn: number
}

/** For boards that only play moves. */
export const UNWEIGHTED: Weights = { notHome: 0, cell: 0, aboveNext: 0, aboveLower: 0, break: 0, inversion: 0, emptyColumn: 0 }

/** Weights in a row, as `npm run tune` prints them. */
export function weights(
  notHome: number,
  cell: number,
  aboveNext: number,
  aboveLower: number,
  breaks: number,
  emptyColumn: number,
  inversion: number,
): Weights {
  return { notHome, cell, aboveNext, aboveLower, break: breaks, inversion, emptyColumn }
}
