import type { Prisma } from '@speedcell/prisma/client'
import type { DaySummary } from '@speedcell/shared/contracts'
import { type Database, type Day, DomainError, dayEnd, dayStart } from '../core/index.ts'

/** How long after a day's end a begun game may be finished, in ms. */
const CLOSING_MS = 3_600_000

export type DailyRow = Prisma.DailyGetPayload<object>

/** When a day opens, ends and closes in a time zone. */
export function timesOf(day: Day, zone: string): { opensAt: Date; endsAt: Date; closesAt: Date } {
  const endsAt = dayEnd(day, zone)
  return { opensAt: new Date(dayStart(day, zone)), endsAt: new Date(endsAt), closesAt: new Date(endsAt + CLOSING_MS) }
}

/** Where a day stands at an instant (ms since the epoch). It is closed once its list was closed, every attempt having its result. */
export function stateOf({ endsAt, closedAt }: Pick<DailyRow, 'endsAt' | 'closedAt'>, now: number): DaySummary['state'] {
  if (closedAt) return 'closed'
  return now < endsAt.getTime() ? 'open' : 'closing'
}

/** A day that has opened by an instant (ms since the epoch). Throws `not-found`, also for one that is drawn already but yet to come. */
export async function getDaily(database: Database, day: string, now: number): Promise<DailyRow> {
  const daily = await database.daily.findUnique({ where: { day } })
  if (!daily || daily.opensAt.getTime() > now) throw new DomainError('not-found')
  return daily
}
