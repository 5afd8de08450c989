import { parseDay } from '@speedcell/services/core'
import { post } from '@speedcell/services/wallet'
import { contracts } from '@speedcell/shared/contracts'
import { encodeEvents, type LogEvent } from '@speedcell/shared/engine'
import { describe, expect, test } from 'vitest'
import { freshDatabase } from '../support/database.ts'
import { type Browser, PASSWORD, testApi } from './api-client.ts'
import { givenPlayer as givenDailyPlayer, logOf } from './daily-play.ts'

const { accounts } = contracts
const fresh = await freshDatabase()
const { database } = fresh
const api = await testApi(fresh)
const { browser, services, clock } = api

// The clock of these tests stands on the first of these days.
const TODAY = parseDay('2026-11-30')
const YESTERDAY = parseDay('2026-11-29')

for (const [day, deal] of [
  [TODAY, 617],
  [YESTERDAY, 164],
] as const) {
  const opensAt = new Date(`${day}T00:00:00+01:00`)
  const endsAt = new Date(opensAt.getTime() + 86_400_000)
  const closesAt = new Date(endsAt.getTime() + 3_600_000)
  const closedAt = day === YESTERDAY ? closesAt : null
  await database.daily.create({ data: { day, deal, solution: '3a', drawnAt: opensAt, opensAt, endsAt, closesAt, closedAt } })
}

const EVENTS: readonly LogEvent[] = [
  [1_200, '3a'],
  [2_500, 'undo'],
]

interface Result {
  readonly score: number
  readonly timeMs?: number
  readonly ended?: string
  readonly won?: boolean
}

/** A player who has ended a first attempt at a day, and stands in its list. */
async function givenEntry(userId: string, day: string, { score, timeMs = 60_000, ended = '10:00:00', won = true }: Result) {
  const endedAt = new Date(`${day}T${ended}+01:00`)
  const counts = { won, score, timeMs, moves: 90, undos: 0, hints: 0 }
  const run = await database.run.create({
    data: {
      ...{ userId, kind: 'daily', day, startedAt: new Date(`${day}T09:00:00+01:00`), endedAt, score },
      stages: {
        create: {
          ...{
            number: 1,
            deal: 617,
            variant: 'freecell-4',
            revealedAt: endedAt,
            deadline: endedAt,
            claim: 'a digest',
            hintLines: '2 the moves to come',
            events: encodeEvents(EVENTS),
          },
          result: {
            create: {
              ...counts,
              outcome: won ? 'won' : 'given_up',
              home: 52,
              points: score,
              endedAt,
              listed: true,
              coins: 250,
              streak: 1,
            },
          },
        },
      },
      entry: { create: { ...counts, day, userId, endedAt } },
    },
    include: { stages: true },
  })
  const stage = run.stages[0]
  if (won && stage) {
    await database.dailySolve.create({ data: { userId, day, stageId: stage.id, late: false, solvedAt: endedAt } })
    await post(database, { userId, reason: `daily:${day}`, coins: 250, postedAt: endedAt })
  }
  return run
}

async function givenPlayer(name: string): Promise<Browser & { id: string }> {
  const player = browser()
  await player.claim(name)
  return Object.assign(player, { id: (await player.me())?.id ?? '' })
}

const imke = await givenPlayer('Imke')
const [first, same, later, lower] = [
  await givenPlayer('Erster'),
  await givenPlayer('Gleicher'),
  await givenPlayer('Später'),
  await givenPlayer('Unterer'),
]
await givenEntry(imke.id, YESTERDAY, { score: 800 })
await givenEntry(imke.id, TODAY, { score: 900, timeMs: 50_000, ended: '11:00:00' })
await givenEntry(first.id, TODAY, { score: 950, timeMs: 90_000 })
await givenEntry(same.id, TODAY, { score: 900, timeMs: 50_000, ended: '10:59:59' })
await givenEntry(later.id, TODAY, { score: 900, timeMs: 50_001, ended: '10:00:00' })
await givenEntry(lower.id, TODAY, { score: 100, timeMs: 1_000, won: false })

describe("a player's page", () => {
  const pageOf = (by: Browser, name: string) => by.call(accounts.player, { params: { name } })

  test('tells everybody of days and streak, with the ranks of the lists', async () => {
    const { status, body } = await pageOf(browser(), 'IMKE')
    expect(status).toBe(200)
    expect(body).toMatchObject({
      ...{ name: 'Imke', claimed: true, since: new Date(clock.now()).toISOString(), mine: false, wallet: null },
      dailiesSolved: 2,
      streak: { current: 2, longest: 2 },
      results: [
        { day: TODAY, closed: false, won: true, score: 900, timeMs: 50_000, moves: 90, rank: 3, players: 5 },
        { day: YESTERDAY, closed: true, won: true, score: 800, rank: 1, players: 1 },
      ],
    })
    expect(JSON.stringify(body)).not.toContain('617')
  })

  test.each<[Browser, rank: number, name: string]>([
    [first, 1, 'Erster'],
    [same, 2, 'Gleicher'],
    [later, 4, 'Später'],
    [lower, 5, 'Unterer'],
  ])('%#: rank %i', async (_by, rank, name) => {
    expect((await pageOf(browser(), name)).body.results[0]?.rank).toBe(rank)
  })

  test('has the wallet for oneself only', async () => {
    const { body } = await pageOf(imke, 'Imke')
    expect(body).toMatchObject({ mine: true, wallet: { coins: 500 } })
    expect(body.wallet?.postings.map(({ reason, coins }) => [reason, coins])).toEqual([
      [`daily:${TODAY}`, 250],
      [`daily:${YESTERDAY}`, 250],
    ])
    expect((await pageOf(first, 'Imke')).body).toMatchObject({ mine: false, wallet: null })
  })

  test('is there for a made-up name too', async () => {
    const { player } = await services.accounts.create('de')
    expect((await pageOf(browser(), player.name)).body).toMatchObject({ name: player.name, claimed: false, results: [] })
  })

  test.each(['Niemand Da', '@', 'Bi\u0000ene'])('is not there for %j', async (name) => {
    expect(await pageOf(browser(), name)).toMatchObject({ status: 404, code: 'not-found' })
  })
})

test('one sees coins and streak oneself', async () => {
  expect(await imke.me()).toMatchObject({ coins: 500, streak: { current: 2, longest: 2 } })
})

describe('the export', () => {
  test('has all that is kept, and no secret', async () => {
    const { status, body, headers } = await imke.call(accounts.export)
    expect(status).toBe(200)
    expect(headers['content-disposition']).toBe('attachment; filename="speedcell.json"')
    expect(body).toMatchObject({
      account: { id: imke.id, name: 'Imke', role: 'player', locale: 'de' },
      sessions: [{ expiresAt: expect.any(String) }],
      runs: [
        { day: YESTERDAY, score: 800, stages: [{ deal: 617, result: { outcome: 'won', score: 800 } }] },
        { day: TODAY, score: 900, stages: [{ events: EVENTS }] },
      ],
      dailyEntries: [{ day: YESTERDAY }, { day: TODAY }],
      dailySolves: [{ day: YESTERDAY }, { day: TODAY }],
      postings: [{ coins: 250 }, { coins: 250 }],
    })
    const user = await database.user.findUniqueOrThrow({ where: { id: imke.id }, include: { sessions: true } })
    for (const secret of [user.passwordHash, user.recoveryDigest, user.sessions[0]?.id, 'a digest', 'the moves to come']) {
      expect(secret).toBeTruthy()
      expect(JSON.stringify(body)).not.toContain(secret)
    }
    expect(JSON.stringify(body)).not.toContain(first.id)
  })

  test('has all runs and games, however many, each once and in order', async () => {
    const much = await givenPlayer('Vielspieler')
    const MANY = 120
    const at = (index: number) => new Date(clock.now() + Math.floor(index / 2))
    const order = Array.from({ length: MANY }, (_, index) => index)
    await database.run.createMany({
      data: order.map((index) => ({ userId: much.id, kind: 'ladder', startedAt: at(index), endedAt: at(index), score: index })),
    })
    const figures = { home: 0, moves: 1, undos: 0, hints: 0, timeMs: 0 }
    const game = { kind: 'free', variant: 'freecell-4', won: false, day: TODAY, ...figures } as const
    await database.game.createMany({
      data: order.map((index) => ({ ...game, userId: much.id, deal: index + 1, countedAt: at(index), events: '1a:5' })),
    })
    const { body } = await much.call(accounts.export)
    const { runs, games } = body as { runs: { score: number }[]; games: { deal: number; events: unknown }[] }
    expect(runs.map(({ score }) => score).toSorted((a, b) => a - b)).toEqual(order)
    expect(games.map(({ deal }) => deal - 1)).toEqual(order)
    expect(games.at(-1)?.events).toEqual([[5, '1a']])
  })
})

describe('deleting', () => {
  test.each([
    ['another name is typed', { confirm: 'Imka', password: PASSWORD }, 'confirmation-mismatch', 422],
    ['the password is wrong', { confirm: 'Imke', password: 'Honig und Wachs' }, 'wrong-credentials', 401],
    ['the password is missing', { confirm: 'Imke' }, 'wrong-credentials', 401],
  ] as const)('is refused where %s', async (_what, body, code, status) => {
    expect(await imke.call(accounts.remove, { body })).toMatchObject({ code, status })
    expect((await imke.me())?.name).toBe('Imke')
  })

  test('takes name, password and sessions; rated runs and places stay', async () => {
    const gone = await givenPlayer('Abschied')
    await givenEntry(gone.id, YESTERDAY, { score: 700 })
    const phone = browser()
    await phone.signIn('Abschied')
    const answer = await gone.call(accounts.remove, { body: { confirm: 'Abschied', password: PASSWORD } })
    expect(answer).toMatchObject({ status: 200, body: { me: null }, cookies: [{ name: 'session', value: '' }] })

    expect([await gone.me(), await phone.me()]).toEqual([null, null])
    expect(await browser().signIn('Abschied')).toMatchObject({ code: 'wrong-credentials' })
    expect((await browser().call(accounts.player, { params: { name: 'Abschied' } })).status).toBe(404)
    const user = await database.user.findUniqueOrThrow({ where: { id: gone.id }, include: { sessions: true, runs: true } })
    expect(user).toMatchObject({
      ...{ name: null, nameKey: null, passwordHash: null, recoveryDigest: null, deletedAt: new Date(clock.now()) },
      ...{ sessions: [], runs: [{ score: 700 }] },
    })
    expect(await database.dailyEntry.count({ where: { userId: gone.id } })).toBe(1)
  })

  test('ends the game in play: nobody goes on with it, and it is closed at its time, as it stood', async () => {
    const gone = await givenPlayer('Aufbruch')
    const { stage } = await givenDailyPlayer(api, TODAY, gone)
    const tab = { userId: gone.id, stage: stage.id, claim: stage.claim ?? '' }
    await gone.call(accounts.remove, { body: { confirm: 'Aufbruch', password: PASSWORD } })
    const refused = { code: 'not-your-stage' }
    await expect(services.runs.append(tab, 0, [[0, '1a']])).rejects.toMatchObject(refused)
    await expect(services.runs.finish(tab, logOf(stage, []), true)).rejects.toMatchObject(refused)
    await expect(services.runs.claim(gone.id, stage.id)).rejects.toMatchObject(refused)
    clock.set('2026-12-01T01:00:03+01:00')
    await services.runs.closeDue()
    expect(await database.dailyEntry.findFirst({ where: { userId: gone.id } })).toMatchObject({ won: false, moves: 0 })
  })

  test('frees the name for others', async () => {
    const one = await givenPlayer('Wandername')
    await one.call(accounts.remove, { body: { confirm: 'Wandername', password: PASSWORD } })
    const other = await givenPlayer('Wandername')
    expect(other.id).not.toBe(one.id)
  })

  test('needs no password where there is none', async () => {
    const { player, token } = await services.accounts.create('en')
    const by = browser()
    by.cookies.set('session', token)
    const answer = await by.call(accounts.remove, { body: { confirm: player.name } })
    expect(answer).toMatchObject({ status: 200, body: { me: null } })
    expect(await by.me()).toBeNull()
  })

  test('twice at once is no error but for the second', async () => {
    const one = await givenPlayer('Doppelt')
    const remove = () => one.call(accounts.remove, { body: { confirm: 'Doppelt', password: PASSWORD } })
    const statuses = (await Promise.all([remove(), remove()])).map(({ status }) => status)
    expect(statuses.sort()).toEqual([200, 401])
  })
})
