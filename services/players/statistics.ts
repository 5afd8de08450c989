import { LATEST_RUNS, type Statistics } from '@speedcell/shared/contracts'
import { findByName, type Player } from '../accounts/index.ts'
import { badgesOfPlayer } from '../badges/index.ts'
import { addDays, type Database, type Day, DomainError, dayAt } from '../core/index.ts'
import { daysOf, latestWinsOf, totalsOf, variantsOf } from '../stats/index.ts'
import { getStreak } from '../streaks/index.ts'

/** How many days before today the calendars begin. */
const CALENDAR_DAYS = 365

/**
 * What a player's games come to at an instant (ms since the epoch); with how far their badges are if they are the viewer's own. Of a
 * stage in play there is nothing in it, for only what has ended is counted. Refuses with `not-found`.
 */
export async function statisticsOf(
  database: Database,
  { name, viewer, now, timeZone }: { name: string; viewer: Player | null; now: number; timeZone: string },
): Promise<Statistics> {
  const user = await findByName(database, name)
  if (!user) throw new DomainError('not-found')
  const userId = user.id
  const today = dayAt(now, timeZone)
  const from = addDays(today, -CALENDAR_DAYS)
  const [totals, variants, latestWins, days, dailies, runs, streak, stagesWon] = await Promise.all([
    totalsOf(database, userId),
    variantsOf(database, userId),
    latestWinsOf(database, userId),
    daysOf(database, userId, from),
    dailiesOf(database, userId, from),
    latestRunsOf(database, userId),
    getStreak(database, userId, today),
    mostStagesWon(database, userId),
  ])
  const { games, wins, cardsHome, winStreak, longestStreak } = totals
  const counts = { wins, cardsHome, winStreak, dayStreak: streak.current, stagesWon }
  return {
    now: new Date(now).toISOString(),
    ...{ timeZone, today, games, wins, cardsHome },
    winStreak: { current: winStreak, longest: longestStreak },
    ...{ variants, latestWins, days, dailies, runs },
    badges: await badgesOfPlayer(database, userId, viewer?.id === userId ? counts : null),
  }
}

/** How a player did in the dailies, from a day on. */
async function dailiesOf(database: Database, userId: string, from: Day): Promise<Statistics['dailies']> {
  return database.$queryRaw<Statistics['dailies']>`
    SELECT day, run_id AS run, better,
      won OR EXISTS (SELECT FROM daily_solves WHERE user_id = entry.user_id AND day = entry.day) AS solved
    FROM daily_entries AS entry
    WHERE user_id = ${userId}::uuid AND day >= ${from}
    ORDER BY day`
}

/** A player's latest runs of several stages, those that were struck left out. */
async function latestRunsOf(database: Database, userId: string): Promise<Statistics['runs']> {
  type Row = Omit<Statistics['runs'][number], 'endedAt'> & { readonly endedAt: Date }
  const runs = await database.$queryRaw<Row[]>`
    SELECT id AS run, kind::text, ended_at AS "endedAt", score, stages_won AS "stagesWon", time_ms AS "timeMs"
    FROM runs WHERE user_id = ${userId}::uuid AND kind = 'ladder' AND ended_at IS NOT NULL AND struck_at IS NULL
    ORDER BY ended_at DESC LIMIT ${LATEST_RUNS}`
  return runs.map((run) => ({ ...run, endedAt: run.endedAt.toISOString() }))
}

/** The most stages that a player has won in one ladder run. */
async function mostStagesWon(database: Database, userId: string): Promise<number> {
  const { _max } = await database.run.aggregate({ where: { userId, kind: 'ladder' }, _max: { stagesWon: true } })
  return _max.stagesWon ?? 0
}
