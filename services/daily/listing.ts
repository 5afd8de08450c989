import { parseDay, type Transaction } from '../core/index.ts'
import type { Notice } from '../realtime/index.ts'
import { notePlaces } from './list.ts'

/**
 * Sets what a day's list says of a run that was struck or has come back: a first attempt is listed, unless it is struck. Call it in the
 * transaction that changed the run, after that change. Returns what the list's watchers are to be told.
 */
export async function relistDaily(transaction: Transaction, runId: string): Promise<readonly Notice[]> {
  const run = await transaction.run.findUniqueOrThrow({
    where: { id: runId },
    select: { userId: true, day: true, attempt: true, struckAt: true, stages: { select: { result: true } } },
  })
  const { userId, attempt, struckAt, stages } = run
  const result = stages[0]?.result
  if (run.day === null || attempt !== 1 || !result) return []
  const day = parseDay(run.day)
  // Either the list closes with this change, or it has closed before it.
  const [daily] = await transaction.$queryRaw<{ closed: boolean }[]>`
    SELECT closed_at IS NOT NULL AS closed FROM dailies WHERE day = ${day} FOR UPDATE`
  await transaction.dailyEntry.deleteMany({ where: { runId } })
  if (!struckAt) {
    const { won, score, timeMs, moves, undos, hints, endedAt } = result
    await transaction.dailyEntry.create({ data: { day, userId, runId, won, score, timeMs, moves, undos, hints, endedAt } })
  }
  if (daily?.closed) await notePlaces(transaction, day)
  return [{ type: 'list', day, run: null }]
}
