import type { VariantId } from '../engine/index.ts'
import type { Stage } from './search.ts'
import type { Weights } from './weights.ts'

const ENDLESS = Number.MAX_SAFE_INTEGER

/**
 * Run times of a search are heavy-tailed: a way of judging wins most deals at once and goes astray on the rest, where another one does
 * not. So several take short turns, greedy and in memory that fits the processor's cache. Then long ones keep all their queues alive,
 * few and each much longer than the last, since a proof has to begin anew with each; the last one has no end but the budget. With few
 * cells, and in Baker's Game, little can be reached and much of it is lost: there one long search does for the wins and for the proofs.
 *
 * The short turns are found by scripts/tune.ts, on deals above 40,000.
 */
export const SCHEDULES: Readonly<Record<VariantId, readonly Stage[]>> = {
  'freecell-4': [
    { order: 'greedy', expansions: 80, weights: weights(8, 24, 3, 1, 20, 24, 0) },
    { order: 'greedy', expansions: 130, weights: weights(11, 21, 6, 1, 8, 30, 0) },
    { order: 'greedy', expansions: 200, weights: weights(10, 35, 4, 3, 18, 38, 1) },
    { order: 'greedy', expansions: 212, weights: weights(13, 18, 0, 6, 9, 21, 0) },
    { order: 'greedy', expansions: 279, weights: weights(2, 24, 4, 8, 7, 37, 6) },
    { order: 'greedy', expansions: 642, weights: weights(11, 37, 3, 5, 4, 25, 1) },
    { order: 'greedy', expansions: 487, weights: weights(10, 30, 11, 4, 5, 40, 0) },
    { order: 'greedy', expansions: 70, weights: weights(23, 20, 8, 4, 3, 9, 0) },
    { order: 'greedy', expansions: 121, weights: weights(5, 40, 9, 13, 17, 34, 0) },
    { order: 'greedy', expansions: 121, weights: weights(11, 11, 4, 1, 14, 32, 0) },
    { order: 'greedy', expansions: 160, weights: weights(5, 25, 4, 13, 8, 7, 6) },
    { order: 'greedy', expansions: 487, weights: weights(18, 14, 6, 3, 3, 25, 3) },
    { order: 'sweep', expansions: 3_500, weights: weights(9, 24, 4, 4, 7, 17, 0) },
    { order: 'sweep', expansions: 25_000, weights: weights(2, 24, 2, 5, 4, 15, 0) },
    { order: 'sweep', expansions: 200_000, weights: weights(13, 18, 0, 6, 9, 21, 0) },
    { order: 'sweep', expansions: ENDLESS, weights: weights(9, 21, 3, 4, 5, 9, 0) },
  ],
  'freecell-3': [
    { order: 'greedy', expansions: 80, weights: weights(8, 24, 3, 1, 20, 24, 0) },
    { order: 'greedy', expansions: 130, weights: weights(11, 21, 6, 1, 8, 30, 0) },
    { order: 'greedy', expansions: 200, weights: weights(10, 35, 4, 3, 18, 38, 1) },
    { order: 'greedy', expansions: 300, weights: weights(11, 36, 6, 12, 1, 36, 3) },
    { order: 'greedy', expansions: 160, weights: weights(13, 18, 0, 6, 9, 21, 0) },
    { order: 'greedy', expansions: 500, weights: weights(2, 24, 2, 5, 4, 15, 0) },
    { order: 'sweep', expansions: 3_500, weights: weights(9, 24, 4, 4, 7, 17, 0) },
    { order: 'sweep', expansions: 25_000, weights: weights(2, 24, 2, 5, 4, 15, 0) },
    { order: 'sweep', expansions: 200_000, weights: weights(13, 18, 0, 6, 9, 21, 0) },
    { order: 'sweep', expansions: ENDLESS, weights: weights(9, 21, 3, 4, 5, 9, 0) },
  ],
  'freecell-2': [
    { order: 'greedy', expansions: 212, weights: weights(8, 34, 9, 4, 20, 23, 0) },
    { order: 'greedy', expansions: 1_477, weights: weights(13, 30, 1, 9, 8, 4, 1) },
    { order: 'greedy', expansions: 1_119, weights: weights(20, 32, 1, 10, 16, 35, 1) },
    { order: 'greedy', expansions: 487, weights: weights(20, 26, 5, 7, 2, 31, 0) },
    { order: 'greedy', expansions: 487, weights: weights(19, 39, 4, 5, 17, 32, 2) },
    { order: 'sweep', expansions: 300_000, weights: weights(4, 40, 4, 12, 4, 17, 2) },
    { order: 'deep', expansions: 2_000_000, weights: weights(4, 40, 4, 12, 4, 17, 2) },
    { order: 'sweep', expansions: ENDLESS, weights: weights(9, 21, 3, 4, 5, 9, 0) },
  ],
  'freecell-1': [
    { order: 'greedy', expansions: 70, weights: weights(3, 37, 1, 13, 18, 29, 2) },
    { order: 'greedy', expansions: 160, weights: weights(19, 38, 6, 1, 8, 40, 6) },
    { order: 'greedy', expansions: 1_950, weights: weights(14, 6, 6, 8, 13, 2, 2) },
    { order: 'deep', expansions: ENDLESS, weights: weights(18, 22, 1, 6, 13, 23, 1) },
  ],
  'bakers-game': [
    { order: 'greedy', expansions: 212, weights: weights(16, 30, 7, 3, 5, 21, 0) },
    { order: 'deep', expansions: ENDLESS, weights: weights(4, 40, 4, 12, 4, 17, 2) },
  ],
}

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
