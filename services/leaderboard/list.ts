import type { BoardId, BoardRow } from '@speedcell/shared/contracts'
import type { Database, Transaction } from '../core/index.ts'
import { type Count, countScores, entriesFrom, findPlace, type Key, SPAN, tiesBefore } from './places.ts'

/** How many neighbours the own row is shown with, on either side. */
const NEIGHBOURS = 2

interface EntryRow extends Omit<Key, 'board'> {
  readonly userId: string
}

/** A page of a board as a viewer sees it, given the board's counts by span. */
export async function pageOf(
  database: Database | Transaction,
  board: BoardId,
  spans: readonly Count[],
  offset: number,
  limit: number,
  viewer: string | null,
): Promise<BoardRow[]> {
  const span = findPlace(spans, offset)
  const place = span && findPlace(await countScores(database, board, span.from), span.before)
  if (!place) return []
  const entries = await database.$queryRaw<EntryRow[]>(entriesFrom(board, place, limit))
  const known = await playedBy(
    database,
    entries.map(({ runId }) => runId),
  )
  return entries.flatMap(({ runId, userId, endedAt, ...figures }, index) => {
    const run = known.get(runId)
    if (!run) return []
    return [{ rank: offset + index + 1, me: userId === viewer, ...figures, ...run, endedAt: endedAt.toISOString(), run: runId }]
  })
}

/** The rows around a rank, that one included. */
export function neighboursOf(
  database: Database | Transaction,
  board: BoardId,
  spans: readonly Count[],
  rank: number,
  viewer: string,
): Promise<BoardRow[]> {
  const offset = Math.max(0, rank - 1 - NEIGHBOURS)
  return pageOf(database, board, spans, offset, rank + NEIGHBOURS - offset, viewer)
}

/** A player's rank on a board, from 1; null without an entry. */
export async function rankOf(
  database: Database | Transaction,
  board: BoardId,
  spans: readonly Count[],
  userId: string,
): Promise<number | null> {
  const entry = await database.boardEntry.findUnique({ where: { board_userId: { board, userId } } })
  if (!entry) return null
  const span = Math.floor(entry.score / SPAN) * SPAN
  const scores = await countScores(database, board, span)
  const [ties] = await database.$queryRaw<{ count: number }[]>(tiesBefore({ ...entry, board }))
  return 1 + playersAbove(spans, span) + playersAbove(scores, entry.score) + (ties?.count ?? 0)
}

const playersAbove = (counts: readonly Count[], from: number): number =>
  counts.reduce((sum, count) => (count.from > from ? sum + count.players : sum), 0)

/** Who played some runs, and how. */
async function playedBy(
  database: Database | Transaction,
  runs: readonly string[],
): Promise<Map<string, Pick<BoardRow, 'name' | 'kind'>>> {
  const found = await database.$queryRaw<({ id: string } & Pick<BoardRow, 'name' | 'kind'>)[]>`
    SELECT runs.id, runs.kind::text AS kind, users.name FROM runs JOIN users ON users.id = runs.user_id
    WHERE runs.id = ANY (${runs}::uuid[])`
  return new Map(found.map(({ id, name, kind }) => [id, { name, kind }]))
}
