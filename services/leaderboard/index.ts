/**
 * The leaderboard: each player's best run of a day, an ISO week, a month and of all time.
 *
 * ```ts
 * const notices = await enterBoards(transaction, run)
 * ```
 */
export { boardsOf } from './boards.ts'
export { enterBoards } from './entries.ts'
export { type Rebuilt, rebuildBoards } from './rebuild.ts'
