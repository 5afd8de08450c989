import type { Me, Player as PlayerPage, Statistics, Wallet } from '@speedcell/shared/contracts'
import { findByName, type Player } from '../accounts/index.ts'
import { type Clock, type Database, DomainError, dayAt } from '../core/index.ts'
import { getStreak } from '../streaks/index.ts'
import { balanceOf, ledgerOf, postingsOf } from '../wallet/index.ts'
import { statisticsOf } from './statistics.ts'

export interface PlayersDependencies {
  readonly database: Database
  readonly clock: Clock
  /** The site's time zone: it says which day is today. */
  readonly timeZone: string
}

const RESULTS_SHOWN = 30
const POSTINGS_SHOWN = 50

export type Players = ReturnType<typeof createPlayers>

/** What there is to tell about players: to themselves, and to others. */
export function createPlayers({ database, clock, timeZone }: PlayersDependencies) {
  const today = () => dayAt(clock.now(), timeZone)

  /** The player as they see themselves on every page. */
  async function me({ id, name, claimed, role }: Player): Promise<Me> {
    const [coins, streak] = await Promise.all([balanceOf(database, id), getStreak(database, id, today())])
    return { id, name, claimed, role, coins, streak }
  }

  /** A player's page, with the wallet if it is the viewer's own. Refuses with `not-found`. */
  async function page(name: string, viewer: Player | null): Promise<PlayerPage> {
    const user = await findByName(database, name)
    if (!user?.name) throw new DomainError('not-found')
    const mine = viewer?.id === user.id
    const [streak, solved, results, wallet] = await Promise.all([
      getStreak(database, user.id, today()),
      database.dailySolve.count({ where: { userId: user.id } }),
      latestResults(database, user.id),
      mine ? walletOf(user.id) : null,
    ])
    return {
      name: user.name,
      since: user.createdAt.toISOString(),
      claimed: user.claimedAt !== null,
      streak,
      dailiesSolved: solved,
      results,
      wallet,
      mine,
    }
  }

  async function walletOf(userId: string): Promise<NonNullable<PlayerPage['wallet']>> {
    const [coins, postings] = await Promise.all([balanceOf(database, userId), postingsOf(database, userId, POSTINGS_SHOWN)])
    return { coins, postings: postings.map((posting) => ({ ...posting, postedAt: posting.postedAt.toISOString() })) }
  }

  /** A player's statistics, with how far their badges are if they are the viewer's own. Refuses with `not-found`. */
  function statistics(name: string, viewer: Player | null): Promise<Statistics> {
    return statisticsOf(database, { name, viewer, now: clock.now(), timeZone })
  }

  /** A page of a player's ledger, from the posting at `offset` on, the latest being the first. */
  async function wallet(userId: string, offset: number, limit: number): Promise<Wallet> {
    const { coins, total, postings } = await ledgerOf(database, userId, offset, limit)
    const told = postings.map((posting) => ({ ...posting, postedAt: posting.postedAt.toISOString() }))
    return { now: new Date(clock.now()).toISOString(), timeZone, coins, total, offset, postings: told }
  }

  return { me, page, statistics, wallet }
}

/** A player's latest places in the days' lists, each with its rank: the order is that of the list's index. */
async function latestResults(database: Database, userId: string): Promise<PlayerPage['results']> {
  return database.$queryRaw<PlayerPage['results']>`
    SELECT mine.day,
      dailies.closed_at IS NOT NULL AS closed,
      mine.won,
      mine.score,
      mine.time_ms AS "timeMs",
      mine.moves,
      (1 + (SELECT count(*) FROM daily_entries AS other WHERE other.day = mine.day AND other.score > mine.score)
        + (SELECT count(*) FROM daily_entries AS other WHERE other.day = mine.day AND other.score = mine.score
          AND (other.time_ms, other.ended_at, other.run_id) < (mine.time_ms, mine.ended_at, mine.run_id)))::int AS rank,
      (SELECT count(*)::int FROM daily_entries AS other WHERE other.day = mine.day) AS players
    FROM daily_entries AS mine JOIN dailies USING (day)
    WHERE mine.user_id = ${userId}::uuid
    ORDER BY mine.day DESC
    LIMIT ${RESULTS_SHOWN}`
}
