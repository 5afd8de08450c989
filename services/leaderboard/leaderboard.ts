import { Prisma } from '@speedcell/prisma/client'
import type { Board, BoardId, BoardPeriod } from '@speedcell/shared/contracts'
import { type Clock, type Database, dayAt, dayEnd, histogramOf, inTransaction, type Transaction } from '../core/index.ts'
import { endedStagesOf, WITH_RESULTS } from '../runs/index.ts'
import { boardsOf } from './boards.ts'
import { neighboursOf, pageOf, rankOf } from './list.ts'
import { type BoardChange, type BoardNews, newsOf } from './news.ts'
import { type Count, countSpans, SPAN } from './places.ts'

/** Widths that a histogram's bins may have, multiples of a span's, and how many bins are read easily. */
const WIDTHS = [SPAN, 2 * SPAN, 5 * SPAN, 10 * SPAN] as const
const MOST_BINS = 24

interface Context {
  readonly database: Database
  readonly clock: Clock
  /** The site's time zone. */
  readonly zone: string
}

export type Leaderboard = ReturnType<typeof createLeaderboard>

/** The boards of today, of this week, of this month and of all time. */
export function createLeaderboard({ database, clock, zone }: Context) {
  /** Reads at one moment: a page, its ranks and counts belong together. */
  const read = <T>(work: (transaction: Transaction) => Promise<T>): Promise<T> =>
    inTransaction(database, work, Prisma.TransactionIsolationLevel.RepeatableRead)

  /** A page of a board, with the viewer's own row, its neighbours and the stages of its run. */
  function getBoard(period: BoardPeriod, offset: number, limit: number, viewer: string | null): Promise<Board> {
    const now = clock.now()
    const { id: board, days } = boardsOf(dayAt(now, zone))[period]
    return read(async (transaction) => {
      const spans = await countSpans(transaction, board)
      const rows = await pageOf(transaction, board, spans, offset, limit, viewer)
      const rank = viewer && (await rankOf(transaction, board, spans, viewer))
      const around = viewer && rank ? await neighboursOf(transaction, board, spans, rank, viewer) : []
      const mine = around.find(({ me }) => me) ?? null
      return {
        now: new Date(now).toISOString(),
        timeZone: zone,
        ...{ period, board, offset, rows, around, mine },
        endsAt: days && new Date(dayEnd(days.to, zone)).toISOString(),
        players: playersOf(spans),
        stages: mine ? await stagesOf(transaction, mine.run) : [],
        scores: scoresOf(spans),
      }
    })
  }

  /** A player's place on a board; null without one. */
  function getStanding(board: BoardId, userId: string): Promise<{ rank: number; players: number } | null> {
    return read(async (transaction) => {
      const spans = await countSpans(transaction, board)
      const rank = await rankOf(transaction, board, spans, userId)
      return rank === null ? null : { rank, players: playersOf(spans) }
    })
  }

  /** What is new on a board since certain changes, at most so many of either kind. */
  const getNews = (board: BoardId, changes: readonly BoardChange[], most: number): Promise<BoardNews> =>
    newsOf(database, board, changes, most)

  return { getBoard, getStanding, getNews }
}

const playersOf = (spans: readonly Count[]): number => spans.reduce((sum, { players }) => sum + players, 0)

const scoresOf = (spans: readonly Count[]): Board['scores'] =>
  histogramOf(spans.map(({ from, players }) => ({ value: from, count: players })).reverse(), WIDTHS, MOST_BINS)

async function stagesOf(transaction: Transaction, id: string): Promise<Board['stages']> {
  const run = await transaction.run.findUnique({ where: { id }, select: WITH_RESULTS })
  return run ? endedStagesOf(run) : []
}
