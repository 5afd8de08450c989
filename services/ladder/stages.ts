import { LADDER_STAGES } from '@speedcell/shared/contracts'
import type { DealNumber, VariantId } from '@speedcell/shared/engine'
import { loadPool, type Tier } from '@speedcell/shared/solver/pools'

/** How hard the deals of each stage are, the first one's first: see docs/decisions/ladder.md. */
const STAGE_TIERS: readonly Tier[] = ['easy', 'normal', 'easy', 'easy', 'easy']

/** The deals that a stage, counted from 1, may get. */
export type StageDeals = (number: number) => Promise<readonly DealNumber[]>

/** A stage's game, and the milliseconds to play it. Throws a RangeError where the ladder has no such stage. */
export function stageAt(number: number): { readonly variant: VariantId; readonly tier: Tier; readonly ms: number } {
  const stage = LADDER_STAGES[number - 1]
  const tier = STAGE_TIERS[number - 1]
  if (!stage || !tier) throw new RangeError(`the ladder has no stage ${number}`)
  return { variant: stage.variant, tier, ms: stage.minutes * 60_000 }
}

/** A stage's deals from the proven pools. */
export const pooledDeals: StageDeals = async (number) => {
  const { variant, tier } = stageAt(number)
  const pool = await loadPool(variant)
  return Array.from({ length: pool.count(tier) }, (_, index) => pool.at(index, tier))
}
