/**
 * Statistics: every game that counts is a row, and what a player's rows come to is kept beside them.
 *
 * ```ts
 * const totals = await countGame(transaction, game)
 * const { wins, winStreak } = await totalsOf(database, userId)
 * ```
 */
export { type CountableGame, countGame, type PlayerTotals } from './count.ts'
export { daysOf, latestWinsOf, totalsOf, variantsOf } from './read.ts'
export { type RebuiltStats, rebuildStats } from './rebuild.ts'
