import type { VariantId } from '../engine/index.ts'
import type { Stage } from './search.ts'
import { weights } from './weights.ts'

const ENDLESS = Number.MAX_SAFE_INTEGER

/** Ways of judging that serve several variants, named by what they heed beside the rest. */
const BALANCED = weights(9, 24, 4, 4, 7, 17, 0)
const ROOMY = weights(2, 24, 2, 5, 4, 15, 0)
const HOMEBOUND = weights(13, 18, 0, 6, 9, 21, 0)

/**
 * Run times of a search are heavy-tailed: a way of judging wins most deals at once and goes astray on the rest, where another one does
 * not. So several take short turns, narrow ones in memory that fits the processor's cache. Then long ones keep all their queues
 * alive, few and each much longer than the last, since a proof has to begin anew with each; the last one has no end but the budget. With few
 * cells, and in Baker's Game, little can be reached and much of it is lost: there the deep order, quickest to run dry, comes before it, or
 * is the last. That one has no width, or nothing would ever be proven.
 *
 * Found on deals above 40,000, with scripts/tune.ts.
 */
export const SCHEDULES: Readonly<Record<VariantId, readonly Stage[]>> = {
  'freecell-4': [
    { order: 'greedy', width: 2, expansions: 93, weights: weights(7, 22, 3, 1, 17, 25, 0) },
    { order: 'greedy', width: 3, expansions: 138, weights: weights(13, 21, 4, 4, 6, 14, 2) },
    { order: 'greedy', width: 2, expansions: 178, weights: HOMEBOUND },
    { order: 'greedy', width: 3, expansions: 262, weights: weights(8, 21, 6, 1, 8, 30, 0) },
    { order: 'greedy', width: 3, expansions: 200, weights: weights(10, 35, 4, 3, 18, 38, 1) },
    { order: 'greedy', width: 3, expansions: 269, weights: ROOMY },
    { order: 'greedy', width: 3, expansions: 642, weights: weights(11, 37, 3, 5, 4, 25, 1) },
    { order: 'sweep', width: 3, expansions: 1_500, weights: BALANCED },
    { order: 'sweep', width: 3, expansions: 4_000, weights: ROOMY },
    { order: 'sweep', width: 3, expansions: 12_000, weights: HOMEBOUND },
    { order: 'sweep', expansions: 200_000, weights: weights(9, 21, 3, 4, 5, 9, 0) },
    { order: 'sweep', expansions: ENDLESS, weights: BALANCED },
  ],
  'freecell-3': [
    { order: 'greedy', width: 3, expansions: 80, weights: weights(8, 24, 3, 1, 20, 24, 0) },
    { order: 'greedy', width: 3, expansions: 130, weights: weights(11, 21, 6, 1, 8, 30, 0) },
    { order: 'greedy', width: 3, expansions: 200, weights: weights(10, 35, 4, 3, 18, 38, 1) },
    { order: 'greedy', width: 3, expansions: 300, weights: weights(11, 36, 6, 12, 1, 36, 3) },
    { order: 'greedy', width: 3, expansions: 160, weights: HOMEBOUND },
    { order: 'greedy', width: 3, expansions: 500, weights: ROOMY },
    { order: 'sweep', expansions: 3_500, weights: BALANCED },
    { order: 'sweep', expansions: 25_000, weights: ROOMY },
    { order: 'sweep', expansions: 200_000, weights: HOMEBOUND },
    { order: 'sweep', expansions: ENDLESS, weights: weights(9, 21, 3, 4, 5, 9, 0) },
  ],
  'freecell-2': [
    { order: 'greedy', expansions: 212, weights: weights(8, 34, 9, 4, 20, 23, 0) },
    { order: 'greedy', width: 3, expansions: 1_000, weights: weights(13, 30, 1, 9, 8, 4, 1) },
    { order: 'sweep', expansions: 4_000, weights: HOMEBOUND },
    { order: 'sweep', expansions: 15_000, weights: ROOMY },
    { order: 'sweep', expansions: 120_000, weights: HOMEBOUND },
    { order: 'deep', expansions: 600_000, weights: weights(4, 40, 4, 12, 4, 17, 2) },
    { order: 'sweep', expansions: ENDLESS, weights: weights(4, 40, 4, 12, 4, 17, 2) },
  ],
  'freecell-1': [
    { order: 'sweep', expansions: 2_000, weights: HOMEBOUND },
    { order: 'sweep', expansions: 5_000, weights: ROOMY },
    { order: 'sweep', expansions: 40_000, weights: weights(6, 21, 8, 0, 8, 17, 0) },
    { order: 'sweep', expansions: 30_000, weights: ROOMY },
    { order: 'deep', expansions: 600_000, weights: weights(18, 22, 1, 6, 13, 23, 1) },
    { order: 'sweep', expansions: 200_000, weights: HOMEBOUND },
    { order: 'greedy', expansions: 300_000, weights: weights(1, 26, 10, 4, 2, 19, 0) },
    { order: 'sweep', expansions: ENDLESS, weights: HOMEBOUND },
  ],
  'bakers-game': [
    { order: 'greedy', expansions: 212, weights: weights(16, 30, 7, 3, 5, 21, 0) },
    { order: 'deep', expansions: ENDLESS, weights: weights(4, 40, 4, 12, 4, 17, 2) },
  ],
}
