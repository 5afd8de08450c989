/** Pools tell of the deals from 1 to this one: the numbers that came with Microsoft's first FreeCell, among which rated games are drawn. */
export const POOL_DEALS = 32_000

/** How hard a deal that can be won is, the easiest first. */
export const TIERS = ['easy', 'normal', 'hard'] as const
export type Tier = (typeof TIERS)[number]

/** What is known of a deal: how hard it is to win, that it is proven lost, or that nobody knows yet. */
export type Rating = Tier | 'lost' | 'undecided'

const CODES = ['lost', ...TIERS] as const

/**
 * Writes the ratings of the deals 1 to `POOL_DEALS`, the first one's first, as text: two bits a deal, from the least significant on, in
 * base64 (0 lost, or 1 and up for the tiers); then, after spaces, the numbers of those that are undecided, whose bits are 0 too.
 */
export function encodeRatings(ratings: readonly Rating[]): string {
  const bytes = new Uint8Array(POOL_DEALS / 4)
  const undecided: number[] = []
  for (const [index, rating] of ratings.entries()) {
    if (rating === 'undecided') undecided.push(index + 1)
    else bytes[index >> 2] = (bytes[index >> 2] ?? 0) | (CODES.indexOf(rating) << ((index & 3) * 2))
  }
  return [btoa(String.fromCharCode(...bytes)), ...undecided].join(' ')
}

/** Reads what `encodeRatings` wrote. */
export function decodeRatings(text: string): Rating[] {
  const [base64 = '', ...undecided] = text.split(' ')
  const bytes = atob(base64)
  const ratings = Array.from({ length: POOL_DEALS }, (_, index): Rating => {
    const code = (bytes.charCodeAt(index >> 2) >> ((index & 3) * 2)) & 3
    return CODES[code] ?? 'undecided'
  })
  for (const deal of undecided) ratings[Number(deal) - 1] = 'undecided'
  return ratings
}
