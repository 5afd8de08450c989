/**
 * The ladder: five proven deals in a row against the clock, drawn anew for every run. A run's stages are `runs`' own; here is which
 * deals they get, when the next one may be revealed, and what a run brings.
 *
 * ```ts
 * const runs = createRuns({ …, rules: { daily: dailyRules(zone), ladder: ladderRules(zone) } })
 * const ladder = createLadder({ database, clock, publisher, runs, leaderboard, zone })
 * const stage = await ladder.reveal(userId, null, 1)
 * ```
 */
export { createLadder, type LadderService } from './ladder.ts'
export { ladderRules } from './rules.ts'
export { pooledDeals, type StageDeals } from './stages.ts'
