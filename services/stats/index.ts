/**
 * Statistics: every game that counts is a row, and what a player's rows come to is kept beside them.
 *
 * ```ts
 * const totals = await countGame(transaction, game)
 * ```
 */
export { type CountableGame, countGame, type PlayerTotals } from './count.ts'
