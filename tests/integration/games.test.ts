import { randomUUID } from 'node:crypto'
import { contracts } from '@speedcell/shared/contracts'
import { beforeEach, describe, expect, test } from 'vitest'
import { freshDatabase } from '../support/database.ts'
import { solutionOf } from '../support/solution.ts'
import { type Browser, PASSWORD, testApi } from './api-client.ts'
import { timed } from './rated-player.ts'

const fresh = await freshDatabase()
const { database } = fresh
const api = await testApi(fresh)
const { browser, clock, services } = api

const GAME = { v: 1, deal: 617, variant: 'freecell-4', autoplay: 'safe' } as const
const LOST = { ...GAME, events: timed(['6a', '1b', 'undo']) }
const WON = { ...GAME, events: timed(solutionOf(GAME)) }

let imke: Browser
let userId: string
let names = 0
beforeEach(async () => {
  imke = browser()
  await imke.claim(`Imke ${++names}`)
  userId = (await imke.me())?.id ?? ''
})

const count = async (log: unknown, { by = imke, id = randomUUID() as string, player = '' } = {}) =>
  by.call(contracts.games.count, { body: { id, player: player || ((await by.me())?.id ?? userId), log } })
const totals = () => database.playerTotals.findUnique({ where: { userId }, omit: { userId: true } })

test('a game that was given up counts, and so does a win, with the badges that it earns', async () => {
  expect(await count(LOST)).toMatchObject({ status: 200, body: { counted: true, won: false, badges: [] } })
  clock.advance(60_000)
  expect((await count(WON)).body).toEqual({ counted: true, won: true, badges: ['first-flight'] })
  expect(await totals()).toMatchObject({ games: 2, wins: 1, winStreak: 1, longestStreak: 1 })
  const [lost, won] = await database.game.findMany({ where: { userId }, orderBy: { sequence: 'asc' } })
  expect(lost).toMatchObject({ kind: 'free', deal: 617, won: false, moves: 2, undos: 1, timeMs: 3_000, day: '2026-11-30' })
  expect(won).toMatchObject({ won: true, home: 52, timeMs: WON.events.at(-1)?.[0], countedAt: new Date(clock.now()) })
  expect(await database.variantTotals.findMany({ where: { userId } })).toEqual([
    { userId, variant: 'freecell-4', games: 2, wins: 1, bestRatedMs: null, bestFreeMs: won?.timeMs, fewestMoves: won?.moves },
  ])
})

describe('the same game counts once', () => {
  test('by its id, with the same badges', async () => {
    const id = randomUUID()
    const [first, again] = [await count(WON, { id }), await count(WON, { id })]
    expect(first.body).toEqual({ counted: true, won: true, badges: ['first-flight'] })
    expect(again.body).toEqual({ counted: false, won: true, badges: ['first-flight'] })
    expect((await count(LOST, { id })).body.counted).toBe(false)
    expect(await totals()).toMatchObject({ games: 1, wins: 1 })
  })

  test('by its deal, variant and moves, whatever the times', async () => {
    await count(WON)
    expect((await count({ ...WON, events: timed(solutionOf(GAME), 5, 7) })).body).toEqual({
      counted: false,
      won: true,
      badges: [],
    })
    expect((await count({ ...WON, events: [...timed(['hint']), ...WON.events] })).body.counted).toBe(false)
    expect(await totals()).toMatchObject({ games: 1 })
  })

  test('of many at once', async () => {
    const id = randomUUID()
    const answers = await Promise.all(Array.from({ length: 8 }, (_, index) => count(WON, index < 4 ? { id } : {})))
    expect(answers.filter(({ body }) => body.counted)).toHaveLength(1)
    expect(await totals()).toMatchObject({ games: 1, wins: 1, winStreak: 1 })
  })

  test('for each player', async () => {
    const id = randomUUID()
    await count(WON, { id })
    const other = browser()
    await other.claim(`Andere ${names}`)
    expect((await count(WON, { by: other, id })).body).toMatchObject({ counted: true, badges: ['first-flight'] })
  })
})

test('a game without a move is none', async () => {
  expect((await count({ ...GAME, events: timed(['hint']) })).body).toEqual({ counted: false, won: false, badges: [] })
  expect(await totals()).toBeNull()
})

test('autoplay may be off', async () => {
  const log = { ...GAME, autoplay: 'off', events: timed(['6a']) }
  expect((await count(log)).body.counted).toBe(true)
  expect(await database.game.findFirst({ where: { userId } })).toMatchObject({ autoplay: 'off', home: 0 })
})

describe('is refused', () => {
  test.each<[what: string, log: unknown, code: string, index?: number]>([
    ['no log', 'no log', 'not-a-log'],
    ['null', null, 'not-a-log'],
    ['another autoplay', { ...LOST, autoplay: 'all' }, 'not-a-log'],
    ['a key too many', { ...LOST, won: true }, 'not-a-log'],
    ['5,001 events', { ...GAME, events: Array(5_001).fill([0, 'hint']) }, 'not-a-log'],
    ['more than 128 KiB', { ...GAME, events: [[0, 'x'.repeat(132_000)]] }, 'not-a-log'],
    [
      'time that falls',
      {
        ...GAME,
        events: [
          [2, '6a'],
          [1, '1b'],
        ],
      },
      'time-falls',
      1,
    ],
    ['an illegal move', { ...GAME, events: timed(['6a', '11']) }, 'illegal-move', 1],
    ['nothing to take back', { ...GAME, events: timed(['undo']) }, 'nothing-to-undo', 0],
    ['nothing to clear', { ...GAME, events: timed(['finish']) }, 'cannot-finish', 0],
    ['a move after the end', { ...WON, events: [...WON.events, [9_999_999, 'undo']] }, 'after-end', WON.events.length],
  ])('%s', async (_, log, code, index) => {
    expect(await count(log)).toMatchObject({ status: 422, code, body: index === undefined ? {} : { index } })
    expect(await totals()).toBeNull()
  })

  test('whoever is not signed in; no account is made', async () => {
    const players = await database.user.count()
    expect(await count(WON, { by: browser() })).toMatchObject({ status: 401, code: 'not-signed-in' })
    expect(await database.user.count()).toBe(players)
  })

  test('whoever is signed in to another account than when it ended', async () => {
    const other = browser()
    await other.claim(`Andere ${names}`)
    expect(await count(WON, { by: other, player: userId })).toMatchObject({ status: 401, code: 'not-signed-in' })
    expect(await database.game.count({ where: { deal: 617, userId: (await other.me())?.id ?? '' } })).toBe(0)
  })

  test('an id that is none', async () => {
    expect(await count(WON, { id: 'one' })).toMatchObject({ status: 400 })
  })

  test('a flood, whoever plays', async () => {
    const few = await testApi(fresh, { allowances: { count: { calls: 3, seconds: 3_600 } } })
    const { player, token } = await few.services.accounts.create('de')
    const by = few.browser('203.0.113.9')
    by.cookies.set('session', token)
    const answers = []
    for (const move of ['1a', '2a', '3a', '4a']) answers.push(await count({ ...GAME, events: timed([move]) }, { by }))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 429])
    expect(await database.game.count({ where: { userId: player.id } })).toBe(3)
  })
})

test('an account that was not claimed has its games counted too', async () => {
  const { player, token } = await services.accounts.create('de')
  const by = browser()
  by.cookies.set('session', token)
  expect((await count(WON, { by })).body.counted).toBe(true)
  expect(await database.playerTotals.findUnique({ where: { userId: player.id } })).toMatchObject({ wins: 1 })
})

test('deleting the account takes the games, what they came to, and the badges', async () => {
  await count(WON)
  const body = { confirm: `Imke ${names}`, password: PASSWORD }
  expect((await imke.call(contracts.accounts.remove, { body })).status).toBe(200)
  const where = { userId }
  expect(await database.game.count({ where })).toBe(0)
  expect(await database.playerTotals.count({ where })).toBe(0)
  expect(await database.variantTotals.count({ where })).toBe(0)
  expect(await database.badgeAward.count({ where })).toBe(0)
  await expect(services.games.count(userId, randomUUID(), WON)).rejects.toMatchObject({ code: 'not-signed-in' })
})

test('the export has games with their logs, what they came to, and badges', async () => {
  await count(LOST)
  await count(WON)
  const { body } = await imke.call(contracts.accounts.export)
  expect(body).toMatchObject({
    games: [
      { kind: 'free', won: false, events: LOST.events },
      { kind: 'free', won: true, events: WON.events },
    ],
    totals: { games: 2, wins: 1 },
    variants: [{ variant: 'freecell-4', games: 2 }],
    badges: [{ badge: 'first-flight' }],
  })
})
