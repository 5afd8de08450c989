import type { Stage } from './search.ts'
import type { Weights } from './weights.ts'

/**
 * Run times of a search are heavy-tailed: a way of judging finds most wins at once and goes astray on the rest, where another one does not.
 * So many ways take short turns, each greedy and in memory that fits the processor's cache; then a few take long turns that keep all
 * queues alive, each round longer than the last; and the last one has no end but the budget.
 *
 * The weights and the lengths of the short turns were drawn at random and chosen greedily, on deals 40,001 to 40,800 with four cells: always the
 * turn that wins the most of the deals left for the positions it looks into.
 */
export const SCHEDULE: readonly Stage[] = [
  turn(80, 8, 24, 3, 1, 20, 24, 0),
  turn(130, 11, 40, 5, 3, 16, 36, 3),
  turn(160, 19, 15, 8, 7, 7, 36, 6),
  turn(160, 5, 23, 2, 5, 14, 28, 0),
  turn(250, 7, 30, 5, 12, 4, 23, 0),
  turn(160, 5, 12, 2, 2, 12, 25, 3),
  turn(130, 13, 37, 9, 14, 11, 22, 1),
  turn(130, 4, 40, 0, 9, 16, 28, 5),
  turn(80, 16, 36, 12, 3, 14, 26, 1),
  turn(250, 17, 28, 2, 5, 6, 0, 1),
  turn(80, 3, 18, 0, 7, 20, 18, 6),
  turn(80, 8, 38, 12, 1, 15, 29, 1),
  turn(300, 8, 40, 10, 7, 7, 14, 0),
  turn(130, 20, 14, 7, 4, 19, 18, 1),
  turn(130, 1, 40, 3, 8, 5, 39, 2),
  turn(300, 13, 10, 0, 10, 16, 18, 0),
  ...[3_500, 25_000, 200_000, Number.MAX_SAFE_INTEGER].flatMap((expansions): Stage[] => [
    { weights: weights(9, 24, 4, 4, 7, 17, 0), order: 'sweep', expansions },
    { weights: weights(2, 24, 2, 5, 4, 15, 0), order: 'sweep', expansions },
    { weights: weights(13, 18, 0, 6, 9, 21, 0), order: 'sweep', expansions },
    { weights: weights(9, 21, 3, 4, 5, 9, 0), order: 'sweep', expansions },
  ]),
]

function turn(expansions: number, ...values: Parameters<typeof weights>): Stage {
  return { weights: weights(...values), order: 'greedy', expansions }
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
