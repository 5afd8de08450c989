import type { VariantId } from '@speedcell/shared/engine'
import { type Rating, TIERS, type Tier } from '@speedcell/shared/solver/pools'

/** What a pool comes to. */
export interface Stats {
  readonly variant: VariantId
  readonly won: number
  readonly lost: number
  readonly undecided: readonly number[]
  readonly tiers: Readonly<Record<Tier, number>>
}

/** Counts the ratings of a variant's deals, the first deal's first. */
export function statsOf(variant: VariantId, ratings: readonly Rating[]): Stats {
  const count = (rating: Rating): number => ratings.filter((each) => each === rating).length
  const undecided = ratings.flatMap((rating, index) => (rating === 'undecided' ? [index + 1] : []))
  const lost = count('lost')
  const tiers = Object.fromEntries(TIERS.map((tier) => [tier, count(tier)])) as Record<Tier, number>
  return { variant, won: ratings.length - lost - undecided.length, lost, undecided, tiers }
}
