import { type Database, dayAt, inTransaction, parseDay } from '@speedcell/services/core'
import { enterBoards } from '@speedcell/services/leaderboard'
import type { Notice } from '@speedcell/services/realtime'

/** The time zone of a site that has no other. */
export const ZONE = 'Europe/Berlin'

export interface GivenRun {
  readonly userId: string
  readonly score: number
  readonly stagesWon?: number
  readonly timeMs?: number
  /** ISO 8601 with its offset. */
  readonly endedAt?: string | Date
  /** The site's time zone. */
  readonly zone?: string
}

/** A player with a name. */
export async function givenPlayer(database: Database, name: string): Promise<string> {
  const { id } = await database.user.create({ data: { name, nameKey: name.toLowerCase(), locale: 'de' }, select: { id: true } })
  return id
}

/** A ladder run that has ended, come into the boards as runs do. */
export async function givenRun(
  database: Database,
  { userId, score, stagesWon = 2, timeMs = 600_000, endedAt = '2026-11-30T12:00:00+01:00', zone = ZONE }: GivenRun,
): Promise<{ id: string; notices: readonly Notice[] }> {
  const ended = new Date(endedAt)
  const endedDay = dayAt(ended.getTime(), zone)
  return inTransaction(database, async (transaction) => {
    const data = { userId, kind: 'ladder', startedAt: ended, endedAt: ended, endedDay, score, stagesWon, timeMs } as const
    const { id } = await transaction.run.create({ data, select: { id: true } })
    return { id, notices: await enterBoards(transaction, { userId, endedDay }) }
  })
}

/** Takes a run out of the lists, or puts it back, as a review does. */
export function strike(database: Database, id: string, struckAt: Date | null = new Date()): Promise<readonly Notice[]> {
  return inTransaction(database, async (transaction) => {
    const { userId, endedDay } = await transaction.run.update({ where: { id }, data: { struckAt } })
    return enterBoards(transaction, { userId, endedDay: parseDay(endedDay ?? '') })
  })
}
