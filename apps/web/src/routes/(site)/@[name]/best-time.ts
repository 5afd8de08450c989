import type { VariantStatistics } from '@speedcell/shared/contracts'

export interface BestTime {
  readonly ms: number
  /** Whether it is the device's word: of free play. */
  readonly free: boolean
  /** The best by the server's clock, where that is another. */
  readonly ratedMs: number | null
}

/** The best time of a variant, rated or not; null without a win. As fast in both counts as rated. */
export function bestTimeOf({ bestRatedMs, bestFreeMs }: Pick<VariantStatistics, 'bestRatedMs' | 'bestFreeMs'>): BestTime | null {
  if (bestFreeMs !== null && (bestRatedMs === null || bestFreeMs < bestRatedMs)) {
    return { ms: bestFreeMs, free: true, ratedMs: bestRatedMs }
  }
  return bestRatedMs === null ? null : { ms: bestRatedMs, free: false, ratedMs: null }
}
