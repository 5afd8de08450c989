import type { ReviewAct, RunKind } from '@speedcell/prisma/client'
import type { FlaggedRun } from '@speedcell/shared/contracts'
import { type Clock, type Database, DomainError, parseDay, type Transaction } from '../core/index.ts'
import { relistDaily } from '../daily/index.ts'
import { enterBoards } from '../leaderboard/index.ts'
import { type Notice, type Publisher, transactAndTell } from '../realtime/index.ts'
import { readFlagged, readRun } from './flagged.ts'

interface Context {
  readonly database: Database
  readonly clock: Clock
  readonly publisher: Publisher
}

/** A run that has ended, as its row is when a review has locked it. */
interface ReviewedRun {
  readonly id: string
  readonly userId: string
  readonly endedDay: string
}

/** What the lists of each way to play say of a run that was struck or has come back. */
const RELIST: Readonly<Record<RunKind, (transaction: Transaction, run: ReviewedRun) => Promise<readonly Notice[]>>> = {
  daily: (transaction, { id }) => relistDaily(transaction, id),
  ladder: (transaction, { userId, endedDay }) => enterBoards(transaction, { userId, endedDay: parseDay(endedDay) }),
}

export type FairPlay = ReturnType<typeof createFairPlay>

/** What administrators see of rated runs, and do about them. */
export function createFairPlay({ database, clock, publisher }: Context) {
  /** Flagged runs that nobody has reviewed yet, the last ended first; or all that are flagged or were reviewed. */
  const getFlagged = (all: boolean, offset: number, limit: number) => readFlagged(database, all, offset, limit)

  /** Any run that has ended. Throws `not-found`. */
  async function getRun(id: string): Promise<FlaggedRun> {
    const run = await readRun(database, id)
    if (!run) throw new DomainError('not-found')
    return run
  }

  /**
   * Strikes a run, which takes it out of the lists, or clears it, which puts it back; on record with its reason, also where it changes
   * nothing. Throws `not-found` for a run that is not there or has not ended.
   */
  async function review(id: string, adminId: string, act: ReviewAct, reason: string): Promise<FlaggedRun> {
    const at = new Date(clock.now())
    await transactAndTell(database, publisher, async (transaction, tell) => {
      const [run] = await transaction.$queryRaw<(ReviewedRun & { kind: RunKind; struckAt: Date | null })[]>`
        SELECT id, user_id AS "userId", kind, ended_day AS "endedDay", struck_at AS "struckAt" FROM runs
        WHERE id = ${id}::uuid AND ended_at IS NOT NULL FOR UPDATE`
      if (!run) throw new DomainError('not-found')
      await transaction.runReview.create({ data: { runId: id, adminId, act, reason, at } })
      if ((act === 'struck') === (run.struckAt !== null)) return
      await transaction.run.update({ where: { id }, data: { struckAt: act === 'struck' ? at : null } })
      tell(...(await RELIST[run.kind](transaction, run)))
    })
    return getRun(id)
  }

  return { getFlagged, getRun, review }
}
