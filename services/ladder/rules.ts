import { BETWEEN_STAGES_MS, LADDER_STAGES } from '@speedcell/shared/contracts'
import { award, badgesOfRun } from '../badges/index.ts'
import { type Day, dayAt } from '../core/index.ts'
import { enterBoards } from '../leaderboard/index.ts'
import type { RunRules } from '../runs/index.ts'
import { getStreak } from '../streaks/index.ts'
import { worthOf } from './worth.ts'

/** What the ladder adds to a run: five stages by their weight, the seconds left, the leaderboard. */
export function ladderRules(zone: string): RunRules {
  const today = (instant: Date): Day => dayAt(instant.getTime(), zone)

  return {
    assess: ({ stage, outcome, progress, totals }) => worthOf(stage.number, outcome, progress, totals),

    async settle(transaction, { stage, totals, endedAt }) {
      const more = totals.won && stage.number < LADDER_STAGES.length
      const { current } = await getStreak(transaction, stage.run.userId, today(endedAt))
      const dueAt = more ? new Date(endedAt.getTime() + BETWEEN_STAGES_MS) : null
      return { listed: false, coins: 0, streak: current, dueAt, notices: [] }
    },

    async settleRun(transaction, run) {
      const { userId, endedAt, stages } = run
      const last = stages.at(-1)
      if (last) await award(transaction, { userId, earnedAt: endedAt, stageId: last.stageId }, badgesOfRun(run))
      return enterBoards(transaction, run)
    },

    // What came after the deadline is no part of the stage.
    settleLate: async () => {},
  }
}
