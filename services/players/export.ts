import { decodeEvents, type LogEvent } from '@speedcell/shared/engine'
import { type Database, DomainError } from '../core/index.ts'

/**
 * Everything that is kept about a player, as plain JSON: the account, its sessions (when, not by which token), runs with their
 * stages and logs, list entries, solved days and the coin ledger. Nothing in it tells more of a stage in play than its player has been
 * shown. Refuses with `not-signed-in` where the account is gone.
 */
export async function exportPlayer(database: Database, userId: string): Promise<Record<string, unknown>> {
  const user = await database.user.findUnique({
    where: { id: userId, deletedAt: null },
    select: {
      id: true,
      name: true,
      role: true,
      locale: true,
      createdAt: true,
      claimedAt: true,
      sessions: { select: { createdAt: true, expiresAt: true }, orderBy: { createdAt: 'asc' } },
      runs: {
        omit: { userId: true },
        include: {
          stages: {
            // The lines that hints follow would be the next hints, for nothing.
            omit: { runId: true, claim: true, hintLines: true },
            include: { result: true, late: true },
            orderBy: { number: 'asc' },
          },
        },
        orderBy: { startedAt: 'asc' },
      },
      dailyEntries: { omit: { userId: true }, orderBy: { day: 'asc' } },
      dailySolves: { omit: { userId: true }, orderBy: { day: 'asc' } },
      postings: { omit: { userId: true }, orderBy: { postedAt: 'asc' } },
    },
  })
  if (!user) throw new DomainError('not-signed-in')
  const { sessions, runs, dailyEntries, dailySolves, postings, ...account } = user
  return {
    account,
    sessions,
    runs: runs.map((run) => ({
      ...run,
      stages: run.stages.map((stage) => ({
        ...stage,
        events: readEvents(stage.events),
        late: stage.late && { ...stage.late, events: readEvents(stage.late.events) },
      })),
    })),
    dailyEntries,
    dailySolves,
    postings,
  }
}

function readEvents(text: string): readonly LogEvent[] {
  const events = decodeEvents(text)
  if (!events.ok) throw new Error('a stored log cannot be read')
  return events.value
}
