import { setImmediate } from 'node:timers/promises'
import { decodeEvents, type LogEvent } from '@speedcell/shared/engine'
import { type Database, DomainError } from '../core/index.ts'

/**
 * Everything that is kept about a player, as plain JSON: the account, its sessions (when, not by which token), runs with their
 * stages, logs, figures and what was done about them, entries in lists and boards, solved days, the coin ledger, counted games with the logs of free play, what they come to,
 * and badges. Nothing in it tells more of a stage in play than its player has been
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
          figures: { omit: { runId: true } },
          // What was done about it and why; by whom is that person's own.
          reviews: { select: { act: true, reason: true, at: true }, orderBy: { at: 'asc' } },
        },
        orderBy: { startedAt: 'asc' },
      },
      dailyEntries: { omit: { userId: true }, orderBy: { day: 'asc' } },
      dailySolves: { omit: { userId: true }, orderBy: { day: 'asc' } },
      postings: { omit: { userId: true }, orderBy: { postedAt: 'asc' } },
      boardEntries: { omit: { userId: true }, orderBy: { board: 'asc' } },
      games: { omit: { userId: true, sequence: true, digest: true }, orderBy: { sequence: 'asc' } },
      totals: { omit: { userId: true } },
      variants: { omit: { userId: true }, orderBy: { variant: 'asc' } },
      badges: { omit: { userId: true }, orderBy: { earnedAt: 'asc' } },
    },
  })
  if (!user) throw new DomainError('not-signed-in')
  const { sessions, runs, dailyEntries, dailySolves, postings, boardEntries, games, totals, variants, badges, ...account } = user
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
    boardEntries,
    games: await withLogs(games),
    totals,
    variants,
    badges,
  }
}

/** So many logs are read at once; others are served in between. */
const READ_AT_ONCE = 200

/** Games with their logs, where they have one of their own. There may be tens of thousands of them. */
async function withLogs<Game extends { readonly events: string | null }>(games: readonly Game[]) {
  const read: (Omit<Game, 'events'> & { readonly events: readonly LogEvent[] | null })[] = []
  for (const game of games) {
    if (read.length % READ_AT_ONCE === 0) await setImmediate()
    read.push({ ...game, events: game.events === null ? null : readEvents(game.events) })
  }
  return read
}

function readEvents(text: string): readonly LogEvent[] {
  const events = decodeEvents(text)
  if (!events.ok) throw new Error('a stored log cannot be read')
  return events.value
}
