import type { MyDay } from '@speedcell/shared/contracts'

export type DailyState = 'fresh' | 'playing' | 'unsolved' | 'solved'

/** Where a player stands in a day; a visitor without an account has not begun. */
export function dailyState(mine: MyDay | null): DailyState {
  if (!mine || mine.attempts === 0) return 'fresh'
  if (mine.playing) return 'playing'
  return mine.solved ? 'solved' : 'unsolved'
}
