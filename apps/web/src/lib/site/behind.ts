interface Standing {
  readonly rank: number
  readonly players: number
}

/** What part of the others a place leaves behind, from 0 to 1; alone on a list it is all of them. */
export function behindOf({ rank, players }: Standing): number {
  return players > 1 ? (players - rank) / (players - 1) : 1
}

/** The same in whole hundredths, never more than it is: what is said as `better than 96%`. */
export function betterThan({ rank, players }: Standing): number {
  return players > 1 ? Math.floor((100 * (players - rank)) / (players - 1)) / 100 : 1
}
