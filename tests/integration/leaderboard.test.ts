import { Prisma } from '@speedcell/prisma/client'
import { createLogger, dayAt } from '@speedcell/services/core'
import { createPublisher } from '@speedcell/services/realtime'
import { type Board, type BoardId, type BoardPeriod, contracts } from '@speedcell/shared/contracts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { boardsOf } from '../../services/leaderboard/boards.ts'
import { countScores, countSpans, entriesFrom, findPlace, tiesBefore } from '../../services/leaderboard/places.ts'
import { type GivenRun, givenPlayer, givenRun, strike, ZONE } from '../support/board-runs.ts'
import { freshDatabase } from '../support/database.ts'
import { openSocket, type SocketClient } from '../support/socket-client.ts'
import { type Browser, PASSWORD, testApi } from './api-client.ts'
import { givenClimber } from './ladder-play.ts'

const fresh = await freshDatabase()
const { database } = fresh
const api = await testApi(fresh)
const url = await api.app.listen({ host: '127.0.0.1', port: 0 })
const NOON = '2026-11-30T12:00:00+01:00'

beforeEach(async () => {
  api.clock.set(NOON)
  await database.boardEntry.deleteMany()
  await database.boardScore.deleteMany()
  await database.run.deleteMany()
})

/** What the API says of a board to a browser. */
async function boardOf(
  period: BoardPeriod = 'day',
  query: { offset?: number; limit?: number } = {},
  browser: Browser = api.browser(),
): Promise<Board> {
  const { status, body } = await browser.call(contracts.leaderboard.get, { params: { period }, query })
  expect(status).toBe(200)
  return body
}
const places = ({ rows }: Pick<Board, 'rows'>) => rows.map(({ rank, name }) => `${rank} ${name}`)

let players = 0
/** A player with a run, named as given. */
async function given(name: string, run: Omit<GivenRun, 'userId'>) {
  const userId = await givenPlayer(database, `${name} ${players++}`)
  await database.user.update({ where: { id: userId }, data: { name } })
  return { userId, ...(await givenRun(database, { userId, ...run })) }
}
/** A browser whose player has a run. */
async function givenMe(run: Omit<GivenRun, 'userId'>) {
  const browser = api.browser()
  await browser.claim(`Imme ${players++}`)
  const userId = (await browser.me())?.id ?? ''
  return { browser, userId, ...(await givenRun(database, { userId, ...run })) }
}

describe('a board', () => {
  test('is in the order of points, stages won, time, and who ended earlier', async () => {
    const at = (minute: number) => `2026-11-30T10:${minute}:00+01:00`
    await given('later', { score: 900, stagesWon: 2, timeMs: 500_000, endedAt: at(30) })
    await given('fewer points', { score: 899, stagesWon: 5, timeMs: 1, endedAt: at(10) })
    await given('slower', { score: 900, stagesWon: 2, timeMs: 500_001, endedAt: at(10) })
    await given('fewer stages', { score: 900, stagesWon: 1, timeMs: 1, endedAt: at(10) })
    await given('earlier', { score: 900, stagesWon: 2, timeMs: 500_000, endedAt: at(20) })
    await given('more points', { score: 1_200, stagesWon: 0, timeMs: 900_000, endedAt: at(40) })
    const board = await boardOf()
    expect(places(board)).toEqual(['1 more points', '2 earlier', '3 later', '4 slower', '5 fewer stages', '6 fewer points'])
    expect(board.rows[0]).toMatchObject({ me: false, score: 1_200, stagesWon: 0, timeMs: 900_000, kind: 'ladder' })
    expect(board).toMatchObject({ players: 6, offset: 0, around: [], mine: null, stages: [], timeZone: ZONE })
    expect(board.scores).toEqual({ from: 800, width: 100, counts: [1, 4, 0, 0, 1] })
  })

  test("has each player's best run, and nobody without points", async () => {
    const { userId } = await given('one', { score: 500, endedAt: '2026-11-30T08:00:00+01:00' })
    const first = (await boardOf()).rows[0]?.run
    // The same again changes nothing, nor does less.
    for (const score of [500, 400]) await givenRun(database, { userId, score, endedAt: '2026-11-30T09:00:00+01:00' })
    expect((await boardOf()).rows).toMatchObject([{ score: 500, run: first }])
    await givenRun(database, { userId, score: 501 })
    await given('nothing', { score: 0 })
    expect((await boardOf()).rows).toMatchObject([{ rank: 1, name: 'one', score: 501 }])
    expect(await boardOf()).toMatchObject({ players: 1, scores: { counts: [1] } })
  })

  test('is empty before anybody has played', async () => {
    for (const period of ['day', 'week', 'month', 'all'] as const)
      expect(await boardOf(period)).toMatchObject({ players: 0, rows: [], scores: { counts: [] } })
  })

  test('is paged, and each place says its rank', async () => {
    for (let place = 1; place <= 12; place++) await given(`p${place}`, { score: 5_000 - 170 * place })
    expect(places(await boardOf('day', { offset: 0, limit: 3 }))).toEqual(['1 p1', '2 p2', '3 p3'])
    expect(places(await boardOf('day', { offset: 3, limit: 3 }))).toEqual(['4 p4', '5 p5', '6 p6'])
    expect(places(await boardOf('day', { offset: 10, limit: 3 }))).toEqual(['11 p11', '12 p12'])
    expect(places(await boardOf('day', { offset: 12, limit: 3 }))).toEqual([])
  })

  test('shows the own row with two neighbours on either side, wherever it is, and the stages of its run', async () => {
    for (let place = 1; place <= 9; place++) if (place !== 6) await given(`p${place}`, { score: 1_000, timeMs: place })
    const { browser, id } = await givenMe({ score: 1_000, timeMs: 6 })
    const board = await boardOf('day', { limit: 2 }, browser)
    expect(places(board)).toEqual(['1 p1', '2 p2'])
    expect(board.mine).toMatchObject({ rank: 6, me: true, run: id })
    expect(board.around.map(({ rank, me }) => [rank, me])).toEqual([
      [4, false],
      [5, false],
      [6, true],
      [7, false],
      [8, false],
    ])
    expect((await boardOf('day', { limit: 2 })).mine).toBeNull()
  })

  test('has no more neighbours than there are', async () => {
    const { browser } = await givenMe({ score: 1_000 })
    await given('second', { score: 900 })
    const { around } = await boardOf('all', {}, browser)
    expect(around.map(({ rank, me }) => [rank, me])).toEqual([
      [1, true],
      [2, false],
    ])
  })

  test('takes in a run as it ends, with its stages', async () => {
    const player = await givenClimber(api, 2)
    const { run } = player.stage
    expect(await boardOf()).toMatchObject({ players: 0 })
    await player.finish([], { givenUp: true })
    const board = await boardOf('day', {}, player.browser)
    expect(board).toMatchObject({ players: 1, mine: { rank: 1, run, stagesWon: 1 } })
    expect(board.stages).toMatchObject([
      { number: 1, won: true, home: 52 },
      { number: 2, won: false, moves: 0 },
    ])
    // Of some deals cards fly home before the first move.
    expect(board.stages.reduce((sum, { score }) => sum + score, 0)).toBe(board.mine?.score)
  })

  test('a player who is deleted stays, without a name', async () => {
    const { browser } = await givenMe({ score: 700 })
    await given('next', { score: 600 })
    const me = await browser.me()
    const { status } = await browser.call(contracts.accounts.remove, { body: { confirm: me?.name ?? '', password: PASSWORD } })
    expect(status).toBe(200)
    expect(places(await boardOf())).toEqual(['1 null', '2 next'])
  })

  test('closes up where a run is struck, and opens again where it is cleared', async () => {
    const { userId, id } = await given('one', { score: 900 })
    await given('two', { score: 800 })
    await strike(database, id)
    expect(places(await boardOf())).toEqual(['1 two'])
    // The best of what is left takes its place.
    await givenRun(database, { userId, score: 700 })
    expect(places(await boardOf())).toEqual(['1 two', '2 one'])
    await strike(database, id, null)
    expect(places(await boardOf())).toEqual(['1 one', '2 two'])
    expect((await boardOf()).rows[0]?.score).toBe(900)
  })

  test('a strike and runs that end at the same time leave the best that counts', async () => {
    const { userId, id } = await given('one', { score: 900 })
    await Promise.all([
      strike(database, id),
      ...[300, 500, 400].map((score) => givenRun(database, { userId, score })),
      strike(database, id),
    ])
    expect((await boardOf()).rows).toMatchObject([{ rank: 1, score: 500 }])
    expect(await boardOf()).toMatchObject({ players: 1 })
  })
})

describe('a run belongs to the day on which it ended, in the time zone of the site', () => {
  test.each<[what: string, endedAt: string, now: string, on: Record<BoardPeriod, boolean>]>([
    ['the last moment of today', '2026-11-30T23:59:59.999+01:00', NOON, { day: true, week: true, month: true, all: true }],
    // Monday, 30 November is the first day of its week and the last of its month.
    ['the first moment of today', '2026-11-30T00:00:00+01:00', NOON, { day: true, week: true, month: true, all: true }],
    ['the moment before', '2026-11-29T23:59:59.999+01:00', NOON, { day: false, week: false, month: true, all: true }],
    ['the day after', '2026-12-01T00:00:00+01:00', NOON, { day: false, week: true, month: false, all: true }],
    [
      'the week of the turn of the year',
      '2026-12-28T00:00:00+01:00',
      '2027-01-03T23:00:00+01:00',
      { day: false, week: true, month: false, all: true },
    ],
    [
      'the week before it',
      '2026-12-27T23:59:59+01:00',
      '2027-01-03T23:00:00+01:00',
      { day: false, week: false, month: false, all: true },
    ],
    [
      'the first week of a year',
      '2027-01-03T23:59:59+01:00',
      '2027-01-04T00:00:00+01:00',
      { day: false, week: false, month: true, all: true },
    ],
    [
      'a day of 25 hours',
      '2026-10-25T00:30:00+02:00',
      '2026-10-25T23:30:00+01:00',
      { day: true, week: true, month: true, all: true },
    ],
  ])('%s', async (_what, endedAt, now, on) => {
    await given('one', { score: 100, endedAt })
    api.clock.set(now)
    const seen = await Promise.all(
      (['day', 'week', 'month', 'all'] as const).map(async (period) => [period, (await boardOf(period)).players === 1]),
    )
    expect(Object.fromEntries(seen)).toEqual(on)
  })

  test('and each board ends with its last day', async () => {
    const ends = async (period: BoardPeriod) => {
      const { board, endsAt } = await boardOf(period)
      return [board, endsAt]
    }
    expect(await ends('day')).toEqual(['day:2026-11-30', '2026-11-30T23:00:00.000Z'])
    expect(await ends('week')).toEqual(['week:2026-W49', '2026-12-06T23:00:00.000Z'])
    expect(await ends('month')).toEqual(['month:2026-11', '2026-11-30T23:00:00.000Z'])
    expect(await ends('all')).toEqual(['all', null])
    api.clock.set('2026-03-28T12:00:00+01:00')
    expect(await ends('week')).toEqual(['week:2026-W13', '2026-03-29T22:00:00.000Z'])
  })
})

test('a page and a rank are read from the index alone, in its order', async () => {
  await database.$executeRaw`
    INSERT INTO users (id, locale) SELECT uuidv7(), 'de' FROM generate_series(1, 20000)`
  await database.$executeRaw`
    INSERT INTO board_entries (board, user_id, run_id, score, stages_won, time_ms, ended_at)
    SELECT 'all', id, uuidv7(), 1 + floor(900 * random()), floor(6 * random()), floor(1000 * random()), now() FROM users`
  await database.$executeRaw`
    INSERT INTO board_scores (board, score, players) SELECT board, score, count(*) FROM board_entries GROUP BY board, score`
  await database.$executeRaw`ANALYZE`
  const board = 'all' as BoardId
  const spans = await countSpans(database, board)
  const offset = 15_000
  const span = findPlace(spans, offset)
  const place = span && findPlace(await countScores(database, board, span.from), span.before)
  if (!place) throw new Error('there is no such place')

  // What is read by counts is what counting one by one would find.
  const [entry] = await database.$queryRaw<{ runId: string }[]>(entriesFrom(board, place, 1))
  const [counted] = await database.boardEntry.findMany({
    where: { board },
    orderBy: [{ score: 'desc' }, { stagesWon: 'desc' }, { timeMs: 'asc' }, { endedAt: 'asc' }, { runId: 'asc' }],
    skip: offset,
    take: 1,
  })
  expect(entry?.runId).toBe(counted?.runId)
  expect(await api.services.leaderboard.getStanding(board, counted?.userId ?? '')).toMatchObject({ rank: offset + 1 })

  for (const query of [entriesFrom(board, place, 50), tiesBefore({ ...counted, board } as never)]) {
    const plan = await database.$queryRaw<{ 'QUERY PLAN': string }[]>(Prisma.sql`EXPLAIN ${query}`)
    const lines = plan.map((row) => row['QUERY PLAN']).join('\n')
    expect(lines).toContain('Index Only Scan using board_entries_order on board_entries')
    expect(lines).not.toMatch(/Sort|Seq Scan|Bitmap/)
  }
})

describe('whoever watches a board', () => {
  const open: SocketClient[] = []
  afterEach(() => {
    for (const socket of open.splice(0)) socket.close()
  })
  const publisher = createPublisher({ database, logger: createLogger('test', 'silent') })
  const DAY_BOARD = boardsOf(dayAt(Date.parse(NOON), ZONE)).day.id

  async function watching(board: BoardId): Promise<SocketClient> {
    const socket = await openSocket(url)
    open.push(socket)
    socket.say({ type: 'watch-board', board })
    await socket.rest()
    return socket
  }

  test('is told who came in, whom they replaced, and who was struck', async () => {
    const [socket, elsewhere] = [await watching(DAY_BOARD), await watching('week:2025-W01' as BoardId)]
    const one = await given('one', { score: 500 })
    await publisher.publish(one.notices)
    const row = { name: 'one', score: 500, stagesWon: 2, timeMs: 600_000, kind: 'ladder', run: one.id }
    expect(await socket.next('board')).toMatchObject({ board: DAY_BOARD, players: 1, whole: true, came: [row], left: [] })

    const better = await givenRun(database, { userId: one.userId, score: 600 })
    await publisher.publish(better.notices)
    expect(await socket.next('board')).toMatchObject({ players: 1, came: [{ score: 600 }], left: [{ run: one.id, score: 500 }] })

    await publisher.publish(await strike(database, better.id))
    expect(await socket.next('board')).toMatchObject({ players: 1, came: [{ run: one.id }], left: [{ run: better.id }] })
    await publisher.publish(await strike(database, one.id))
    const { players, came, left } = await socket.next('board')
    expect([players, came]).toEqual([0, []])
    // The place is said, not whose it was.
    const endedAt = new Date(NOON).toISOString()
    expect(left).toEqual([{ run: one.id, score: 500, stagesWon: 2, timeMs: 600_000, endedAt }])
    expect(await elsewhere.rest()).toEqual([])
  })

  test('is told of a run when it ends', async () => {
    const socket = await watching(DAY_BOARD)
    const player = await givenClimber(api, 2)
    await player.finish([], { givenUp: true })
    expect(await socket.next('board')).toMatchObject({ players: 1, came: [{ run: player.stage.run, stagesWon: 1 }], left: [] })
  })

  test('hears once of what came together, and no more once they have left', async () => {
    const socket = await watching(DAY_BOARD)
    const runs = await Promise.all(['a', 'b', 'c'].map((name, index) => given(name, { score: 100 + index })))
    for (const { notices } of runs) await publisher.publish(notices)
    const { came, players } = await socket.next('board')
    expect([came.length, players]).toEqual([3, 3])
    socket.say({ type: 'unwatch-board', board: DAY_BOARD })
    await socket.rest()
    const other = await watching(DAY_BOARD)
    await publisher.publish((await given('d', { score: 50 })).notices)
    await other.next('board')
    expect(await socket.rest()).toEqual([])
  })
})
