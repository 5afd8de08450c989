import { PrismaPg } from '@prisma/adapter-pg'
import { PrismaClient } from '@speedcell/prisma/client'
import { contracts, type ListRow } from '@speedcell/shared/contracts'
import pg from 'pg'
import { expect, test } from 'vitest'
import { freshDatabase } from '../support/database.ts'
import { testApi } from './api-client.ts'
import { givenPlayer } from './daily-play.ts'

const fresh = await freshDatabase()
const { database } = fresh
const api = await testApi(fresh)
const { services, clock } = api
const DAY = '2026-11-30'
await services.dailies.drawAhead()

const eveningOf = (day: string): number => Date.parse(`${day}T20:00:00+01:00`)

interface GivenEntry {
  readonly score: number
  readonly timeMs?: number
  readonly ended?: number
  readonly won?: boolean
  readonly name?: string | null
}

/** Entries of new players in a day's list, in this order; returns their users' ids. */
async function givenEntries(day: string, entries: readonly GivenEntry[]): Promise<string[]> {
  const ids: string[] = []
  for (const [index, { score, timeMs = 60_000, ended = 0, won = true, name = `${day} ${index}` }] of entries.entries()) {
    const user = await database.user.create({ data: { name, nameKey: name, locale: 'de' } })
    const endedAt = new Date(eveningOf(day) + ended)
    const run = await database.run.create({ data: { userId: user.id, kind: 'daily', day, startedAt: endedAt, endedAt, score } })
    await database.dailyEntry.create({
      data: { day, userId: user.id, runId: run.id, won, score, timeMs, moves: 80, undos: 1, hints: 2, endedAt },
    })
    ids.push(user.id)
  }
  return ids
}

const pageOf = async (day: string, query: { offset?: number; limit?: number } = {}, browser = api.browser()) =>
  (await browser.call(contracts.daily.list, { params: { day }, query })).body

/** A day before today, drawn and empty. */
async function givenDay(day: string): Promise<string> {
  const now = new Date(clock.now())
  clock.set(`${day}T12:00:00+01:00`)
  await services.dailies.drawAhead()
  clock.set(now.toISOString())
  return day
}

test('the order: score, then time, then who ended earlier', async () => {
  const day = await givenDay('2026-11-20')
  await givenEntries(day, [
    { name: 'less', score: 900, timeMs: 1_000 },
    { name: 'slow', score: 950, timeMs: 70_001 },
    { name: 'later', score: 950, timeMs: 70_000, ended: 1 },
    { name: 'earlier', score: 950, timeMs: 70_000, ended: 0 },
    { name: 'best', score: 951, timeMs: 900_000, ended: 9 },
    { name: 'not won', score: 240, won: false, timeMs: 5 },
    { name: 'not won, sooner', score: 240, won: false, timeMs: 4 },
  ])
  const { rows, summary } = await pageOf(day)
  expect(rows.map(({ rank, name }) => `${rank} ${name}`)).toEqual([
    '1 best',
    '2 earlier',
    '3 later',
    '4 slow',
    '5 less',
    '6 not won, sooner',
    '7 not won',
  ])
  expect(summary).toMatchObject({ players: 7, solved: 5, medianTimeMs: 70_000, medianMoves: 80 })
  expect(summary.scores).toEqual({ from: 900, width: 5, counts: [1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 4] })
  expect(summary.hours).toEqual(Array.from({ length: 25 }, (_, hour) => (hour === 20 ? 7 : 0)))
})

test("a row shows what the entry is, and a deleted player's has no name", async () => {
  const day = await givenDay('2026-11-18')
  const [id = ''] = await givenEntries(day, [{ score: 900, name: 'Wer auch immer' }])
  await database.user.update({ where: { id }, data: { name: null, nameKey: null, deletedAt: new Date() } })
  const { rows } = await pageOf(day)
  expect(rows).toEqual([
    {
      rank: 1,
      name: null,
      me: false,
      won: true,
      score: 900,
      timeMs: 60_000,
      moves: 80,
      undos: 1,
      hints: 2,
      endedAt: new Date(eveningOf(day)).toISOString(),
      run: expect.any(String),
    },
  ])
})

test('pages follow on each other without a hole, and the own row is shown with its neighbours', async () => {
  const mine = await givenPlayer(api, DAY)
  await givenEntries(
    DAY,
    Array.from({ length: 120 }, (_, index) => ({ score: 1_000 - index, timeMs: index })),
  )
  await mine.finish([], { givenUp: true })
  const all: ListRow[] = []
  for (let offset = 0; offset < 130; offset += 50) all.push(...(await pageOf(DAY, { offset, limit: 50 })).rows)
  expect(all.map(({ rank }) => rank)).toEqual(Array.from({ length: 121 }, (_, index) => index + 1))
  expect(all.some(({ me }) => me)).toBe(false)
  const page = await pageOf(DAY, { limit: 10 }, mine.browser)
  expect(page.rows).toHaveLength(10)
  expect(page.around.map(({ rank, me }) => [rank, me])).toEqual([
    [118, false],
    [119, false],
    [120, false],
    [121, true],
  ])
  expect(page.mine?.row).toMatchObject({ rank: 121, me: true, won: false })
  const elsewhere = await givenPlayer(api, DAY)
  expect(await pageOf(DAY, {}, elsewhere.browser)).toMatchObject({ around: [], mine: { row: null, attempts: 1 } })
})

test('every row has the rank at which it stands, ties included, for whoever asks', async () => {
  const day = await givenDay('2026-11-16')
  const players = []
  clock.set(`${day}T12:00:00+01:00`)
  for (let count = 0; count < 12; count++) players.push(await givenPlayer(api, day))
  // All the same score and time; some end in the same millisecond.
  for (const [index, player] of players.entries()) {
    if (index % 3 === 0) clock.advance(1)
    await player.finish([], { givenUp: true })
  }
  const { rows } = await pageOf(day)
  for (const player of players) {
    const page = await pageOf(day, {}, player.browser)
    const own = page.rows.find(({ me }) => me)
    expect(page.mine?.row).toEqual(own)
    expect(rows[(own?.rank ?? 0) - 1]?.run).toBe(player.stage.run)
    const first = Math.max(1, (own?.rank ?? 0) - 3)
    expect(page.around).toEqual(page.rows.slice(first - 1, (own?.rank ?? 0) + 3))
  }
  clock.set(`${DAY}T12:00:00+01:00`)
})

test.each<[query: Record<string, string>]>([
  [{ offset: '-1' }],
  [{ offset: 'x' }],
  [{ offset: '1000001' }],
  [{ limit: '0' }],
  [{ limit: '101' }],
  [{ limit: '1.5' }],
  [{ page: '2' }],
])('a page that cannot be is refused: %j', async (query) => {
  expect((await api.browser().call(contracts.daily.list, { params: { day: DAY }, query: query as never })).code).toBe(
    'bad-request',
  )
})

interface Statement {
  readonly query: string
  readonly params: string
}

test('a page and a rank come from the index, without a sort', async () => {
  const day = await givenDay('2026-11-14')
  clock.set(`${day}T12:00:00+01:00`)
  const player = await givenPlayer(api, day)
  await player.finish([], { givenUp: true })
  await database.dailyEntry.updateMany({ where: { day, runId: player.stage.run }, data: { score: 580 } })
  await database.$executeRaw`
    INSERT INTO users (id, name, name_key, locale) SELECT gen_random_uuid(), 'seed ' || n, 'seed ' || n, 'de' FROM generate_series(1, 4000) n`
  for (const seeded of [day, await givenDay('2026-11-12'), await givenDay('2026-11-10')]) {
    await database.$executeRaw`
      INSERT INTO runs (id, user_id, kind, day, attempt, started_at)
      SELECT gen_random_uuid(), id, 'daily', ${seeded}, 1, now() FROM users WHERE name LIKE 'seed %'`
  }
  await database.$executeRaw`
    INSERT INTO daily_entries (day, user_id, run_id, won, score, time_ms, moves, undos, hints, ended_at)
    SELECT day, user_id, id, true, 500 + (random() * 100)::int, (random() * 1000000)::int, 80, 0, 0, now() FROM runs
    WHERE ended_at IS NULL AND attempt = 1 AND due_at IS NULL`
  await database.$executeRawUnsafe('VACUUM ANALYZE daily_entries')

  const log = new PrismaClient({
    adapter: new PrismaPg({ connectionString: fresh.url }),
    log: [{ emit: 'event', level: 'query' }],
  })
  const said: Statement[] = []
  log.$on('query', (event) => said.push(event))
  const watched = await testApi({ database: log as unknown as typeof database, url: fresh.url })
  const browser = watched.browser()
  for (const cookie of player.browser.cookies) browser.cookies.set(...cookie)
  const { body } = await browser.call(contracts.daily.list, { params: { day }, query: { offset: 2_000, limit: 50 } })
  expect(body.rows).toHaveLength(50)
  expect(body.mine?.row?.rank).toBeGreaterThan(500)
  await log.$disconnect()

  const page = said.find(({ query }) => /FROM "public"\."daily_entries"/.test(query) && /ORDER BY/.test(query))
  const rank = said.find(({ query }) => query.includes('AS rank'))
  for (const statement of [page, rank]) {
    const plan = await planOf(statement)
    expect(plan).toContain('daily_entries_order')
    expect(plan).not.toMatch(/Sort|Seq Scan/)
  }
  // In the order of the index, row after row.
  expect(await planOf(page)).toContain('Index Scan using daily_entries_order')

  async function planOf(statement: Statement | undefined): Promise<string> {
    if (!statement) throw new Error('nothing of the kind was said')
    const client = new pg.Client({ connectionString: fresh.url })
    await client.connect()
    try {
      const { rows } = await client.query(`EXPLAIN ${statement.query}`, JSON.parse(statement.params))
      return rows.map((row) => row['QUERY PLAN']).join('\n')
    } finally {
      await client.end()
    }
  }
})
