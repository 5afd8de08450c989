/**
 * The sixteen badges: what earns them, and who has them. Each is earned once, in the transaction of the result that earned it.
 *
 * ```ts
 * const earned = await award(transaction, { userId, earnedAt, stageId }, badgesOfGame(game, totals))
 * ```
 */
export { award, badgesOfFreeGame, badgesOfStage, type Earning } from './award.ts'
export { badgesOfPlayer, type Counts, progressTo } from './progress.ts'
export { badgesOfGame, badgesOfRun, badgesOfStreak, type JudgedGame, type JudgedRun } from './rules.ts'
