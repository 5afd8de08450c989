import type { Stage } from './search.ts'
import type { Weights } from './weights.ts'

const vectors: readonly Weights[] = [
  weights(9, 24, 4, 4, 7, 17, 0),
  weights(2, 24, 2, 5, 4, 15, 0),
  weights(13, 18, 0, 6, 9, 21, 0),
  weights(9, 21, 3, 4, 5, 9, 0),
]

/**
 * Run times of a search are heavy-tailed: most deals fall at once, and where one way of judging goes astray for long another one does
 * not. So several ways take turns, with little at first and more in every round, and the last one has no end but the budget.
 */
export const SCHEDULE: readonly Stage[] = [
  ...vectors.slice(0, 3).map((weights): Stage => ({ weights, order: 'greedy', expansions: 400 })),
  ...vectors.map((weights): Stage => ({ weights, order: 'sweep', expansions: 3_500 })),
  ...vectors.map((weights): Stage => ({ weights, order: 'sweep', expansions: 25_000 })),
  ...vectors.map((weights): Stage => ({ weights, order: 'sweep', expansions: 200_000 })),
  { weights: vectors[0] as Weights, order: 'sweep', expansions: Number.POSITIVE_INFINITY },
]

function weights(
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
