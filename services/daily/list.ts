import type { Prisma } from '@speedcell/prisma/client'
import type { ListRow } from '@speedcell/shared/contracts'
import type { Database, Transaction } from '../core/index.ts'

/** How many neighbours the own row is shown with, on either side. */
const NEIGHBOURS = 3

// The order of the list, ties included: that of the index daily_entries_order.
const ORDER = [
  { score: 'desc' },
  { timeMs: 'asc' },
  { endedAt: 'asc' },
  { runId: 'asc' },
] as const satisfies Prisma.DailyEntryOrderByWithRelationInput[]
const WITH_NAME = { user: { select: { name: true } } } as const satisfies Prisma.DailyEntryInclude

type EntryRow = Prisma.DailyEntryGetPayload<{ include: typeof WITH_NAME }>

/** A page of a day's list as a viewer sees it. */
export async function pageOf(
  database: Database,
  day: string,
  offset: number,
  limit: number,
  viewer: string | null,
): Promise<ListRow[]> {
  const entries = await database.dailyEntry.findMany({
    where: { day },
    orderBy: ORDER,
    skip: offset,
    take: limit,
    include: WITH_NAME,
  })
  return entries.map((entry, index) => rowOf(entry, offset + index + 1, viewer))
}

/** A player's own row in a day's list; null without one. */
export async function rowOfPlayer(database: Database, day: string, userId: string): Promise<ListRow | null> {
  const entry = await database.dailyEntry.findUnique({ where: { day_userId: { day, userId } }, include: WITH_NAME })
  return entry && rowOf(entry, await rankOf(database, entry), userId)
}

/** The rows around a rank, that one included. */
export function neighboursOf(database: Database, day: string, rank: number, viewer: string): Promise<ListRow[]> {
  const offset = Math.max(0, rank - 1 - NEIGHBOURS)
  return pageOf(database, day, offset, rank + NEIGHBOURS - offset, viewer)
}

/** The rows of certain runs, as nobody in particular sees them; without runs, the newest rows. The newest come first. */
export async function newestRows(
  database: Database,
  day: string,
  runs: readonly string[] | null,
  limit: number,
): Promise<ListRow[]> {
  const entries = await database.dailyEntry.findMany({
    where: { day, ...(runs ? { runId: { in: [...runs] } } : {}) },
    orderBy: { endedAt: 'desc' },
    take: limit,
    include: WITH_NAME,
  })
  return Promise.all(entries.map(async (entry) => rowOf(entry, await rankOf(database, entry), null)))
}

/** The rank of an entry, from 1: one more than how many stand before it. */
async function rankOf(database: Database, { day, score, timeMs, endedAt, runId }: EntryRow): Promise<number> {
  const [counted] = await database.$queryRaw<{ rank: number }[]>`
    SELECT (1 + (SELECT count(*) FROM daily_entries WHERE day = ${day} AND score > ${score})
      + (SELECT count(*) FROM daily_entries
         WHERE day = ${day} AND score = ${score} AND (time_ms, ended_at, run_id) < (${timeMs}, ${endedAt}, ${runId}::uuid)))::int AS rank`
  return counted?.rank ?? 1
}

/** Notes with each entry of a list that closes now how many in a hundred of the others it leaves behind; alone it is all of them. */
export async function notePlaces(transaction: Transaction, day: string): Promise<void> {
  await transaction.$executeRaw`
    UPDATE daily_entries AS entry SET better = closed.better
    FROM (
      SELECT run_id, CASE count(*) OVER () WHEN 1 THEN 100
        ELSE 100 * (count(*) OVER () - rank() OVER places) / (count(*) OVER () - 1) END AS better
      FROM daily_entries WHERE day = ${day}
      WINDOW places AS (ORDER BY score DESC, time_ms, ended_at, run_id)
    ) AS closed
    WHERE entry.run_id = closed.run_id`
}

function rowOf(entry: EntryRow, rank: number, viewer: string | null): ListRow {
  const { user, userId, won, score, timeMs, moves, undos, hints, endedAt, runId } = entry
  const figures = { won, score, timeMs, moves, undos, hints }
  return { rank, name: user.name, me: userId === viewer, ...figures, endedAt: endedAt.toISOString(), run: runId }
}
