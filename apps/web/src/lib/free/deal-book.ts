import type { DealNumber, VariantId } from '@speedcell/shared/engine'
import type { Verdict } from '@speedcell/shared/solver'
import { loadPool, POOL_DEALS, type Pool, type Tier } from '@speedcell/shared/solver/pools'
import type { WantedDeal } from './deal-link.ts'
import { isKnownUnsolvable } from './unsolvable.ts'

/** What is needed of a pool. */
export type SomePool = Pick<Pool, 'ratingOf' | 'count' | 'at'>

export type Proof = Exclude<Verdict['verdict'], 'unknown'>

/** Whoever waits longer for a deal thinks that the table is broken. */
const PATIENCE_MS = 4_000

/** What is proven about deals, and deals to draw: the pools, as far as they can be had, and the few numbers known beside them. */
export class DealBook {
  readonly #load: (variant: VariantId) => Promise<SomePool>
  readonly #patience: number

  /** `patience`, in milliseconds, is how long a pool is waited for. */
  constructor(load: (variant: VariantId) => Promise<SomePool> = loadPool, patience = PATIENCE_MS) {
    this.#load = load
    this.#patience = patience
  }

  /** What is proven about a deal; undefined if nothing is, or the pool that would tell cannot be loaded. */
  async proofOf({ deal, variant }: WantedDeal): Promise<Proof | undefined> {
    if (isKnownUnsolvable(deal, variant)) return 'unsolvable'
    if (deal > POOL_DEALS) return undefined
    const rating = (await this.#pool(variant))?.ratingOf(deal)
    if (rating === undefined || rating === 'undecided') return undefined
    return rating === 'lost' ? 'unsolvable' : 'solved'
  }

  /** Draws a deal that can be won, each of its tier as likely as any; undefined if the pool cannot be loaded. `random` gives 0 up to 1. */
  async draw(variant: VariantId, tier: Tier, random: () => number): Promise<DealNumber | undefined> {
    const pool = await this.#pool(variant)
    return pool?.at(Math.floor(random() * pool.count(tier)), tier)
  }

  async #pool(variant: VariantId): Promise<SomePool | undefined> {
    let waiting: number | undefined
    const tooLong = new Promise<undefined>((resolve) => {
      waiting = setTimeout(resolve, this.#patience)
    })
    try {
      return await Promise.race([this.#load(variant), tooLong])
    } catch {
      return undefined
    } finally {
      clearTimeout(waiting)
    }
  }
}
