import type { Database, Transaction } from '../core/index.ts'
import { LISTED_KINDS } from './entries.ts'

/** Longest that a rebuild may take, in ms. */
const PATIENCE_MS = 3_600_000

/** What a rebuild came to. */
export interface Rebuilt {
  /** On all boards together. */
  readonly entries: number
  /** How many entries, and counts of a score, were wrong, missing or too many. */
  readonly mended: number
}

/**
 * Makes all boards from the runs, and changes only what differs. Boards can be read meanwhile; runs that end wait, and come in
 * afterwards.
 */
export function rebuildBoards(database: Database): Promise<Rebuilt> {
  return database.$transaction(
    async (transaction) => {
      // Waits for those in `enterBoards` and keeps others from it; whoever reads is not disturbed.
      await transaction.$executeRaw`LOCK TABLE board_entries, board_scores IN SHARE ROW EXCLUSIVE MODE`
      const entries = await makeEntries(transaction)
      await transaction.$executeRaw`
        CREATE TEMPORARY TABLE made_scores ON COMMIT DROP AS
        SELECT board, score, count(*)::int AS players FROM made_entries GROUP BY board, score`
      return { entries, mended: (await mendEntries(transaction)) + (await mendScores(transaction)) }
    },
    { timeout: PATIENCE_MS },
  )
}

async function makeEntries(transaction: Transaction): Promise<number> {
  // Which week a day belongs to, PostgreSQL says by itself.
  const entries = await transaction.$executeRaw`
    CREATE TEMPORARY TABLE made_entries ON COMMIT DROP AS
    SELECT DISTINCT ON (board, user_id) board, user_id, id AS run_id, score, stages_won, time_ms, ended_at
    FROM runs CROSS JOIN LATERAL (VALUES
      ('day:' || ended_day),
      ('week:' || to_char(ended_day::date, 'IYYY"-W"IW')),
      ('month:' || left(ended_day, 7)),
      ('all')) AS belongs (board)
    WHERE kind = ANY (${LISTED_KINDS}::run_kind[]) AND ended_at IS NOT NULL AND score > 0 AND struck_at IS NULL
    ORDER BY board, user_id, score DESC, stages_won DESC, time_ms, ended_at, id`
  await transaction.$executeRaw`ANALYZE made_entries`
  return entries
}

async function mendEntries(transaction: Transaction): Promise<number> {
  await transaction.$executeRaw`
    CREATE TEMPORARY TABLE other_entries ON COMMIT DROP AS
    SELECT board, user_id FROM board_entries AS known FULL JOIN made_entries AS made USING (board, user_id)
    WHERE (known.run_id, known.score, known.stages_won, known.time_ms, known.ended_at)
      IS DISTINCT FROM (made.run_id, made.score, made.stages_won, made.time_ms, made.ended_at)`
  await transaction.$executeRaw`
    DELETE FROM board_entries AS known USING other_entries AS other
    WHERE known.board = other.board AND known.user_id = other.user_id`
  await transaction.$executeRaw`
    INSERT INTO board_entries (board, user_id, run_id, score, stages_won, time_ms, ended_at)
    SELECT board, user_id, run_id, score, stages_won, time_ms, ended_at FROM made_entries JOIN other_entries USING (board, user_id)`
  return countOf(await transaction.$queryRaw<Count[]>`SELECT count(*)::int AS count FROM other_entries`)
}

async function mendScores(transaction: Transaction): Promise<number> {
  await transaction.$executeRaw`
    CREATE TEMPORARY TABLE other_scores ON COMMIT DROP AS
    SELECT board, score FROM board_scores AS known FULL JOIN made_scores AS made USING (board, score)
    WHERE known.players IS DISTINCT FROM made.players`
  await transaction.$executeRaw`
    DELETE FROM board_scores AS known USING other_scores AS other
    WHERE known.board = other.board AND known.score = other.score`
  await transaction.$executeRaw`
    INSERT INTO board_scores (board, score, players)
    SELECT board, score, players FROM made_scores JOIN other_scores USING (board, score)`
  return countOf(await transaction.$queryRaw<Count[]>`SELECT count(*)::int AS count FROM other_scores`)
}

type Count = { count: number }
const countOf = ([row]: readonly Count[]): number => row?.count ?? 0
