/** A day's shade in a calendar: nothing, outlined, or one of three of honey. */
export type Shade = 'none' | 'outlined' | 'pale' | 'middle' | 'deep'

/** The shade of a daily: not solved, behind the half, before it, or in the best tenth by how many in a hundred were behind. */
export function shadeOfDaily(daily: { readonly solved: boolean; readonly better: number | null }): Shade {
  if (!daily.solved) return 'outlined'
  if (daily.better === null || daily.better < 50) return 'pale'
  return daily.better < 90 ? 'middle' : 'deep'
}

/** The shade of a day by its wins. */
export function shadeOfWins(wins: number): Shade {
  if (wins === 0) return 'outlined'
  if (wins === 1) return 'pale'
  return wins < 5 ? 'middle' : 'deep'
}
