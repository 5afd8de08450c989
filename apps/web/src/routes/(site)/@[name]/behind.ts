/** What part of the others a place leaves behind, from 0 to 1; alone on a list it is all of them. */
export function behindOf({ rank, players }: { rank: number; players: number }): number {
  return players > 1 ? (players - rank) / (players - 1) : 1
}
