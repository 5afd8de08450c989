/**
 * Days in a row with the daily solved, always computed from the set of solved days, so that a day that comes late mends them.
 *
 * ```ts
 * const { current, longest, week } = await getStreak(database, userId, today)
 * ```
 */
export { streakOf } from './streak.ts'
export { getStreak } from './streaks.ts'
