import { createDatabase, createLogger, parseDay, type Redis } from '@speedcell/services/core'
import { createPublisher, createSubscriber, type Heard } from '@speedcell/services/realtime'
import type { FastifyInstance } from 'fastify'
import pg from 'pg'
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { freshDatabase } from '../support/database.ts'
import { openSocket, type SocketClient } from '../support/socket-client.ts'
import { type Browser, testApi, UNLIMITED } from './api-client.ts'
import { type DailyPlayer, type Events, givenPlayer, winningEvents } from './daily-play.ts'

const fresh = await freshDatabase()
const DAY = parseDay('2027-01-12')
/** Two API processes on one database, as far as they know. */
const [here, there] = [await testApi(fresh), await testApi(fresh)]
const urls = new Map<FastifyInstance, string>()
for (const { app } of [here, there]) urls.set(app, await app.listen({ host: '127.0.0.1', port: 0 }))

beforeEach(() => {
  for (const { clock } of [here, there]) clock.set('2027-01-12T12:00:00+01:00')
})

const open: SocketClient[] = []
afterEach(() => {
  for (const socket of open.splice(0)) socket.close()
})

/** A browser's socket to a process. */
async function socketOf(browser: Browser, { app } = here, headers: Record<string, string> = {}): Promise<SocketClient> {
  const cookie = [...browser.cookies].map((pair) => pair.join('=')).join('; ')
  const socket = await openSocket(urls.get(app) ?? '', { ...headers, ...(cookie !== '' && { cookie }) })
  open.push(socket)
  return socket
}

const eventsOf = ({ stage }: DailyPlayer, from: number, events: Events) =>
  ({ type: 'events', stage: stage.id, claim: stage.claim ?? '', from, events }) as const
const attend = ({ stage }: DailyPlayer, claim = stage.claim ?? '') => ({ type: 'attend', stage: stage.id, claim }) as const

describe('events over the socket', () => {
  test('are acknowledged as they are made, in their order', async () => {
    const player = await givenPlayer(here, DAY)
    const socket = await socketOf(player.browser)
    here.clock.advance(5_000)
    socket.say(eventsOf(player, 0, [[100, '1a']]))
    socket.say(
      eventsOf(player, 1, [
        [200, 'undo'],
        [300, '2a'],
      ]),
    )
    socket.say(eventsOf(player, 3, [[400, 'undo']]))
    for (const length of [1, 3, 4]) {
      expect(await socket.next('accepted')).toEqual({
        type: 'accepted',
        stage: player.stage.id,
        length,
        elapsed: 5_000,
        result: null,
      })
    }
    expect((await player.look()).body.events).toEqual([
      [100, '1a'],
      [200, 'undo'],
      [300, '2a'],
      [400, 'undo'],
    ])
  })

  test('that win bring the result to the tab that made them and to all that attend', async () => {
    const player = await givenPlayer(here, DAY)
    const [tab, other] = [await socketOf(player.browser), await socketOf(player.browser, there)]
    other.say(attend(player))
    await other.rest()
    const events = await winningEvents(here.services, DAY, 0, 0)
    tab.say(eventsOf(player, 0, events))
    const { result, length } = await tab.next('accepted')
    expect(length).toBe(events.length)
    expect(result).toMatchObject({ won: true, coins: 250, stage: player.stage.id })
    expect(await other.next('ended')).toEqual({ type: 'ended', stage: player.stage.id, result })
  })

  test('are refused with index and reason, and with what the server has', async () => {
    const player = await givenPlayer(here, DAY)
    const socket = await socketOf(player.browser)
    const refused = { type: 'refused', stage: player.stage.id, length: null, events: null, elapsed: 0 }
    socket.say(
      eventsOf(player, 0, [
        [0, '1a'],
        [0, 'x'.repeat(500)],
      ]),
    )
    expect(await socket.next('refused')).toEqual({ ...refused, code: 'illegal-move', index: 1 })
    socket.say(eventsOf(player, 0, [[1_001, '1a']]))
    expect(await socket.next('refused')).toEqual({ ...refused, code: 'time-ahead', index: 0 })
    socket.say(eventsOf(player, 0, [[0, '1a']]))
    socket.say(eventsOf(player, 2, [[0, 'undo']]))
    expect(await socket.next('refused')).toEqual({ ...refused, code: 'log-conflict', index: 1, length: 1, events: [[0, '1a']] })
    await player.claimed()
    player.stage.claim = 'another claim altogether'
    socket.say(eventsOf(player, 1, [[0, 'undo']]))
    expect(await socket.next('refused')).toMatchObject({ code: 'played-elsewhere' })
  })

  test("of somebody else's stage are refused, and nothing of it is told", async () => {
    const owner = await givenPlayer(here, DAY)
    const thief = await givenPlayer(here, DAY)
    const socket = await socketOf(thief.browser)
    socket.say(eventsOf(owner, 0, [[0, '1a']]))
    socket.say(attend(owner))
    expect(await socket.next('refused')).toMatchObject({ code: 'not-your-stage', events: null, elapsed: null })
    expect(await socket.next('error')).toEqual({ type: 'error', code: 'not-your-stage' })
    await owner.finish([], { givenUp: true })
    expect(await socket.rest()).toEqual([])
  })
})

describe('attending a stage', () => {
  test('a tab that lost it is told, on whichever process it is; the one that took it is not', async () => {
    const player = await givenPlayer(here, DAY)
    const [first, far] = [await socketOf(player.browser), await socketOf(player.browser, there)]
    for (const socket of [first, far]) {
      socket.say(attend(player))
      expect(await socket.rest()).toEqual([])
    }
    await player.claimed()
    const second = await socketOf(player.browser, there)
    second.say(attend(player))
    for (const socket of [first, far]) expect(await socket.next('taken')).toEqual({ type: 'taken', stage: player.stage.id })
    expect(await second.rest()).toEqual([])
  })

  test('a tab that comes with an old claim is told at once', async () => {
    const player = await givenPlayer(here, DAY)
    const old = player.stage.claim ?? ''
    await player.revealed()
    const socket = await socketOf(player.browser)
    socket.say(attend(player, old))
    expect(await socket.next('taken')).toEqual({ type: 'taken', stage: player.stage.id })
  })

  test('whoever attends is told the result, however it came: given up, superseded, closed, or long ago', async () => {
    const player = await givenPlayer(here, DAY)
    const socket = await socketOf(player.browser, there)
    socket.say(attend(player))
    await socket.rest()
    await player.finish([], { givenUp: true })
    expect((await socket.next('ended')).result.outcome).toBe('given-up')
    await player.revealed(2)
    socket.say(attend(player))
    await socket.rest()
    await player.revealed(3)
    expect((await socket.next('ended')).result.outcome).toBe('superseded')
    socket.say(attend(player))
    await socket.rest()
    here.clock.set('2027-01-13T01:00:02.001+01:00')
    await here.services.runs.closeDue()
    expect((await socket.next('ended')).result.outcome).toBe('closed')
    const late = await socketOf(player.browser)
    late.say(attend(player))
    expect((await late.next('ended')).result.outcome).toBe('closed')
  })
})

describe("watching a day's list", () => {
  const watch = (day: string) => ({ type: 'watch', day }) as const

  test('brings new entries from every process, gathered, to visitors as well', async () => {
    const day = '2027-01-14'
    for (const { clock } of [here, there]) clock.set(`${day}T12:00:00+01:00`)
    const [one, two] = [await givenPlayer(here, day), await givenPlayer(there, day)]
    const sockets = [await socketOf(here.browser()), await socketOf(there.browser(), there)]
    for (const socket of sockets) {
      socket.say(watch(day))
      await socket.rest()
    }
    const won = await one.solve()
    await two.finish([], { givenUp: true })
    for (const socket of sockets) {
      const entries = []
      // Usually one message; two if the moment of gathering was just over.
      while (entries.length < 2) {
        const news = await socket.next('list')
        expect(news).toMatchObject({ day, closed: false, solved: 1 })
        entries.push(...news.entries)
      }
      expect(entries.map(({ run }) => run).sort()).toEqual([one.stage.run, two.stage.run].sort())
      expect(entries.find(({ run }) => run === one.stage.run)).toMatchObject({ rank: 1, won: true, score: won.score, me: false })
    }
  })

  test('ends with unwatch, and says when the list has closed', async () => {
    const day = '2027-01-16'
    for (const { clock } of [here, there]) clock.set(`${day}T12:00:00+01:00`)
    const player = await givenPlayer(here, day)
    const [stays, goes] = [await socketOf(here.browser()), await socketOf(here.browser())]
    for (const socket of [stays, goes]) socket.say(watch(day))
    goes.say({ type: 'unwatch', day })
    for (const socket of [stays, goes]) await socket.rest()
    here.clock.set('2027-01-17T01:00:02.001+01:00')
    await here.services.runs.closeDue()
    await here.services.dailies.closeDue()
    let news = await stays.next('list')
    if (!news.closed) news = await stays.next('list')
    expect(news).toMatchObject({ day, closed: true, players: 1, solved: 0 })
    expect(await goes.rest()).toEqual([])
    expect(player.day).toBe(day)
  })
})

describe('the door', () => {
  test.each<[what: string, headers: Record<string, string>]>([
    ['another site', { origin: 'https://evil.example' }],
    ['a file', { origin: 'null' }],
    ['another site, by its own word', { 'sec-fetch-site': 'cross-site' }],
    ['a site beside ours', { 'sec-fetch-site': 'same-site' }],
  ])('is shut to a page of %s', async (_what, headers) => {
    await expect(openSocket(urls.get(here.app) ?? '', headers)).rejects.toThrow('403')
  })

  test('is open to our own page', async () => {
    const url = urls.get(here.app) ?? ''
    const socket = await openSocket(url, { origin: url, 'sec-fetch-site': 'same-origin' })
    expect(await socket.rest()).toEqual([])
    socket.close()
  })

  test('lets nobody in by a cookie that is no session', async () => {
    here.clock.set('2027-01-18T12:00:00+01:00')
    const player = await givenPlayer(here, '2027-01-18')
    const socket = await openSocket(urls.get(here.app) ?? '', { cookie: 'session=made-up' })
    open.push(socket)
    socket.say(eventsOf(player, 0, [[0, '1a']]))
    expect(await socket.next('refused')).toMatchObject({ code: 'not-signed-in' })
  })

  test('from one address has one allowance for events, however many there are of it', async () => {
    const api = await testApi(fresh, { allowances: { ...UNLIMITED, socket: { calls: 3, seconds: 60 } } })
    api.clock.set('2027-01-18T12:00:00+01:00')
    urls.set(api.app, await api.app.listen({ host: '127.0.0.1', port: 0 }))
    const player = await givenPlayer(api, '2027-01-18')
    const from = { 'x-forwarded-for': '203.0.113.50' }
    const sockets = [await socketOf(player.browser, api, from), await socketOf(player.browser, api, from)]
    const codes: unknown[] = []
    for (const socket of [...sockets, ...sockets]) {
      socket.say(eventsOf(player, 0, []))
      const answer = await socket.next('accepted', 'refused')
      codes.push(answer.type === 'refused' ? answer.code : answer.type)
    }
    expect(codes).toEqual(['accepted', 'accepted', 'accepted', 'rate-limited'])
  })

  test('is closed to who sends a megabyte', async () => {
    const socket = await socketOf(here.browser())
    socket.socket.send('x'.repeat(1024 * 1024))
    expect(await socket.closed).toBe(1009)
  })

  test('is closed to who sends rubbish', async () => {
    const socket = await socketOf(here.browser())
    for (let count = 0; count < 10; count++) socket.socket.send('rubbish')
    expect(await socket.closed).toBe(1008)
  })

  test('is closed behind a session that has ended', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    try {
      const api = await testApi(fresh)
      const url = await api.app.listen({ host: '127.0.0.1', port: 0 })
      const browser = api.browser()
      await browser.claim('Die Abmelderin')
      const cookie = [...browser.cookies].map((pair) => pair.join('=')).join('; ')
      const socket = await openSocket(url, { cookie })
      open.push(socket)
      vi.advanceTimersByTime(30_000)
      expect(await socket.rest()).toEqual([])
      await fresh.database.session.deleteMany({ where: { user: { name: 'Die Abmelderin' } } })
      vi.advanceTimersByTime(30_000)
      expect(await socket.closed).toBe(1008)
    } finally {
      vi.useRealTimers()
    }
  })
})

describe('the line between processes', () => {
  const logger = createLogger('test', 'silent')
  const { database, url, redis } = fresh
  const subscriber = createSubscriber({ databaseUrl: url, redis, logger })
  const publisher = createPublisher({ database, redis, logger })
  const heard: Heard[] = []
  afterAll(() => subscriber.close())

  /** Cuts the lines of all subscribers. */
  const cut = (client: pg.Client) =>
    redis
      ? redis.call('CLIENT', 'KILL', 'TYPE', 'pubsub')
      : client.query(
          `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'LISTEN%' AND datname = current_database()`,
        )
  /** Says something on the line. */
  const say = (client: pg.Client, text: string) =>
    redis ? redis.publish('speedcell:0', text) : client.query('SELECT pg_notify($1, $2)', ['speedcell', text])

  test('is made anew when it breaks, and says so', async () => {
    await subscriber.subscribe((notice) => heard.push(notice))
    expect(heard).toEqual([{ type: 'gap' }])
    await publisher.publish([
      { type: 'ended', stage: 'one' },
      { type: 'list', day: DAY, run: null },
    ])
    await vi.waitFor(() => expect(heard).toHaveLength(3))
    const client = new pg.Client({ connectionString: fresh.url })
    await client.connect()
    await cut(client)
    await vi.waitFor(() => expect(heard.at(-1)).toEqual({ type: 'gap' }), { timeout: 10_000 })
    await publisher.publish([{ type: 'ended', stage: 'two' }])
    await vi.waitFor(() => expect(heard.at(-1)).toEqual({ type: 'ended', stage: 'two' }))
    // What is no notice of ours is not heard.
    for (const payload of ['', '{', 'null', '{"type":"ended"}', '{"type":"new","of":"a later version"}']) {
      await say(client, payload)
    }
    await publisher.publish([{ type: 'ended', stage: 'three' }])
    await vi.waitFor(() => expect(heard.at(-1)).toEqual({ type: 'ended', stage: 'three' }))
    await client.end()
    expect(heard).toHaveLength(6)
  })

  test('that cannot be told is not in the way', async () => {
    const nowhere = 'postgresql://nobody@127.0.0.1:1/nothing'
    const gone: Redis | undefined = redis?.duplicate({ host: '127.0.0.1', port: 1, lazyConnect: true })
    gone?.on('error', () => {})
    await expect(
      createPublisher({ database: createDatabase(nowhere), redis: gone, logger }).publish([{ type: 'ended', stage: 'x' }]),
    ).resolves.toBeUndefined()
    const hopeless = createSubscriber({ databaseUrl: nowhere, redis: gone, logger })
    const listening = hopeless.subscribe(() => {})
    await hopeless.close()
    await listening
    gone?.disconnect()
  })
})
