import type { Prisma } from '@speedcell/prisma/client'
import { decodeEvents, type LogEvent } from '@speedcell/shared/engine'
import { type Database, DomainError } from '../core/index.ts'
import { jsonText } from './json-text.ts'

/** So many runs or games are read at once: their logs are what an export is made of. */
const READ_AT_ONCE = 50

/**
 * Everything that is kept about a player, as a text of JSON that is read piece by piece: the account, its sessions (when, not by which
 * token), entries in lists and boards, solved days, the coin ledger, what games come to, badges, runs with their stages, logs, figures
 * and what was done about them, and counted games with the logs of free play. Nothing in it tells more of a stage in play than its
 * player has been shown. Refuses with `not-signed-in` where the account is gone.
 */
export async function exportPlayer(database: Database, userId: string): Promise<AsyncIterable<string>> {
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
      dailyEntries: { omit: { userId: true }, orderBy: { day: 'asc' } },
      dailySolves: { omit: { userId: true }, orderBy: { day: 'asc' } },
      postings: { omit: { userId: true }, orderBy: { postedAt: 'asc' } },
      boardEntries: { omit: { userId: true }, orderBy: { board: 'asc' } },
      totals: { omit: { userId: true } },
      variants: { omit: { userId: true }, orderBy: { variant: 'asc' } },
      badges: { omit: { userId: true }, orderBy: { earnedAt: 'asc' } },
    },
  })
  if (!user) throw new DomainError('not-signed-in')
  const { sessions, dailyEntries, dailySolves, postings, boardEntries, totals, variants, badges, ...account } = user
  const small = { account, sessions, dailyEntries, dailySolves, postings, boardEntries, totals, variants, badges }
  return jsonText({ ...small, runs: runsOf(database, userId), games: gamesOf(database, userId) })
}

const WHOLE_RUN = {
  stages: {
    // The lines that hints follow would be the next hints, for nothing.
    omit: { runId: true, claim: true, hintLines: true },
    include: { result: true, late: true },
    orderBy: { number: 'asc' },
  },
  figures: { omit: { runId: true } },
  // What was done about it and why; by whom is that person's own.
  reviews: { select: { act: true, reason: true, at: true }, orderBy: { at: 'asc' } },
} as const satisfies Prisma.RunInclude

/** A player's runs, the first one first. */
async function* runsOf(database: Database, userId: string) {
  for (let last: string | undefined; ; ) {
    const runs = await database.run.findMany({
      where: { userId },
      omit: { userId: true },
      include: WHOLE_RUN,
      orderBy: [{ startedAt: 'asc' }, { id: 'asc' }],
      take: READ_AT_ONCE,
      ...(last !== undefined && { cursor: { id: last }, skip: 1 }),
    })
    for (const run of runs) {
      const stages = run.stages.map((stage) => ({
        ...stage,
        events: readEvents(stage.events),
        late: stage.late && { ...stage.late, events: readEvents(stage.late.events) },
      }))
      yield { ...run, stages }
    }
    last = runs.at(-1)?.id
    if (runs.length < READ_AT_ONCE) return
  }
}

/** A player's games in the order in which they counted, with their logs, where they have one of their own. */
async function* gamesOf(database: Database, userId: string) {
  for (let last = -1n; ; ) {
    const games = await database.game.findMany({
      where: { userId, sequence: { gt: last } },
      omit: { userId: true, digest: true },
      orderBy: { sequence: 'asc' },
      take: READ_AT_ONCE,
    })
    for (const { sequence, ...game } of games) {
      last = sequence
      yield { ...game, events: game.events === null ? null : readEvents(game.events) }
    }
    if (games.length < READ_AT_ONCE) return
  }
}

function readEvents(text: string): readonly LogEvent[] {
  const events = decodeEvents(text)
  if (!events.ok) throw new Error('a stored log cannot be read')
  return events.value
}
