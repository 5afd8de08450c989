/** The rank's index on a card. */
export const rankLetter = (rank: number): string => (rank === 10 ? '10' : ('A23456789TJQK'[rank - 1] ?? ''))
