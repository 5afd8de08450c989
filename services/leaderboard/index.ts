/**
 * The leaderboard: each player's best run of a day, an ISO week, a month and of all time.
 *
 * ```ts
 * const notices = await enterBoards(transaction, run)
 * const leaderboard = createLeaderboard({ database, clock, zone })
 * const { rows, mine } = await leaderboard.getBoard('week', 0, 50, userId)
 * ```
 */
export { boardsOf } from './boards.ts'
export { enterBoards } from './entries.ts'
export { createLeaderboard, type Leaderboard } from './leaderboard.ts'
export type { BoardChange } from './news.ts'
export { type Rebuilt, rebuildBoards } from './rebuild.ts'
