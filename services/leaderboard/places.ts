import { Prisma } from '@speedcell/prisma/client'
import type { BoardId } from '@speedcell/shared/contracts'
import type { Database, Transaction } from '../core/index.ts'

/** How wide the spans are in which scores are counted first: a board has some two hundred of them, however many players. */
export const SPAN = 100

/** How many players have a score from `from` on, up to the next count's. */
export interface Count {
  readonly from: number
  readonly players: number
}

/** A place within a list of counts: in which, and how many players of it stand before. */
export interface Place {
  readonly from: number
  readonly before: number
}

/** Where a place (from 0) is among counts, the highest scores first; null if it is beyond the last. */
export function findPlace(counts: readonly Count[], offset: number): Place | null {
  let before = offset
  for (const { from, players } of counts) {
    if (before < players) return { from, before }
    before -= players
  }
  return null
}

/** How many players a board has with scores in each span, the highest first. */
export function countSpans(database: Database | Transaction, board: BoardId): Promise<Count[]> {
  return database.$queryRaw`
    SELECT score / ${SPAN}::int * ${SPAN}::int AS "from", sum(players)::int AS players
    FROM board_scores WHERE board = ${board} GROUP BY 1 ORDER BY 1 DESC`
}

/** How many players a board has with each score of a span, the highest first. */
export function countScores(database: Database | Transaction, board: BoardId, span: number): Promise<Count[]> {
  return database.$queryRaw`
    SELECT score AS "from", players FROM board_scores
    WHERE board = ${board} AND score >= ${span} AND score < ${span + SPAN} ORDER BY score DESC`
}

/** What a place on a board is decided by. */
export interface Key {
  readonly board: BoardId
  readonly runId: string
  readonly score: number
  readonly stagesWon: number
  readonly timeMs: number
  readonly endedAt: Date
}

/** Entries in the board's order, from some place within a score on. The index board_entries_order has all of it. */
export const entriesFrom = (board: BoardId, { from, before }: Place, limit: number): Prisma.Sql => Prisma.sql`
  SELECT run_id AS "runId", user_id AS "userId", score, stages_won AS "stagesWon", time_ms AS "timeMs", ended_at AS "endedAt"
  FROM board_entries WHERE board = ${board} AND score <= ${from}
  ORDER BY score DESC, stages_won DESC, time_ms, ended_at, run_id
  OFFSET ${before} LIMIT ${limit}`

/** How many with the same score stand before an entry. */
export const tiesBefore = ({ board, runId, score, stagesWon, timeMs, endedAt }: Key): Prisma.Sql => Prisma.sql`
  SELECT ((SELECT count(*) FROM board_entries WHERE board = ${board} AND score = ${score} AND stages_won > ${stagesWon})
    + (SELECT count(*) FROM board_entries WHERE board = ${board} AND score = ${score} AND stages_won = ${stagesWon}
       AND (time_ms, ended_at, run_id) < (${timeMs}, ${endedAt}, ${runId}::uuid)))::int AS count`
