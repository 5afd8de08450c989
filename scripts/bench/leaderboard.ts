import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { migrate } from '@speedcell/prisma/migrate'
import { createDatabase, type Database, parseDay, systemClock } from '@speedcell/services/core'
import { boardsOf, createLeaderboard } from '@speedcell/services/leaderboard'
import { startEmbeddedPostgres } from '../../apps/standalone/embedded-postgres.ts'

const PLAYERS = 1_000_000
const PLACES = [10, 10_000, 900_000]
const CALLS = 300
const ZONE = 'Europe/Berlin'
const PAGE = 50

/** How long a page and a rank take, near the top of a board of a million players, and far down. */
export async function run(): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'speedcell-bench-'))
  const postgres = await startEmbeddedPostgres({ folder, database: 'bench' })
  try {
    await migrate(postgres.url)
    const database = createDatabase(postgres.url)
    try {
      await seed(database)
      await measure(database)
    } finally {
      await database.$disconnect()
    }
  } finally {
    await postgres.stop()
    rmSync(folder, { recursive: true })
  }
}

/** A run for each player, over the year, as a ladder brings them: most end early, and the further the fewer. */
async function seed(database: Database): Promise<void> {
  await database.$executeRaw`SELECT setseed(0.617)`
  await timed('seed', async () => {
    await database.$executeRaw`
      INSERT INTO users (id, name, locale)
      SELECT uuidv7(), 'Biene ' || number, 'de' FROM generate_series(1, ${PLAYERS}::int) AS number`
    await database.$executeRaw`
      INSERT INTO runs (id, user_id, kind, started_at, ended_at, ended_day, score, stages_won, time_ms)
      SELECT uuidv7(), id, 'ladder', ended_at, ended_at, (ended_at AT TIME ZONE ${ZONE})::date::text, score, won, 60000 + 360000 * won + floor(240000 * random())
      FROM (
        SELECT id, won, timestamptz '2026-01-01 12:00+01' + random() * interval '360 days' AS ended_at,
          -- Sums of what stages bring when they are won in some time, and what the last one, not won, still does.
          (ARRAY[0, 1300, 3800, 7200, 11200, 16200])[won + 1] + floor(won * 150 * (random() + random()))
            + CASE WHEN won = 5 THEN 0 ELSE floor(520 * (won + 1) * random() * random()) + 1 END AS score
        FROM (SELECT id, least(5, floor(-2 * ln(1 - random())))::int AS won FROM users) AS climbed
      ) AS ended`
    await database.$executeRaw`
      INSERT INTO board_entries (board, user_id, run_id, score, stages_won, time_ms, ended_at)
      SELECT 'all', user_id, id, score, stages_won, time_ms, ended_at FROM runs`
    await database.$executeRaw`
      INSERT INTO board_scores (board, score, players) SELECT board, score, count(*) FROM board_entries GROUP BY board, score`
  })
  const [{ scores } = { scores: 0 }] = await database.$queryRaw<{ scores: number }[]>`
    SELECT count(*)::int AS scores FROM board_scores WHERE board = 'all'`
  await database.$executeRaw`VACUUM ANALYZE`
  console.log(`${PLAYERS} players with ${scores} different scores`)
}

async function measure(database: Database): Promise<void> {
  const leaderboard = createLeaderboard({ database, clock: systemClock, zone: ZONE })
  const board = boardsOf(parseDay('2026-01-01')).all.id
  console.log('place       ms: p50      p95      max')
  for (const place of PLACES) {
    const { rows } = await leaderboard.getBoard('all', place - 1, PAGE, null)
    const [row] = await database.boardEntry.findMany({ where: { board, runId: rows[0]?.run ?? '' } })
    const userId = row?.userId ?? ''
    const standing = await leaderboard.getStanding(board, userId)
    if (standing?.rank !== place) throw new Error(`place ${place} is said to be ${standing?.rank}`)
    await report(`${place} page`, () => leaderboard.getBoard('all', place - 1, PAGE, null))
    await report(`${place} rank`, () => leaderboard.getStanding(board, userId))
    await report(`${place} own page`, () => leaderboard.getBoard('all', place - 1, PAGE, userId))
  }
}

async function report(name: string, work: () => Promise<unknown>): Promise<void> {
  const times: number[] = []
  for (let call = 0; call < CALLS; call++) {
    const start = performance.now()
    await work()
    times.push(performance.now() - start)
  }
  times.sort((a, b) => a - b)
  const at = (share: number): string => (times[Math.min(CALLS - 1, Math.floor(CALLS * share))] ?? 0).toFixed(1).padStart(9)
  console.log(`${name.padEnd(18)}${at(0.5)}${at(0.95)}${at(1)}`)
}

async function timed<T>(name: string, work: () => Promise<T>): Promise<T> {
  const start = performance.now()
  const done = await work()
  console.log(`${name}: ${((performance.now() - start) / 1_000).toFixed(0)} s`)
  return done
}
