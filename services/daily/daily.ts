import type { DayList, ListRow, MyDay, StageView, Today } from '@speedcell/shared/contracts'
import { cardsHome } from '@speedcell/shared/engine'
import { lockUser } from '../accounts/index.ts'
import {
  addDays,
  type Clock,
  type Database,
  type Day,
  DomainError,
  dayAt,
  inTransaction,
  nextDay,
  parseDay,
  previousDay,
  type Transaction,
} from '../core/index.ts'
import { type Publisher, transactAndTell } from '../realtime/index.ts'
import { CLOSING_GRACE_MS, gameOf, getStage, lockStage, progressOf, type Runs, resultOf, sinceReveal } from '../runs/index.ts'
import { type DailyRow, getDaily, stateOf, timesOf } from './day.ts'
import { DAILY_VARIANT, drawDeal, type Prove } from './draw.ts'
import { neighboursOf, newestRows, notePlaces, pageOf, rowOfPlayer } from './list.ts'
import { countsOf, summaryOf } from './summary.ts'

/** For how many days a deal is not drawn again. */
const REST_DAYS = 400

interface Context {
  readonly database: Database
  readonly clock: Clock
  readonly publisher: Publisher
  readonly runs: Runs
  readonly prove: Prove
  /** The site's secret, by which deals are drawn. */
  readonly secret: string
  /** The site's time zone. */
  readonly zone: string
}

/** What is new in a day's list, as its watchers are told. */
export interface ListNews {
  readonly players: number
  readonly solved: number
  readonly closed: boolean
  readonly entries: readonly ListRow[]
}

export type Dailies = ReturnType<typeof createDailies>

/** The daily: one proven deal a day for everybody. */
export function createDailies({ database, clock, publisher, runs, prove, secret, zone }: Context) {
  const today = (): Day => dayAt(clock.now(), zone)

  /**
   * The day's row, drawn now if it is not there yet. Whoever draws at the same time draws the same, and one row comes of it. One that
   * was drawn under another time zone is moved to the site's, unless somebody plays it already.
   */
  async function ensure(day: Day): Promise<DailyRow> {
    const times = timesOf(day, zone)
    const found = await database.daily.findUnique({ where: { day } })
    if (found?.opensAt.getTime() === times.opensAt.getTime() && found.endsAt.getTime() === times.endsAt.getTime()) return found
    if (found) {
      await database.daily.updateMany({ where: { day, closedAt: null, runs: { none: {} } }, data: times })
      return database.daily.findUniqueOrThrow({ where: { day } })
    }
    const recent = await database.daily.findMany({
      where: { day: { gte: addDays(day, -REST_DAYS), lte: addDays(day, REST_DAYS) } },
      select: { deal: true },
    })
    const { deal, solution } = await drawDeal(secret, day, new Set(recent.map((daily) => daily.deal)), prove)
    const row = { day, deal, solution: solution.join(' '), drawnAt: new Date(clock.now()), ...times }
    await database.daily.createMany({ data: [row], skipDuplicates: true })
    return database.daily.findUniqueOrThrow({ where: { day } })
  }

  /** Draws what today and tomorrow need, if it is not drawn yet. */
  async function drawAhead(): Promise<void> {
    await ensure(today())
    await ensure(nextDay(today()))
  }

  /** A day to be revealed or read: today's is drawn should nobody have done so yet. Throws `not-found`. */
  async function dailyOf(day: Day): Promise<DailyRow> {
    if (day === today()) await ensure(day)
    return getDaily(database, day, clock.now())
  }

  /** Today's daily, and yesterday's as long as its list is open, with the viewer's part in both. */
  async function getToday(viewer: string | null): Promise<Today> {
    const day = today()
    const now = clock.now()
    const daily = await dailyOf(day)
    const before = await database.daily.findUnique({ where: { day: previousDay(day), closedAt: null } })
    return {
      now: new Date(now).toISOString(),
      timeZone: zone,
      today: await summaryOf(database, daily, now),
      closing: before && (await summaryOf(database, before, now)),
      mine: await partOf(daily, viewer),
      mineClosing: before && (await partOf(before, viewer)),
    }
  }

  /** A page of a day's list, with the viewer's own row and its neighbours. Throws `not-found`. */
  async function getList(day: Day, offset: number, limit: number, viewer: string | null): Promise<DayList> {
    const now = clock.now()
    const daily = await dailyOf(day)
    const mine = await partOf(daily, viewer)
    const [summary, rows, around, before, after] = await Promise.all([
      summaryOf(database, daily, now),
      pageOf(database, day, offset, limit, viewer),
      viewer && mine?.row ? neighboursOf(database, day, mine.row.rank, viewer) : [],
      database.daily.findFirst({ where: { day: { lt: day } }, orderBy: { day: 'desc' }, select: { day: true } }),
      database.daily.findFirst({
        where: { day: { gt: day }, opensAt: { lte: new Date(now) } },
        orderBy: { day: 'asc' },
        select: { day: true },
      }),
    ])
    return {
      now: new Date(now).toISOString(),
      timeZone: zone,
      ...{ summary, offset, rows, around, mine },
      previous: before?.day ?? null,
      next: after?.day ?? null,
    }
  }

  /** Days whose list has closed, the latest first, with their deals and the viewer's part. */
  async function getArchive(before: Day | undefined, limit: number, viewer: string | null) {
    const found = await database.daily.findMany({
      where: { closedAt: { not: null }, ...(before ? { day: { lt: before } } : {}) },
      orderBy: { day: 'desc' },
      take: limit + 1,
    })
    const dailies = found.slice(0, limit)
    const among = { day: { in: dailies.map(({ day }) => day) } }
    const mine = { ...among, userId: viewer ?? '' }
    const [counts, played, solved] = await Promise.all([
      database.dailyEntry.groupBy({ by: ['day', 'won'], where: among, _count: true }),
      viewer ? database.run.findMany({ where: mine, distinct: ['day'], select: { day: true } }) : [],
      viewer ? database.dailySolve.findMany({ where: mine, select: { day: true } }) : [],
    ])
    const days = dailies.map(({ day, deal }) => {
      const [won, lost] = [true, false].map(
        (outcome) => counts.find((row) => row.day === day && row.won === outcome)?._count ?? 0,
      )
      const part = solved.some((row) => row.day === day) ? 'solved' : played.some((row) => row.day === day) ? 'played' : null
      return { day, deal, players: (won ?? 0) + (lost ?? 0), solved: won ?? 0, mine: part } as const
    })
    return { days, more: found.length > limit }
  }

  /** Throws what revealing an attempt would throw for a player who has revealed none: for callers who make an account first. */
  async function checkFirstReveal(day: Day, attempt: number): Promise<void> {
    if (stateOf(await openable(day), clock.now()) !== 'open') throw new DomainError('day-not-open')
    if (attempt !== 1) throw new DomainError('attempt-out-of-order')
  }

  /** A day that is or was open; the others cannot be played, rather than not be found. */
  async function openable(day: Day): Promise<DailyRow> {
    return dailyOf(day).catch((error: unknown) => {
      throw error instanceof DomainError && error.code === 'not-found' ? new DomainError('day-not-open') : error
    })
  }

  /**
   * Reveals a player's attempt at a day, counted from 1, and claims it for the tab that asks. A revealed one is the same stage again,
   * also after the day has ended. The one after the last ends the last, and only while the day is open. Throws `day-not-open`,
   * `attempt-out-of-order`, and `not-signed-in` where the account has been deleted meanwhile.
   */
  async function reveal(userId: string, day: Day, attempt: number): Promise<StageView> {
    const now = clock.now()
    const daily = await openable(day)
    return transactAndTell(database, publisher, async (transaction, tell) => {
      // One reveal of a player at a time, and none of a player who is gone.
      if (!(await lockUser(transaction, userId))) throw new DomainError('not-signed-in')
      const known = await attemptOf(transaction, userId, day, attempt)
      if (known) return runs.take(transaction, tell, await lockStage(transaction, userId, known.id), now)
      const last = await attemptOf(transaction, userId, day)
      if (attempt !== (last?.attempt ?? 0) + 1) throw new DomainError('attempt-out-of-order')
      if (stateOf(daily, now) !== 'open') throw new DomainError('day-not-open')
      const revealedAt = new Date(now)
      if (last) {
        const stage = await lockStage(transaction, userId, last.id)
        if (!stage.result) await runs.endAsItStands(transaction, tell, stage, 'superseded', revealedAt)
      }
      const stage = await runs.start(transaction, {
        ...{ userId, kind: 'daily', day, attempt, revealedAt },
        ...{ deal: daily.deal, variant: DAILY_VARIANT.id, undoLimit: null, deadline: daily.closesAt },
      })
      return runs.take(transaction, tell, stage, now)
    })
  }

  /** A viewer's part in a day; null for one without an account. */
  async function partOf({ day }: DailyRow, userId: string | null): Promise<MyDay | null> {
    if (userId === null) return null
    const [last, solve, row] = await Promise.all([
      attemptOf(database, userId, day),
      database.dailySolve.findUnique({ where: { userId_day: { userId, day } }, select: { day: true } }),
      rowOfPlayer(database, day, userId),
    ])
    const common = { attempts: last?.attempt ?? 0, solved: solve !== null, row }
    if (!last) return { ...common, stage: null, playing: false, home: 0, moves: 0, elapsed: null, lastResult: null }
    const stage = await getStage(database, userId, last.id)
    const now = clock.now()
    const playing = !stage.result && now <= stage.deadline.getTime()
    const { position, moves } = gameOf(progressOf(stage))
    return {
      ...common,
      ...{ stage: stage.id, playing, home: cardsHome(position), moves },
      elapsed: playing ? sinceReveal(stage, now) : null,
      lastResult: resultOf(stage),
    }
  }

  /** Closes the list of every day that is over and has no attempt left in play. Returns the days that it closed. */
  async function closeDue(): Promise<Day[]> {
    const now = clock.now()
    const due = await database.daily.findMany({
      where: { closedAt: null, closesAt: { lt: new Date(now - CLOSING_GRACE_MS) } },
      select: { day: true },
    })
    const closed: Day[] = []
    for (const { day } of due) {
      const isClosed = await inTransaction(database, async (transaction) => {
        const { count } = await transaction.daily.updateMany({
          where: { day, closedAt: null, runs: { none: { dueAt: { not: null } } } },
          data: { closedAt: new Date(now) },
        })
        if (count === 1) await notePlaces(transaction, day)
        return count === 1
      })
      if (isClosed) closed.push(parseDay(day))
    }
    await publisher.publish(closed.map((day) => ({ type: 'list', day, run: null })))
    return closed
  }

  /** What is new in a day's list since certain runs came in; null: whatever is the newest. Throws `not-found`. */
  async function getNews(day: Day, listed: readonly string[] | null, limit: number): Promise<ListNews> {
    const { closedAt } = await getDaily(database, day, clock.now())
    const [counts, entries] = await Promise.all([countsOf(database, day), newestRows(database, day, listed, limit)])
    return { ...counts, closed: closedAt !== null, entries }
  }

  /** The moves that are known to win a day's deal. */
  async function solutionOf(day: Day): Promise<readonly string[]> {
    const daily = await database.daily.findUniqueOrThrow({ where: { day }, select: { solution: true } })
    return daily.solution.split(' ')
  }

  return { drawAhead, getToday, getList, getArchive, checkFirstReveal, reveal, closeDue, getNews, solutionOf }
}

/** One of a player's attempts at a day and the id of its stage: the one asked for, else the last; null if there is none. */
async function attemptOf(database: Database | Transaction, userId: string, day: string, attempt?: number) {
  const run = await database.run.findFirst({
    where: { userId, day, ...(attempt === undefined ? {} : { attempt }) },
    orderBy: { attempt: 'desc' },
    select: { attempt: true, stages: { select: { id: true } } },
  })
  return run && { attempt: run.attempt, id: run.stages[0]?.id ?? '' }
}
