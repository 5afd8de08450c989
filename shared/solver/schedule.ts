import type { Stage } from './search.ts'
import type { Weights } from './weights.ts'

/**
 * Run times of a search are heavy-tailed: a way of judging wins most deals at once and goes astray on the rest, where another one does
 * not. So several take short turns, greedy and in memory that fits the processor's cache. Then long ones keep all their queues alive, few
 * and each much longer than the last, since a proof has to begin anew with each; the last one has no end but the budget.
 *
 * Each short turn was chosen among random weights and lengths, with four cells, on fresh deals above 60,000 that the turns before it had
 * left: always the one that wins the most of them for the positions it looks into.
 */
export const SCHEDULE: readonly Stage[] = [
  { order: 'greedy', expansions: 80, weights: weights(8, 24, 3, 1, 20, 24, 0) },
  { order: 'greedy', expansions: 130, weights: weights(11, 21, 6, 1, 8, 30, 0) },
  { order: 'greedy', expansions: 200, weights: weights(10, 35, 4, 3, 18, 38, 1) },
  { order: 'greedy', expansions: 300, weights: weights(11, 36, 6, 12, 1, 36, 3) },
  { order: 'greedy', expansions: 160, weights: weights(13, 18, 0, 6, 9, 21, 0) },
  { order: 'greedy', expansions: 500, weights: weights(2, 24, 2, 5, 4, 15, 0) },
  { order: 'sweep', expansions: 3_500, weights: weights(9, 24, 4, 4, 7, 17, 0) },
  { order: 'sweep', expansions: 25_000, weights: weights(2, 24, 2, 5, 4, 15, 0) },
  { order: 'sweep', expansions: 200_000, weights: weights(13, 18, 0, 6, 9, 21, 0) },
  { order: 'sweep', expansions: Number.MAX_SAFE_INTEGER, weights: weights(9, 21, 3, 4, 5, 9, 0) },
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
