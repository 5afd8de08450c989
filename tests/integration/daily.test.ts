import { addDays, parseDay, systemClock } from '@speedcell/services/core'
import { contracts } from '@speedcell/shared/contracts'
import { beforeEach, describe, expect, test } from 'vitest'
import { freshDatabase } from '../support/database.ts'
import { type TestApi, testApi } from './api-client.ts'
import { DailyPlayer, type Events, givenPlayer, logOf, winningEvents } from './daily-play.ts'

const fresh = await freshDatabase()
const { database } = fresh
const api = await testApi(fresh, { env: { SITE_TIMEZONE: 'UTC' } })
const { services, clock } = api

const HOUR = 3_600_000

/** Each test has a day of its own, a week after the last one's. */
let day = '2027-02-01'
let closes = 0
beforeEach(async () => {
  day = later(7)
  clock.set(`${day}T12:00:00Z`)
  closes = Date.parse(`${later(1)}T01:00:00Z`)
  await sweep()
})
/** The day so many days after the test's own. */
const later = (days: number) => addDays(parseDay(day), days)

/** Goes to so many ms after the closing of the day's list. */
const goToClosing = (after = 0) => clock.set(new Date(closes + after).toISOString())
/** What the worker's sweep does. */
const sweep = async () => {
  await services.runs.closeDue()
  return services.dailies.closeDue()
}
const listOf = async (which = day) => (await api.browser().call(contracts.daily.list, { params: { day: which } })).body

describe('drawing', () => {
  test('whoever comes first draws, and of many at once one row comes', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => api.browser().call(contracts.daily.today)))
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200))
    expect(await database.daily.count({ where: { day } })).toBe(1)
  })

  test('is done ahead, for today and tomorrow, once', async () => {
    await services.dailies.drawAhead()
    const drawn = await database.daily.findMany({ where: { day: { gte: day } }, orderBy: { day: 'asc' } })
    expect(drawn).toHaveLength(2)
    expect(drawn[0]).toMatchObject({ day, closesAt: new Date(closes), closedAt: null })
    expect(drawn[0]?.deal).not.toBe(drawn[1]?.deal)
    clock.advance(HOUR)
    await Promise.all([services.dailies.drawAhead(), services.dailies.drawAhead()])
    expect(await database.daily.findMany({ where: { day: { gte: day } }, orderBy: { day: 'asc' } })).toEqual(drawn)
  })

  test('is the same on every machine with the same secret, and another with another', async () => {
    const one = await freshApi()
    const same = await freshApi()
    const other = await freshApi({ SECRET: 'another secret of this very test file' })
    const deals = await Promise.all(
      [one, same, other].map(async (site) => {
        await site.services.dailies.drawAhead()
        return (await site.services.database.daily.findMany({ orderBy: { day: 'asc' } })).map(({ deal }) => deal)
      }),
    )
    expect(deals[0]).toEqual(deals[1])
    expect(deals[0]).not.toEqual(deals[2])
  })

  test('does not repeat what was drawn in the last 400 days', async () => {
    const [site, again] = [await freshApi(), await freshApi()]
    await site.services.dailies.drawAhead()
    const { deal } = await site.services.database.daily.findUniqueOrThrow({ where: { day: '2026-11-30' } })
    const old = { deal, solution: '', drawnAt: new Date(0), opensAt: new Date(0), endsAt: new Date(0), closesAt: new Date(0) }
    await again.services.database.daily.create({ data: { day: '2025-10-26', ...old } }) // 400 days before
    await again.services.dailies.drawAhead()
    expect((await again.services.database.daily.findUniqueOrThrow({ where: { day: '2026-11-30' } })).deal).not.toBe(deal)
    const later = await freshApi()
    await later.services.database.daily.create({ data: { day: '2025-10-25', ...old } }) // 401 days before
    await later.services.dailies.drawAhead()
    expect((await later.services.database.daily.findUniqueOrThrow({ where: { day: '2026-11-30' } })).deal).toBe(deal)
  })

  async function freshApi(env: Record<string, string> = {}): Promise<TestApi> {
    const { database, url } = sites.shift() ?? fresh
    return testApi({ database, url }, { env })
  }
})

// Databases of tests that need several; they are made before any test runs.
const sites = await Promise.all(Array.from({ length: 6 }, () => freshDatabase()))

describe('attempts', () => {
  test('the first one is listed, with what it was when it ended', async () => {
    const player = await givenPlayer(api, day)
    clock.advance(1_000)
    await player.finish([[500, '1a']], { givenUp: true })
    await player.revealed(2)
    expect(await player.solve()).toMatchObject({ outcome: 'won', listed: false, coins: 250 })
    const { rows, summary } = await listOf()
    expect(rows).toMatchObject([{ rank: 1, won: false, moves: 1, timeMs: 500, me: false }])
    expect(summary).toMatchObject({ players: 1, solved: 0, medianTimeMs: null, medianMoves: null })
  })

  test('nobody is listed before the first attempt has ended', async () => {
    await givenPlayer(api, day)
    expect((await listOf()).rows).toEqual([])
  })

  test('coins come once a day, at whichever attempt', async () => {
    const player = await givenPlayer(api, day)
    expect(await player.solve()).toMatchObject({ coins: 250, listed: true, streak: 1 })
    await player.revealed(2)
    expect(await player.solve()).toMatchObject({ coins: 0, listed: false, streak: 1 })
    expect(await player.browser.me()).toMatchObject({ coins: 250, streak: { current: 1 } })
  })

  test("what is shown of one's own part", async () => {
    const player = await givenPlayer(api, day)
    const events = await winningEvents(services, day, 0, 0)
    await player.append(0, events.slice(0, 10))
    clock.advance(5_000)
    const playing = (await player.browser.call(contracts.daily.today)).body.mine
    expect(playing).toMatchObject({
      attempts: 1,
      stage: player.stage.id,
      playing: true,
      moves: 10,
      elapsed: 5_000,
      solved: false,
      row: null,
      lastResult: null,
    })
    const { body: result } = await player.finish(events)
    const done = (await player.browser.call(contracts.daily.today)).body.mine
    expect(done).toMatchObject({ attempts: 1, playing: false, home: 52, elapsed: null, solved: true, lastResult: result })
    expect(done?.row).toMatchObject({ rank: 1, me: true, won: true, score: result.score, run: player.stage.run })
    expect((await api.browser().call(contracts.daily.today)).body.mine).toBeNull()
  })
})

describe('the closing', () => {
  test('closes open attempts as received, and dates them by it; the list is closed for good', async () => {
    const player = await givenPlayer(api, day)
    await player.append(0, [
      [0, '1a'],
      [700, 'undo'],
    ])
    const idle = await givenPlayer(api, day)
    goToClosing(2_000)
    expect(await sweep()).toEqual([])
    expect((await listOf()).summary).toMatchObject({ state: 'closing', deal: null, players: 0 })
    goToClosing(2_001)
    expect(await sweep()).toEqual([day])
    const { summary, rows } = await listOf()
    expect(summary).toMatchObject({ state: 'closed', deal: player.stage.deal, players: 2, solved: 0 })
    expect(summary.hours.at(-1)).toBe(2)
    expect(rows.map(({ endedAt }) => endedAt)).toEqual(Array(2).fill(new Date(closes).toISOString()))
    expect(rows.find(({ moves }) => moves === 1)).toMatchObject({ undos: 1, timeMs: 700, won: false })
    expect((await idle.look()).body.result).toMatchObject({ outcome: 'closed', moves: 0, listed: true, coins: 0 })
    expect(await sweep()).toEqual([])
    expect(await listOf()).toMatchObject({ summary, rows })
  })

  test('an hour without a worker changes no result, and whoever asks meanwhile is told it', async () => {
    const [punctual, unattended] = [await givenPlayer(api, day), await givenPlayer(api, day)]
    for (const player of [punctual, unattended]) await player.append(0, [[0, '1a']])
    await database.run.update({ where: { id: unattended.stage.run }, data: { dueAt: new Date(closes + HOUR) } })
    goToClosing(2_001)
    await sweep()
    goToClosing(HOUR / 2)
    const { body: asked } = await unattended.look()
    goToClosing(2 * HOUR)
    expect(await sweep()).toEqual([day])
    const results = [punctual, unattended].map(async (player) => ({ ...(await player.look()).body.result, stage: '' }))
    const [one, other] = await Promise.all(results)
    expect(other).toEqual(one)
    expect({ ...asked.result, stage: '' }).toEqual(one)
    expect(one).toMatchObject({ outcome: 'closed', endedAt: new Date(closes).toISOString() })
  })

  test('waits for a player whose stage is just being ended, and goes on without them', async () => {
    const [held, free] = [await givenPlayer(api, day), await givenPlayer(api, day)]
    goToClosing(2_001)
    await database.$transaction(async (transaction) => {
      await transaction.$queryRaw`SELECT id FROM users WHERE id = ${await held.id()}::uuid FOR NO KEY UPDATE`
      expect(await services.runs.closeDue()).toBe(1)
      expect(await services.dailies.closeDue()).toEqual([])
    })
    expect((await free.look()).body.result).toMatchObject({ outcome: 'closed' })
    expect(await sweep()).toEqual([day])
  })

  test('of two sweeps at once each stage is closed by one', async () => {
    for (let count = 0; count < 6; count++) await givenPlayer(api, day)
    goToClosing(2_001)
    const closed = await Promise.all([services.runs.closeDue(), services.runs.closeDue(), services.runs.closeDue()])
    expect(closed.reduce((sum, count) => sum + count)).toBe(6)
    const days = await Promise.all([services.dailies.closeDue(), services.dailies.closeDue()])
    expect(days.flat()).toEqual([day])
    expect((await listOf()).rows).toHaveLength(6)
  })
})

describe('a solved log that comes late', () => {
  /** A player whose line was lost: the server has the first ten events of a win. */
  async function cutOff() {
    const player = await givenPlayer(api, day)
    const events = await winningEvents(services, day, 0, 1_000)
    await player.append(0, events.slice(0, 1))
    return { player, events }
  }

  test('brings coins and streak for that day, and does not change the closed result', async () => {
    const { player, events } = await cutOff()
    goToClosing(2_001)
    await sweep()
    const listed = await listOf()
    goToClosing(10 * HOUR)
    const { status, body } = await player.finish(events)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      outcome: 'won',
      won: true,
      home: 52,
      moves: events.length,
      coins: 250,
      streak: 1,
      late: true,
      listed: true,
    })
    expect(await listOf()).toMatchObject({ summary: listed.summary, rows: listed.rows })
    expect(await database.stageResult.findUniqueOrThrow({ where: { stageId: player.stage.id } })).toMatchObject({
      outcome: 'closed',
      won: false,
      coins: 0,
    })
    expect(await player.browser.me()).toMatchObject({ coins: 250, streak: { current: 1 } })
    // Again, and with another log, the answer is the same.
    clock.advance(HOUR)
    expect((await player.finish(events)).body).toEqual(body)
    expect((await player.finish([])).body).toEqual(body)
    expect((await player.look()).body.result).toEqual(body)
    expect((await player.browser.call(contracts.daily.list, { params: { day } })).body.mine).toMatchObject({
      solved: true,
      lastResult: body,
    })
  })

  test('mends the streak', async () => {
    const player = await givenPlayer(api, day)
    await player.solve()
    const second = later(1)
    clock.set(`${second}T12:00:00Z`)
    const cut = await givenPlayer(api, second, player.browser)
    const events = await winningEvents(services, second, 0, 0)
    clock.advance(24 * HOUR)
    const last = await givenPlayer(api, later(2), player.browser)
    expect(await last.solve()).toMatchObject({ streak: 1 })
    expect((await cut.finish(events)).body).toMatchObject({ late: true, coins: 250, streak: 3 })
    expect(await player.browser.me()).toMatchObject({ coins: 750, streak: { current: 3, longest: 3 } })
  })

  test.each<[what: string, after: number, late: boolean]>([
    ['one millisecond after the closing', 1, true],
    ['48 hours after it', 48 * HOUR, true],
    ['48 hours and one millisecond', 48 * HOUR + 1, false],
  ])('%s', async (_what, after, late) => {
    const { player, events } = await cutOff()
    goToClosing(after)
    const { status, body } = await player.finish(events)
    expect(status).toBe(200)
    expect(body).toMatchObject(late ? { outcome: 'won', late, coins: 250 } : { outcome: 'closed', late, coins: 0, won: false })
  })

  test.each<[what: string, before: number, late: boolean]>([
    ['one millisecond before the closing', 1, true],
    ['at the closing', 0, false],
  ])('whose last t is %s', async (_what, before, late) => {
    const { player, events } = await cutOff()
    const last = events.at(-1)
    if (last) last[0] = player.stage.closesAfter - before
    goToClosing(HOUR)
    expect((await player.finish(events)).body).toMatchObject({ late, coins: late ? 250 : 0 })
  })

  test.each<[what: string, change: (events: Events, player: DailyPlayer) => object]>([
    ['does not begin with what the server has', (events) => ({ events: events.with(0, [1, events[0]?.[1] ?? '']) })],
    ['is shorter than what the server has', () => ({ events: [] })],
    ['does not win', (events) => ({ events: events.slice(0, -5) })],
    ['does not win, and is given up', (events) => ({ events: events.slice(0, -5), givenUp: true })],
    ['does not replay', (events) => ({ events: events.toSpliced(5, 1) })],
    ['goes on after the win', (events) => ({ events: [...events, [900_000, 'undo']] })],
    ['holds a hint that the server does not know', (events) => ({ events: events.toSpliced(1, 0, [0, 'hint']) })],
    ['is of another game', (events, { stage }) => ({ events, log: { ...logOf(stage, events), variant: 'freecell-3' } })],
    ['is no log', (events) => ({ events, log: { v: 1 } })],
  ])('that %s brings nothing', async (_what, change) => {
    const { player, events } = await cutOff()
    goToClosing(HOUR)
    const { events: changed, ...extra } = change(events, player) as { events: Events }
    expect(await player.finish(changed, extra)).toMatchObject({ status: 200, body: { outcome: 'closed', late: false, coins: 0 } })
    expect(await database.lateResult.count({ where: { stageId: player.stage.id } })).toBe(0)
    expect(await database.posting.count({ where: { userId: await player.id() } })).toBe(0)
    // A good one may still come.
    expect((await player.finish(events)).body).toMatchObject({ late: true, coins: 250 })
  })

  test('needs no claim: whoever looked on another device meanwhile costs nobody a streak', async () => {
    const { player, events } = await cutOff()
    const claim = player.stage.claim
    await player.claimed()
    goToClosing(HOUR)
    expect((await player.finish(events, { claim })).body).toMatchObject({ late: true, coins: 250 })
  })

  test('for a stage that was given up or superseded comes to nothing', async () => {
    const player = await givenPlayer(api, day)
    const first = player.stage
    await player.revealed(2)
    await player.finish([], { givenUp: true })
    const events = await winningEvents(services, day, 0, 0)
    goToClosing(HOUR)
    expect((await player.finish(events)).body).toMatchObject({ outcome: 'given-up', coins: 0 })
    player.stage = first
    expect((await player.finish(events)).body).toMatchObject({ outcome: 'superseded', coins: 0 })
  })

  test('of a day that is solved already brings no second coins', async () => {
    const player = await givenPlayer(api, day)
    await player.solve()
    await player.revealed(2)
    const events = await winningEvents(services, day, 0, 0)
    goToClosing(HOUR)
    expect((await player.finish(events)).body).toMatchObject({ late: true, coins: 0, listed: false })
    expect(await database.posting.count({ where: { userId: await player.id() } })).toBe(1)
  })

  test('twice at once, while the sweep runs, counts once', async () => {
    const { player, events } = await cutOff()
    goToClosing(2_001)
    const [one, two] = await Promise.all([player.finish(events), player.finish(events), sweep(), sweep()])
    expect(one.body).toMatchObject({ late: true, coins: 250 })
    expect(two.body).toEqual(one.body)
    expect(await database.posting.count({ where: { userId: await player.id() } })).toBe(1)
    expect(await database.dailyEntry.count({ where: { userId: await player.id() } })).toBe(1)
  })
})

describe('days', () => {
  test.each(['2019-01-01', '2199-12-31', '2027-02-02'])('that were never drawn are not found: %s', async (which) => {
    expect((await api.browser().call(contracts.daily.list, { params: { day: which } })).code).toBe('not-found')
    expect(await new DailyPlayer(api, which).revealed()).toMatchObject({ status: 409, code: 'day-not-open' })
  })

  test.each(['2027-02-30', '2027-2-3', 'today', '20270203'])('that are none are refused: %s', async (which) => {
    expect((await api.browser().call(contracts.daily.list, { params: { day: which } })).code).toBe('bad-request')
  })

  test('point to the one before and after, never to one that is yet to come', async () => {
    await services.dailies.drawAhead()
    expect((await listOf()).next).toBeNull()
    const tomorrow = later(1)
    expect((await api.browser().call(contracts.daily.list, { params: { day: tomorrow } })).code).toBe('not-found')
    clock.advance(24 * HOUR)
    expect((await listOf()).next).toBe(tomorrow)
    expect((await listOf(tomorrow)).previous).toBe(day)
  })

  test("that are closed are in the archive, with their deals and one's own part", async () => {
    const player = await givenPlayer(api, day)
    await player.solve()
    const other = await givenPlayer(api, day)
    goToClosing(2_001)
    await sweep()
    const archiveFor = async (browser = api.browser()) =>
      (await browser.call(contracts.daily.archive, { query: { limit: 2 } })).body
    const [closed] = (await archiveFor()).days
    expect(closed).toEqual({ day, deal: player.stage.deal, players: 2, solved: 1, mine: null })
    expect((await archiveFor(player.browser)).days[0]?.mine).toBe('solved')
    expect((await archiveFor(other.browser)).days[0]?.mine).toBe('played')
    expect((await archiveFor()).more).toBe(true)
    const { body } = await api.browser().call(contracts.daily.archive, { query: { before: day, limit: 62 } })
    expect(body.more).toBe(false)
    expect(body.days.every((entry) => entry.day < day)).toBe(true)
    expect(body.days.map((entry) => entry.day)).toEqual(
      body.days
        .map((entry) => entry.day)
        .sort()
        .reverse(),
    )
  })
})

test('until the list is closed nobody is told the deal but who has revealed it', async () => {
  const player = await givenPlayer(api, day)
  const { deal } = player.stage
  const events = await winningEvents(services, day, 0, 0)
  await player.append(0, events.slice(0, 3))
  const stranger = await givenPlayer(api, day)
  await stranger.finish([], { givenUp: true })
  const visitor = api.browser()
  const { solution } = await database.daily.findUniqueOrThrow({ where: { day } })
  const { name } = (await stranger.browser.me()) ?? { name: '' }

  /** Everything that a visitor can ask for, and what others than the player can ask of the player's stage. */
  async function everything(): Promise<string> {
    const { stage } = player
    const other = new DailyPlayer(api, day, stranger.browser)
    other.stage = stage
    const answers = await Promise.all([
      visitor.call(contracts.daily.today),
      visitor.call(contracts.daily.list, { params: { day } }),
      visitor.call(contracts.daily.archive),
      visitor.call(contracts.accounts.player, { params: { name } }),
      visitor.call(contracts.stages.get, { params: { stage: stage.id } }),
      other.look(),
      other.claimed(),
      other.hint(3),
      other.finish(events),
      other.finish(events, { log: { v: 1 } }),
    ])
    return answers.map(({ body }) => JSON.stringify(body)).join('\n')
  }

  for (const at of ['open', 'closing'] as const) {
    if (at === 'closing') goToClosing()
    const told = await everything()
    expect(told).not.toMatch(new RegExp(`\\b${deal}\\b`))
    expect(told).not.toContain(solution.slice(0, 20))
    expect(told).toContain(`"state":"${at}"`)
  }
  goToClosing(2_001)
  await sweep()
  expect((await listOf()).summary.deal).toBe(deal)
})

test('the real clock drives it as well', async () => {
  const { database, url } = sites.shift() ?? fresh
  const { createServices } = await import('../../apps/api/dependencies.ts')
  const { createLogger, loadConfig } = await import('@speedcell/services/core')
  const config = loadConfig({ DATABASE_URL: url, SECRET: 'a secret of these tests and no other' })
  const real = createServices({ database, clock: systemClock, config, logger: createLogger('api', 'silent') })
  const { today } = await real.dailies.getToday(null)
  expect(Date.parse(today.opensAt)).toBeLessThanOrEqual(Date.now())
  expect(Date.parse(today.endsAt)).toBeGreaterThan(Date.now() - 60_000)
  await real.close()
})
