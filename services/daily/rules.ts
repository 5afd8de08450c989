import type { Streak } from '@speedcell/shared/contracts'
import { encodeEvents, variantScore } from '@speedcell/shared/engine'
import { award, badgesOfStreak } from '../badges/index.ts'
import { type Day, dayAt, parseDay, type Transaction } from '../core/index.ts'
import { type RunRules, type StageRow, timeUsed } from '../runs/index.ts'
import { getStreak } from '../streaks/index.ts'
import { post } from '../wallet/index.ts'
import { DAILY_VARIANT } from './draw.ts'

/** What solving a day's deal brings, once a day. */
export const DAILY_COINS = 250
/** How long after a list's closing a solved log still brings coins and streak, in ms. */
export const LATE_WINDOW_MS = 48 * 3_600_000

/** What a daily adds to a run: its one stage is the run; the first attempt is listed; a day is solved once. */
export function dailyRules(zone: string): RunRules {
  /** The player's streak after a result, with the badges that it earns if it solved its day. */
  async function streakAfter(
    transaction: Transaction,
    { id: stageId, run }: StageRow,
    solved: boolean,
    at: Date,
  ): Promise<Streak> {
    const streak = await getStreak(transaction, run.userId, dayAt(at.getTime(), zone))
    if (solved) await award(transaction, { userId: run.userId, earnedAt: at, stageId }, badgesOfStreak(streak.longest))
    return streak
  }

  return {
    assess({ totals, progress }) {
      return {
        score: variantScore(totals.points, DAILY_VARIANT),
        secondsLeft: 0,
        timeMs: totals.won ? timeUsed(progress) : totals.ms,
      }
    },

    async settle(transaction, { stage, totals, score, timeMs, endedAt }) {
      const { id: runId, userId, attempt } = stage.run
      const day = dayOf(stage)
      const listed = attempt === 1
      if (listed) {
        const { won, moves, undos, hints } = totals
        await transaction.dailyEntry.create({
          data: { day, userId, runId, won, score, timeMs, moves, undos, hints, endedAt },
        })
      }
      const coins = totals.won ? await solve(transaction, stage, day, endedAt, false) : 0
      const { current } = await streakAfter(transaction, stage, totals.won, endedAt)
      return { listed, coins, streak: current, dueAt: null, notices: listed ? [{ type: 'list', day, run: runId }] : [] }
    },

    // The day's list knows all that there is to know of the run.
    settleRun: async () => [],

    async settleLate(transaction, { stage, log, totals, receivedAt }) {
      const inTime = receivedAt.getTime() <= stage.deadline.getTime() + LATE_WINDOW_MS
      const madeInTime = stage.revealedAt.getTime() + totals.ms < stage.deadline.getTime()
      if (!inTime || !madeInTime) return
      const coins = await solve(transaction, stage, dayOf(stage), receivedAt, true)
      const { current } = await streakAfter(transaction, stage, true, receivedAt)
      const { moves, undos, hints, points, ms } = totals
      await transaction.lateResult.create({
        data: {
          stageId: stage.id,
          events: encodeEvents(log.events),
          ...{ moves, undos, hints, receivedAt, coins },
          score: variantScore(points, DAILY_VARIANT),
          timeMs: ms,
          streak: current,
        },
      })
    },
  }
}

/** Notes a day as solved and pays for it; both happen once a day, at whichever attempt. Returns the coins that it brought. */
async function solve(transaction: Transaction, stage: StageRow, day: Day, solvedAt: Date, late: boolean): Promise<number> {
  const { userId } = stage.run
  await transaction.dailySolve.createMany({ data: [{ userId, day, stageId: stage.id, late, solvedAt }], skipDuplicates: true })
  return post(transaction, { userId, reason: `daily:${day}`, coins: DAILY_COINS, postedAt: solvedAt })
}

function dayOf(stage: StageRow): Day {
  return parseDay(stage.run.day ?? '')
}
