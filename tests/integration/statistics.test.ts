/** What a player's games come to, over the API; and that a rebuild finds the same. */
import { dayAt, inTransaction } from '@speedcell/services/core'
import { type CountableGame, countGame, rebuildStats } from '@speedcell/services/stats'
import { post } from '@speedcell/services/wallet'
import { BADGE_IDS, contracts, LATEST_WINS, type Statistics } from '@speedcell/shared/contracts'
import { VARIANT_IDS } from '@speedcell/shared/engine'
import { beforeEach, describe, expect, test } from 'vitest'
import { run as command } from '../cli/run.ts'
import { freshDatabase } from '../support/database.ts'
import { type Browser, PASSWORD, testApi } from './api-client.ts'
import { type DailyPlayer, givenPlayer as givenDailyPlayer, timed } from './daily-play.ts'
import { givenClimber, LadderPlayer, winOf } from './ladder-play.ts'

const fresh = await freshDatabase()
const { database, url } = fresh
const api = await testApi(fresh)
const { browser, clock, services } = api
const ZONE = 'Europe/Berlin'

let names = 0
beforeEach(() => clock.set('2026-11-30T12:00:00+01:00'))

async function givenPlayer(): Promise<{ by: Browser; id: string; name: string }> {
  const by = browser()
  const name = `Imke ${++names}`
  await by.claim(name)
  return { by, id: (await by.me())?.id ?? '', name }
}
async function statisticsOf(name: string, by: Browser = browser()): Promise<Statistics> {
  const { status, body } = await by.call(contracts.statistics.get, { params: { name } })
  expect(status).toBe(200)
  return body
}

/** Counts a game as it is counted when it ends. */
function count(userId: string, game: Partial<CountableGame> = {}) {
  const { countedAt = new Date(clock.now()) } = game
  return inTransaction(database, (transaction) =>
    countGame(transaction, {
      ...{ userId, kind: 'free', variant: 'freecell-4', deal: 617, won: true, home: 52, moves: 90, undos: 0, hints: 0 },
      ...{ timeMs: 300_000, countedAt, day: dayAt(countedAt.getTime(), ZONE), ...game },
    }),
  )
}

test('without a game there are zeros, all variants and all badges', async () => {
  const { by, name } = await givenPlayer()
  const mine = await statisticsOf(name.toUpperCase(), by)
  expect(mine).toMatchObject({
    ...{ now: new Date(clock.now()).toISOString(), timeZone: ZONE, today: '2026-11-30' },
    ...{ games: 0, wins: 0, cardsHome: 0, winStreak: { current: 0, longest: 0 } },
    ...{ latestWins: [], days: [], dailies: [], runs: [] },
  })
  expect(mine.variants.map(({ variant, games }) => [variant, games])).toEqual(VARIANT_IDS.map((variant) => [variant, 0]))
  expect(mine.badges.map(({ badge }) => badge)).toEqual(BADGE_IDS)
  expect(mine.badges.every(({ earnedAt }) => earnedAt === null)).toBe(true)
})

test('there are none of nobody, nor of who is gone', async () => {
  const { by, name } = await givenPlayer()
  await by.call(contracts.accounts.remove, { body: { confirm: name, password: PASSWORD } })
  for (const gone of ['Niemand Da', name]) {
    const answer = await browser().call(contracts.statistics.get, { params: { name: gone } })
    expect(answer).toMatchObject({ status: 404, code: 'not-found' })
  }
})

test('games are added up by variant and by day, wins told oldest first', async () => {
  const { id, name } = await givenPlayer()
  const at = (iso: string) => ({ countedAt: new Date(iso) })
  await count(id, { ...at('2025-11-29T12:00:00Z'), timeMs: 1_000, moves: 200 })
  await count(id, { ...at('2025-11-30T12:00:00Z'), won: false, home: 4 })
  await count(id, { ...at('2026-11-29T22:59:59Z'), kind: 'daily', timeMs: 250_000, moves: 80 })
  await count(id, { ...at('2026-11-29T23:00:00Z'), variant: 'freecell-1', timeMs: 400_000, moves: 70 })
  await count(id, { ...at('2026-11-30T10:00:00Z'), variant: 'freecell-1', won: false, home: 10 })
  const body = await statisticsOf(name)
  expect(body).toMatchObject({ games: 5, wins: 3, cardsHome: 3 * 52 + 14, winStreak: { current: 0, longest: 2 } })
  const none = { games: 0, wins: 0, bestRatedMs: null, bestFreeMs: null, fewestMoves: null }
  expect(body.variants).toEqual([
    { variant: 'freecell-4', games: 3, wins: 2, bestRatedMs: 250_000, bestFreeMs: 1_000, fewestMoves: 80 },
    { variant: 'freecell-3', ...none },
    { variant: 'freecell-2', ...none },
    { variant: 'freecell-1', games: 2, wins: 1, bestRatedMs: null, bestFreeMs: 400_000, fewestMoves: 70 },
    { variant: 'bakers-game', ...none },
  ])
  expect(body.days).toEqual([
    { day: '2025-11-30', games: 1, wins: 0 },
    { day: '2026-11-29', games: 1, wins: 1 },
    { day: '2026-11-30', games: 2, wins: 1 },
  ])
  expect(body.latestWins).toEqual([
    {
      variant: 'freecell-4',
      wins: [
        { timeMs: 1_000, moves: 200, rated: false, countedAt: '2025-11-29T12:00:00.000Z' },
        { timeMs: 250_000, moves: 80, rated: true, countedAt: '2026-11-29T22:59:59.000Z' },
      ],
    },
    { variant: 'freecell-1', wins: [{ timeMs: 400_000, moves: 70, rated: false, countedAt: '2026-11-29T23:00:00.000Z' }] },
  ])
})

test('of many wins the latest are told', async () => {
  const { id, name } = await givenPlayer()
  const common = { userId: id, kind: 'free', variant: 'freecell-3', deal: 1, home: 52, undos: 0, hints: 0, timeMs: 1 } as const
  const data = Array.from({ length: LATEST_WINS + 20 }, (_, index) => ({
    ...{ ...common, won: index !== 50, moves: index, countedAt: new Date(clock.now()), day: '2026-11-30' },
  }))
  await database.game.createMany({ data })
  const [latest] = (await statisticsOf(name)).latestWins
  expect(latest?.wins.map(({ moves }) => moves)).toEqual(
    data.flatMap(({ moves, won }) => (won ? [moves] : [])).slice(-LATEST_WINS),
  )
})

test('how far badges are is for one’s own eyes', async () => {
  const { by, id, name } = await givenPlayer()
  await database.playerTotals.create({ data: { userId: id, games: 90, wins: 73, cardsHome: 6_000, winStreak: 4 } })
  const progress = async (viewer?: Browser) =>
    (await statisticsOf(name, viewer)).badges.flatMap(({ badge, progress }) => (progress ? [[badge, progress]] : []))
  expect(await progress(by)).toEqual([
    ['queen-bee', { done: 0, of: 5 }],
    ['busy-bee', { done: 73, of: 100 }],
    ['honey-store', { done: 5_200, of: 5_200 }],
    ['swarm', { done: 4, of: 10 }],
    ['bee-week', { done: 0, of: 7 }],
    ['bee-month', { done: 0, of: 30 }],
  ])
  expect(await progress()).toEqual([])
  expect(await progress((await givenPlayer()).by)).toEqual([])
})

describe('dailies', () => {
  const close = async (day: string) => {
    clock.set(`${day}T01:00:03+01:00`)
    await services.runs.closeDue()
    await services.dailies.closeDue()
  }

  test('are solved at whichever attempt; how many were left behind is told once the list has closed', async () => {
    clock.set('2027-01-10T12:00:00+01:00')
    const players = []
    for (let index = 0; index < 3; index++) players.push(await givenDailyPlayer(api, '2027-01-10'))
    const [best, middle, last] = players as [DailyPlayer, DailyPlayer, DailyPlayer]
    const nameOf = async (player: DailyPlayer) => (await player.browser.me())?.name ?? ''
    const dailies = async (player: DailyPlayer) => (await statisticsOf(await nameOf(player))).dailies
    await best.solve()
    clock.advance(5_000)
    // A move more than the last one, who makes none.
    await middle.finish(timed(['1a']), { givenUp: true })
    expect(await dailies(best)).toEqual([{ day: '2027-01-10', run: best.stage.run, solved: true, better: null }])
    expect(await dailies(middle)).toMatchObject([{ solved: false, better: null }])
    expect(await dailies(last)).toEqual([])
    const { run } = middle.stage
    await middle.revealed(2)
    await middle.solve()
    expect(await dailies(middle)).toEqual([{ day: '2027-01-10', run, solved: true, better: null }])
    await close('2027-01-11')
    expect(await Promise.all([best, middle, last].map(async (one) => (await dailies(one))[0]?.better))).toEqual([100, 0, 50])
  })

  test('a list of one leaves everybody behind', async () => {
    clock.set('2027-01-20T12:00:00+01:00')
    const player = await givenDailyPlayer(api, '2027-01-20')
    await close('2027-01-21')
    const name = (await player.browser.me())?.name ?? ''
    expect((await statisticsOf(name)).dailies).toMatchObject([{ solved: false, better: 100 }])
  })
})

test('of a stage in play nothing is told; a run is once it has ended', async () => {
  const player = await givenClimber(api)
  const name = (await player.browser.me())?.name ?? ''
  const before = await statisticsOf(name)
  const detour = timed(['1a', 'undo'], 0, 0)
  await player.append(0, detour)
  expect(await statisticsOf(name)).toEqual(before)

  await player.finishInTime([...detour, ...winOf(player.stage)])
  const between = await statisticsOf(name)
  expect(between).toMatchObject({ games: 1, wins: 1, runs: [] })
  await player.revealed(2)
  clock.advance(5_000)
  await player.finish(timed(['1a']), { givenUp: true })
  const { runs } = await statisticsOf(name)
  const ladder = await player.ladder()
  expect(runs).toMatchObject([{ run: player.stage.run, kind: 'ladder', stagesWon: 1, score: ladder.last?.score }])
  expect(runs[0]?.endedAt).toBe(new Date(clock.now()).toISOString())
  await database.run.update({ where: { id: player.stage.run }, data: { struckAt: new Date(clock.now()) } })
  expect((await statisticsOf(name)).runs).toEqual([])
})

test('a stage of an account that is gone counts for nobody', async () => {
  const { by, id, name } = await givenPlayer()
  const player = new LadderPlayer(api, by)
  await player.revealed(1)
  await player.append(0, timed(['1a']))
  await by.call(contracts.accounts.remove, { body: { confirm: name, password: PASSWORD } })
  clock.advance(11 * 60_000)
  await services.runs.closeDue()
  expect(await database.stageResult.count({ where: { stageId: player.stage.id } })).toBe(1)
  expect(await database.game.count({ where: { userId: id } })).toBe(0)
  expect(await database.playerTotals.count({ where: { userId: id } })).toBe(0)
})

describe('the wallet', () => {
  test('has every posting with the balance after it, paged, for oneself only', async () => {
    const { by, id } = await givenPlayer()
    for (const [index, coins] of [250, 250, -100, 1_000].entries()) {
      await post(database, { userId: id, reason: `daily:2026-11-0${index + 1}`, coins, postedAt: new Date(clock.now()) })
      clock.advance(index === 1 ? 0 : 1_000)
    }
    const page = async (query: object = {}) => (await by.call(contracts.wallet.get, { query })).body
    const balances = ({ postings }: Awaited<ReturnType<typeof page>>) =>
      postings.map(({ reason, balance }) => [reason.slice(-1), balance])
    expect(await page()).toMatchObject({ coins: 1_400, total: 4, offset: 0, timeZone: ZONE })
    expect(balances(await page())).toEqual([
      ['4', 1_400],
      ['3', 400],
      ['2', 500],
      ['1', 250],
    ])
    expect(balances(await page({ offset: 1, limit: 2 }))).toEqual([
      ['3', 400],
      ['2', 500],
    ])
    expect(await page({ offset: 9 })).toMatchObject({ coins: 1_400, total: 4, postings: [] })
    expect(await browser().call(contracts.wallet.get)).toMatchObject({ status: 401, code: 'not-signed-in' })
    expect((await (await givenPlayer()).by.call(contracts.wallet.get)).body).toMatchObject({ coins: 0, postings: [] })
  })
})

describe('a rebuild', () => {
  const all = async () => ({
    players: await database.playerTotals.findMany({ where: { games: { gt: 0 } }, orderBy: { userId: 'asc' } }),
    variants: await database.variantTotals.findMany({ orderBy: [{ userId: 'asc' }, { variant: 'asc' }] }),
  })

  test('finds what was added up game by game, mends what is wrong, and counts what is missing', async () => {
    // Those of the other tests that were written by hand.
    await rebuildStats(database, ZONE)
    const players = await Promise.all(Array.from({ length: 3 }, async () => (await givenPlayer()).id))
    for (let round = 0; round < 20; round++) {
      await Promise.all(
        players.map((id, index) => {
          const roll = (round * 7 + index * 5) % 11
          const variant = VARIANT_IDS[roll % 5] ?? 'freecell-4'
          const game = { variant, won: roll > 3, home: roll > 3 ? 52 : roll, moves: 60 + roll, timeMs: 1_000 * roll }
          return count(id, { ...game, kind: roll % 2 ? 'free' : 'ladder' })
        }),
      )
    }
    const climber = await givenClimber(api)
    await climber.win()
    const incremental = await all()
    expect(incremental.players.length).toBeGreaterThanOrEqual(4)
    const right = await rebuildStats(database, ZONE)
    expect(right).toMatchObject({ counted: 0, mended: 0 })
    expect(await all()).toEqual(incremental)

    await database.playerTotals.updateMany({ where: { userId: players[0] ?? '' }, data: { wins: 1, longestStreak: 99 } })
    await database.variantTotals.deleteMany({ where: { userId: players[1] ?? '' } })
    await database.game.deleteMany({ where: { stageId: climber.stage.id } })
    const { code, stdout } = await command(['rebuild', 'stats'], '', { DATABASE_URL: url })
    expect([code, JSON.parse(stdout)]).toEqual([0, { subject: 'stats', players: right.players, counted: 1, mended: 2 }])
    expect(await all()).toEqual(incremental)
  })
})
