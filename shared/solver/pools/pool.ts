import type { DealNumber } from '../../engine/index.ts'
import { decodeRatings, type Rating, TIERS, type Tier } from './ratings.ts'

/** The deals of a variant that are proven to be winnable, by how hard they are. */
export class Pool {
  /** What is known of each deal, the first one's first. */
  readonly ratings: readonly Rating[]
  readonly #deals: Readonly<Record<Tier | 'all', readonly DealNumber[]>>

  /** The pool in a text of `encodeRatings`. */
  constructor(text: string) {
    this.ratings = decodeRatings(text)
    const all = this.ratings.flatMap((rating, index) => (isTier(rating) ? [(index + 1) as DealNumber] : []))
    const [easy, normal, hard] = TIERS.map((tier) => all.filter((deal) => this.ratings[deal - 1] === tier))
    this.#deals = { all, easy: easy ?? [], normal: normal ?? [], hard: hard ?? [] }
  }

  /** What is known of a deal; undefined for those that no pool tells of, above `POOL_DEALS`. */
  ratingOf(deal: number): Rating | undefined {
    return this.ratings[deal - 1]
  }

  /** Whether a deal is proven to be winnable. */
  has(deal: number): boolean {
    const rating = this.ratings[deal - 1]
    return rating !== undefined && isTier(rating)
  }

  /** How many deals can be won, of a tier or of all. */
  count(tier: Tier | 'all' = 'all'): number {
    return this.#deals[tier].length
  }

  /** The deal at an index, from 0, among those of a tier or of all, in the order of their numbers. Throws RangeError beyond the last. */
  at(index: number, tier: Tier | 'all' = 'all'): DealNumber {
    const deal = this.#deals[tier][index]
    if (deal === undefined) throw new RangeError(`there is no deal at ${index} of ${this.count(tier)}`)
    return deal
  }
}

const isTier = (rating: Rating): rating is Tier => rating !== 'lost' && rating !== 'undecided'
