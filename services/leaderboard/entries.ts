import { Prisma, type RunKind } from '@speedcell/prisma/client'
import type { BoardId } from '@speedcell/shared/contracts'
import type { Day, Transaction } from '../core/index.ts'
import type { Notice } from '../realtime/index.ts'
import { type BoardOf, boardsOf } from './boards.ts'
import type { Key } from './places.ts'

/** The ways to play whose runs are listed. */
export const LISTED_KINDS: readonly RunKind[] = ['ladder']

/** A run that has ended, or was struck or cleared. */
export interface ListedRun {
  readonly userId: string
  readonly endedDay: Day
}

/**
 * Sets what the boards of a run's day say of its player: their best run there, once it has come in, was struck or has come back.
 * Call it in the transaction that changed the run, after that change. Returns what the boards' watchers are to be told.
 */
export async function enterBoards(transaction: Transaction, { userId, endedDay }: ListedRun): Promise<readonly Notice[]> {
  const boards = Object.values(boardsOf(endedDay))
  // Nothing comes in while the boards are made anew, and of a player one thing at a time: what is read next holds until it is written.
  await transaction.$executeRaw`LOCK TABLE board_entries, board_scores IN ROW EXCLUSIVE MODE`
  await transaction.$queryRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`boards ${userId}`}, 0))::text`
  const best = await bestRuns(transaction, userId, boards)
  const known = await transaction.boardEntry.findMany({ where: { userId, board: { in: boards.map(({ id }) => id) } } })
  const changes = changesOf(boards, known, best)
  const left = changes.flatMap(({ left }) => left ?? [])
  const came = changes.flatMap(({ came }) => came ?? [])
  if (left.length > 0) {
    await transaction.boardEntry.deleteMany({ where: { userId, board: { in: left.map(({ board }) => board) } } })
  }
  if (came.length > 0) await transaction.boardEntry.createMany({ data: came.map((entry) => ({ ...entry, userId })) })
  await countScores(transaction, [
    ...left.map(({ board, score }) => ({ board, score, players: -1 })),
    ...came.map(({ board, score }) => ({ board, score, players: 1 })),
  ])
  return changes.map(({ board, came, left }) => ({
    type: 'board',
    board,
    came: came?.runId ?? null,
    left: left?.runId ?? null,
  }))
}

/** A player's best runs of the boards' days, in the order of the lists. */
function bestRuns(transaction: Transaction, userId: string, boards: readonly BoardOf[]): Promise<Key[]> {
  const ids = boards.map(({ id }) => id)
  const [first, last] = [boards.map(({ days }) => days?.from ?? null), boards.map(({ days }) => days?.to ?? null)]
  return transaction.$queryRaw<Key[]>`
    SELECT boards.id AS board, best.* FROM unnest(${ids}::text[], ${first}::text[], ${last}::text[]) AS boards (id, first, last)
    CROSS JOIN LATERAL (
      SELECT id AS "runId", score, stages_won AS "stagesWon", time_ms AS "timeMs", ended_at AS "endedAt" FROM runs
      WHERE user_id = ${userId}::uuid AND kind = ANY (${LISTED_KINDS}::run_kind[]) AND ended_at IS NOT NULL
        AND (first IS NULL OR ended_day BETWEEN first AND last) AND score > 0 AND struck_at IS NULL
      ORDER BY score DESC, stages_won DESC, time_ms, ended_at, id LIMIT 1) AS best`
}

interface Change<E> {
  readonly board: BoardId
  readonly left: E | undefined
  readonly came: Key | undefined
}

/** On which boards a player's entry is another now, or none, or a first one. */
export function changesOf<E extends { readonly board: string; readonly runId: string }>(
  boards: readonly Pick<BoardOf, 'id'>[],
  known: readonly E[],
  best: readonly Key[],
): Change<E>[] {
  return boards
    .map(({ id }) => ({
      board: id,
      left: known.find(({ board }) => board === id),
      came: best.find(({ board }) => board === id),
    }))
    .filter(({ left, came }) => left?.runId !== came?.runId)
}

interface ScoreChange {
  readonly board: string
  readonly score: number
  readonly players: number
}

/**
 * So many players more, or less, with a score on a board. It is one statement and comes last, since many runs that end at the same
 * time meet at these rows; in their own order, so that no two wait for each other.
 */
async function countScores(transaction: Transaction, changes: readonly ScoreChange[]): Promise<void> {
  if (changes.length === 0) return
  const values = Prisma.join(changes.map(({ board, score, players }) => Prisma.sql`(${board}, ${score}::int, ${players}::int)`))
  await transaction.$executeRaw`
    INSERT INTO board_scores AS known (board, score, players)
    SELECT board, score, sum(players) FROM (VALUES ${values}) AS changed (board, score, players)
    GROUP BY board, score HAVING sum(players) <> 0 ORDER BY board, score
    ON CONFLICT (board, score) DO UPDATE SET players = known.players + excluded.players`
  const fewer = changes.filter(({ players }) => players < 0).map(({ board, score }) => ({ board, score }))
  if (fewer.length > 0) await transaction.boardScore.deleteMany({ where: { players: 0, OR: fewer } })
}
