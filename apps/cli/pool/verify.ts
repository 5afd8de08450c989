import type { DealNumber, VariantId } from '@speedcell/shared/engine'
import { loadPool, POOL_DEALS, type Rating } from '@speedcell/shared/solver/pools'
import { workOff } from './crew.ts'
import { Progress } from './progress.ts'

/** What the check of a pool comes to: how the deals that were judged anew turned out, and where the pool says otherwise. */
export interface Check {
  readonly variant: VariantId
  readonly checked: number
  readonly won: number
  readonly lost: number
  /** Not decided within the budget, which contradicts nothing. */
  readonly undecided: number
  /** Undecided in the pool, but not now: what `pool build` with a budget as large would add. */
  readonly newlyDecided: number
  readonly wrong: readonly { readonly deal: DealNumber; readonly pool: Rating | undefined; readonly found: Rating }[]
}

/** Judges deals of a variant anew, evenly spread over the pool, and compares. */
export async function verifyPool(
  variant: VariantId,
  sample: number,
  { threads, positions }: { readonly threads: number; readonly positions: number },
): Promise<Check> {
  const pool = await loadPool(variant)
  const deals = Array.from({ length: sample }, (_, index) => (Math.floor((index * POOL_DEALS) / sample) + 1) as DealNumber)
  const progress = new Progress(`check of ${variant}`, deals.length, 0)
  const found: [DealNumber, Rating][] = []
  for await (const each of workOff({ find: 'rating', variant, positions }, deals, threads)) {
    found.push([...each])
    progress.step()
  }
  const decided = found.filter(([, rating]) => rating !== 'undecided')
  const count = (...ratings: Rating[]): number => found.filter(([, rating]) => ratings.includes(rating)).length
  return {
    variant,
    checked: sample,
    won: count('easy', 'normal', 'hard'),
    lost: count('lost'),
    undecided: count('undecided'),
    newlyDecided: decided.filter(([deal]) => pool.ratingOf(deal) === 'undecided').length,
    wrong: decided
      .filter(([deal, rating]) => pool.ratingOf(deal) !== 'undecided' && rating !== pool.ratingOf(deal))
      .sort(([a], [b]) => a - b)
      .map(([deal, rating]) => ({ deal, pool: pool.ratingOf(deal), found: rating })),
  }
}
