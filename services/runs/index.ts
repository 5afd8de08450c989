/**
 * Rated play. The server reveals a stage, stamps the time, takes its events as they are made, replays them through the engine, and
 * writes one result with all that follows from it. A daily attempt is a run of one stage.
 *
 * ```ts
 * const runs = createRuns({ database, clock, publisher, logger, zone, rules: { daily: dailyRules(zone), ladder: ladderRules(zone) } })
 * const { length } = await runs.append({ userId, stage, claim }, 0, [[1200, '3a']])
 * const result = await runs.finish({ userId, stage, claim }, log, false)
 * ```
 */

export { claimDigest } from './claim.ts'
export type { Ended, EndedRun, LateWin, Outcome, RulesOf, RunRules, Settlement, Worth } from './rules.ts'
export { endedStagesOf, WITH_RESULTS } from './run.ts'
export {
  type Acknowledgement,
  CLOSING_GRACE_MS,
  createRuns,
  type Hintable,
  type NewRun,
  type NewStage,
  type Runs,
  type Tab,
} from './runs.ts'
export { getStage, lockStage, progressOf, resultOf, type StageRow, sinceReveal } from './stage.ts'
export { gameOf, type Progress, timeUsed } from './verify.ts'
