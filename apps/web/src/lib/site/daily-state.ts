import type { MyDay } from '@speedcell/shared/contracts'

/** Where a player stands in a day. */
export const DAILY_STATES = ['fresh', 'playing', 'unsolved', 'solved'] as const
export type DailyState = (typeof DAILY_STATES)[number]

/** Where a player stands in a day; a visitor without an account has not begun. */
export function dailyState(mine: MyDay | null): DailyState {
  if (!mine || mine.attempts === 0) return 'fresh'
  if (mine.playing) return 'playing'
  return mine.solved ? 'solved' : 'unsolved'
}
