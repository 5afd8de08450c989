import { DomainError } from '@speedcell/services/core'
import { createHints } from '@speedcell/services/hints'
import type { ErrorCode, Hint } from '@speedcell/shared/contracts'
import { parseDealNumber, startGame, summary } from '@speedcell/shared/engine'
import { beforeEach, describe, expect, test } from 'vitest'
import { freshDatabase } from '../support/database.ts'
import { testApi } from './api-client.ts'
import { DailyPlayer, type Events, givenPlayer, logOf, timed, winningEvents } from './daily-play.ts'

const fresh = await freshDatabase()
const { database } = fresh
const api = await testApi(fresh)
const { services, clock } = api

const DAY = '2027-01-12'
const NOON = '2027-01-12T12:00:00+01:00'
const CLOSES = '2027-01-13T01:00:00+01:00'
const MINUTE = 60_000

beforeEach(() => clock.set(NOON))

/** Moves that can be played on every deal: each of the first columns' cards to a cell, and back again by undo. */
const SOME = ['1a', 'undo', '2a', 'undo', '3a']

/** What a refused call says. */
const refusal = (work: Promise<unknown>) =>
  work.then(
    () => 'nothing',
    ({ code, details }: DomainError) => ({ code, ...details }),
  )

describe('a reveal', () => {
  test('makes an account, stamps the time, and claims the stage', async () => {
    const player = new DailyPlayer(api, DAY)
    const { status, body } = await player.revealed()
    expect(status).toBe(201)
    expect(body).toMatchObject({
      kind: 'daily',
      day: DAY,
      attempt: 1,
      number: 1,
      variant: 'freecell-4',
      autoplay: 'safe',
      undoLimit: null,
      elapsed: 0,
      closesAfter: 13 * 60 * MINUTE,
      events: [],
      result: null,
    })
    expect(body.claim).toMatch(/^[\w-]{32}$/)
    expect(await player.browser.me()).toMatchObject({ claimed: false })
    const kept = await database.stage.findUniqueOrThrow({ where: { id: body.id } })
    expect(kept.claim).not.toContain(body.claim)
  })

  test('again is the same stage, clock and events, held by the tab that asked last', async () => {
    const player = await givenPlayer(api, DAY)
    const first = player.stage
    await player.append(0, [[500, '1a']])
    clock.advance(5_000)
    const { body } = await player.revealed()
    expect(body).toMatchObject({ id: first.id, run: first.run, deal: first.deal, elapsed: 5_000, events: [[500, '1a']] })
    expect(body.claim).not.toBe(first.claim)
    expect(
      await refusal(services.runs.append({ ...(await player.tab()), claim: first.claim ?? '' }, 1, [[600, 'undo']])),
    ).toEqual({
      code: 'played-elsewhere',
    })
  })

  test('twice at once is one stage', async () => {
    const { browser } = await givenPlayer(api, DAY)
    clock.set('2027-01-13T12:00:00+01:00')
    const tabs = Array.from({ length: 5 }, () => new DailyPlayer(api, '2027-01-13', browser))
    const answers = await Promise.all(tabs.map((tab) => tab.revealed()))
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1)
    const held = await Promise.all(tabs.map((tab) => refusal(tab.append(0, []))))
    expect(held.filter((answer) => answer === 'nothing')).toHaveLength(1)
  })

  test('of a further attempt ends the last one as it stands, with the same deal', async () => {
    const player = await givenPlayer(api, DAY)
    const first = player.stage
    await player.append(0, [[0, '1a']])
    clock.advance(MINUTE)
    const { body } = await player.revealed(2)
    expect(body).toMatchObject({ attempt: 2, deal: first.deal, elapsed: 0, events: [], result: null })
    expect(body.id).not.toBe(first.id)
    const before = await database.stageResult.findUniqueOrThrow({ where: { stageId: first.id } })
    expect(before).toMatchObject({ outcome: 'superseded', won: false, moves: 1, listed: true, endedAt: new Date(clock.now()) })
  })

  test('of an ended attempt shows it with its result, and needs no claim', async () => {
    const player = await givenPlayer(api, DAY)
    const result = await player.solve()
    expect((await player.revealed(1)).body).toMatchObject({ claim: null, result })
  })

  test.each<[attempt: number]>([[2], [3], [1_000]])('out of order is refused: attempt %i after none', async (attempt) => {
    const visitor = new DailyPlayer(api, DAY)
    expect(await visitor.revealed(attempt)).toMatchObject({ status: 409, code: 'attempt-out-of-order' })
    expect(await visitor.browser.me()).toBeNull()
  })

  test('out of order is refused: the one after the next', async () => {
    const player = await givenPlayer(api, DAY)
    expect(await player.revealed(3)).toMatchObject({ status: 409, code: 'attempt-out-of-order' })
  })
})

describe('whose a stage is', () => {
  test("nobody else's stage is seen, claimed, hinted at, finished or appended to", async () => {
    const owner = await givenPlayer(api, DAY)
    const other = await givenPlayer(api, DAY)
    other.stage = owner.stage
    const answers = [await other.look(), await other.claimed(), await other.hint(0), await other.finish([], { givenUp: true })]
    expect(answers.map(({ status, code }) => ({ status, code }))).toEqual(
      Array.from({ length: 4 }, () => ({ status: 404, code: 'not-your-stage' })),
    )
    for (const { body } of answers) expect(JSON.stringify(body)).not.toContain(String(owner.stage.deal))
    expect(await refusal(other.append(0, []))).toEqual({ code: 'not-your-stage' })
    expect((await owner.look()).body.result).toBeNull()
  })

  test('a stage that is none is answered alike', async () => {
    const player = await givenPlayer(api, DAY)
    player.stage = { ...player.stage, id: '019391aa-0000-7000-8000-000000000000' }
    expect(await player.look()).toMatchObject({ status: 404, code: 'not-your-stage' })
  })

  test('a visitor has none', async () => {
    const owner = await givenPlayer(api, DAY)
    const visitor = new DailyPlayer(api, DAY)
    visitor.stage = owner.stage
    expect(await visitor.look()).toMatchObject({ status: 401, code: 'not-signed-in' })
    expect(await visitor.finish([])).toMatchObject({ status: 401, code: 'not-signed-in' })
  })

  test('a stage can be looked at for as long as one likes', async () => {
    const player = await givenPlayer(api, DAY)
    clock.advance(400 * 24 * 60 * MINUTE)
    expect(await player.look()).toMatchObject({ status: 200, body: { elapsed: 2 ** 31 - 1, result: { outcome: 'closed' } } })
  })

  test('a look claims nothing', async () => {
    const player = await givenPlayer(api, DAY)
    expect((await player.look()).body.claim).toBeNull()
    expect(await player.append(0, [[0, '1a']])).toMatchObject({ length: 1 })
  })
})

describe('events', () => {
  test('are kept batch by batch, and found by whoever claims the stage', async () => {
    const player = await givenPlayer(api, DAY)
    clock.advance(3_000)
    const events = timed(SOME, 100, 100)
    expect(await player.append(0, events.slice(0, 2))).toEqual({ length: 2, elapsed: 3_000, result: null })
    expect(await player.append(2, events.slice(2))).toEqual({ length: 5, elapsed: 3_000, result: null })
    expect((await player.claimed()).body).toMatchObject({ events, elapsed: 3_000 })
  })

  test('that the server has are acknowledged again: a lost answer costs nothing', async () => {
    const player = await givenPlayer(api, DAY)
    const events = timed(SOME, 100, 100)
    await player.append(0, events.slice(0, 3))
    clock.advance(10 * MINUTE)
    expect(await player.append(0, events.slice(0, 3))).toMatchObject({ length: 3 })
    expect(await player.append(1, events.slice(1, 2))).toMatchObject({ length: 3 })
    expect(await player.append(1, events.slice(1))).toMatchObject({ length: 5 })
    expect(await player.append(5, [])).toMatchObject({ length: 5 })
    const row = await database.stage.findUniqueOrThrow({ where: { id: player.stage.id } })
    // Only those that were new have arrived late.
    expect(row).toMatchObject({ eventCount: 5, lateEvents: 2, arrivedMs: 10 * MINUTE })
  })

  test.each<[what: string, from: number, batch: Events, code: ErrorCode, index: number]>([
    ['leave a gap', 3, [[300, '3a']], 'log-conflict', 2],
    ['say something else', 1, [[200, '2b']], 'log-conflict', 1],
    ['fall back in time', 2, [[199, '3a']], 'time-falls', 2],
    ['come from the future', 2, [[5_001, '3a']], 'time-ahead', 2],
    ['name no move', 2, [[300, 'xx']], 'illegal-move', 2],
    ['hold a hint', 2, [[300, 'hint']], 'illegal-move', 2],
    ['finish what cannot be finished', 2, [[300, 'finish']], 'cannot-finish', 2],
    ['undo more than there is', 2, [[300, 'undo']], 'nothing-to-undo', 2],
    [
      'go wrong after going right',
      2,
      [
        [300, '3a'],
        [301, '3a'],
        [302, '3a'],
        [303, '3a'],
        [304, '3a'],
      ],
      'illegal-move',
      3,
    ],
  ])('are refused whole when they %s', async (_what, from, batch, code, index) => {
    const player = await givenPlayer(api, DAY)
    await player.append(0, [
      [100, '1a'],
      [200, 'undo'],
    ])
    clock.advance(4_000)
    const conflict =
      code === 'log-conflict'
        ? {
            length: 2,
            events: [
              [100, '1a'],
              [200, 'undo'],
            ],
          }
        : {}
    expect(await refusal(player.append(from, batch))).toEqual({ code, index, elapsed: 4_000, ...conflict })
    expect((await player.look()).body).toMatchObject({
      events: [
        [100, '1a'],
        [200, 'undo'],
      ],
      result: null,
    })
  })

  test('may be 1,000 ms ahead, and no more', async () => {
    const player = await givenPlayer(api, DAY)
    clock.advance(4_000)
    expect(await refusal(player.append(0, [[5_001, '1a']]))).toMatchObject({ code: 'time-ahead' })
    expect(await player.append(0, [[5_000, '1a']])).toMatchObject({ length: 1 })
  })

  test.each<[after: number, late: number]>([
    [30_000, 0],
    [30_001, 1],
  ])('that arrive %i ms after their t: %i of them late', async (after, late) => {
    const player = await givenPlayer(api, DAY)
    clock.advance(500 + after)
    await player.append(0, [
      [500, '1a'],
      [500 + after, 'undo'],
    ])
    expect(await database.stage.findUniqueOrThrow({ where: { id: player.stage.id } })).toMatchObject({ lateEvents: late })
  })

  test('that win end the stage at once', async () => {
    const player = await givenPlayer(api, DAY)
    const events = await winningEvents(services, DAY, 100, 100)
    clock.advance(100 * events.length)
    const { result, length } = await player.append(0, events)
    expect(length).toBe(events.length)
    expect(result).toMatchObject({ outcome: 'won', won: true, home: 52, coins: 250, streak: 1, listed: true, late: false })
    // The answer may have been lost; the tab then sends the batch again, or finishes.
    expect(await player.append(0, events)).toMatchObject({ length, result })
    expect((await player.finish(events)).body).toEqual(result)
    expect(await refusal(player.append(length, [[events.length * 100, 'undo']]))).toEqual({ code: 'stage-over' })
  })

  test.each<[what: string, at: number, answer: object | string]>([
    ['one millisecond before the deadline', -1, 'nothing'],
    ['at the deadline', 0, 'nothing'],
    ['one millisecond after it', 1, { code: 'stage-closed' }],
  ])('that arrive %s', async (_what, at, answer) => {
    const player = await givenPlayer(api, DAY)
    clock.set(CLOSES)
    clock.advance(at)
    expect(await refusal(player.append(0, [[0, '1a']]))).toEqual(answer)
  })

  test('that the server has are acknowledged also after the deadline, until the stage is closed', async () => {
    const player = await givenPlayer(api, DAY)
    await player.append(0, [[0, '1a']])
    clock.set(CLOSES)
    clock.advance(1)
    expect(await player.append(0, [[0, '1a']])).toMatchObject({ length: 1, result: null })
  })

  test('cannot be more than 5,000', async () => {
    const player = await givenPlayer(api, DAY)
    const events: Events = Array.from({ length: 5_000 }, (_, index) => [0, index % 2 ? 'undo' : '1a'])
    expect(await player.append(0, events)).toMatchObject({ length: 5_000 })
    expect(await refusal(player.append(5_000, [[0, '1a']]))).toMatchObject({ code: 'not-a-log' })
    expect(await player.hint(5_000)).toMatchObject({ status: 409, code: 'no-hint' })
  })
})

describe('a finish', () => {
  test('scores what the log comes to', async () => {
    const player = await givenPlayer(api, DAY)
    const events = await winningEvents(services, DAY)
    const detour: Events = [[10, '1a'], [20, 'undo'], ...events]
    clock.advance(1_000 * events.length)
    const { status, body } = await player.finish(detour)
    expect(status).toBe(200)
    const moves = events.length + 1
    expect(body).toEqual({
      stage: player.stage.id,
      outcome: 'won',
      won: true,
      home: 52,
      moves,
      undos: 1,
      hints: 0,
      points: 1_020 - moves - 5,
      secondsLeft: 0,
      score: 1_020 - moves - 5,
      timeMs: events.length * 1_000,
      endedAt: new Date(clock.now()).toISOString(),
      listed: true,
      coins: 250,
      streak: 1,
      badges: expect.arrayContaining(['first-flight']),
      late: false,
    })
    expect(await database.run.findUniqueOrThrow({ where: { id: player.stage.run } })).toMatchObject({
      score: body.score,
      endedAt: new Date(clock.now()),
      dueAt: null,
    })
  })

  test('by giving up counts what is there, and the time of the last event', async () => {
    const player = await givenPlayer(api, DAY)
    await player.append(0, [[100, '1a']])
    clock.advance(10 * MINUTE)
    const { body } = await player.finish(
      [
        [100, '1a'],
        [200, 'undo'],
      ],
      { givenUp: true },
    )
    const deal = parseDealNumber(player.stage.deal)
    if (!deal.ok) throw new Error(deal.error)
    const { home } = summary(startGame({ deal: deal.value, variant: 'freecell-4', autoplay: 'safe' }))
    const points = Math.max(0, 10 * home - 1 - 5)
    expect(body).toMatchObject({ outcome: 'given-up', won: false, home, moves: 1, undos: 1, points, score: points, timeMs: 200 })
    expect(body).toMatchObject({ coins: 0, streak: 0, listed: true })
  })

  test('that says it gives up, with a log that has won, has won', async () => {
    const player = await givenPlayer(api, DAY)
    const events = await winningEvents(services, DAY, 0, 0)
    expect((await player.finish(events, { givenUp: true })).body).toMatchObject({ outcome: 'won', coins: 250 })
  })

  test('with no move at all can be given up', async () => {
    const player = await givenPlayer(api, DAY)
    expect((await player.finish([], { givenUp: true })).body).toMatchObject({ outcome: 'given-up', moves: 0, timeMs: 0 })
  })

  test.each<[what: string, events: Events, extra: object, status: number, code: ErrorCode, more: object]>([
    ['is no log', [], { log: { v: 1 } }, 422, 'not-a-log', {}],
    ['is nothing', [], { log: null }, 422, 'not-a-log', {}],
    ['is a text', [], { log: '1a' }, 422, 'not-a-log', {}],
    ['is a list', [], { log: [] }, 422, 'not-a-log', {}],
    ['has 5,001 events', Array.from({ length: 5_001 }, () => [0, '1a']), {}, 422, 'not-a-log', {}],
    ['has a time that is none', [[1.5, '1a']], {}, 422, 'not-a-log', {}],
    [
      'is not over',
      [
        [100, '1a'],
        [200, 'undo'],
      ],
      {},
      422,
      'not-over',
      {},
    ],
    [
      'leaves an undo out',
      [[100, '1a']],
      { givenUp: true },
      409,
      'log-conflict',
      {
        index: 1,
        length: 2,
        events: [
          [100, '1a'],
          [200, 'undo'],
        ],
      },
    ],
    [
      'says something else',
      [
        [100, '2a'],
        [200, 'undo'],
      ],
      { givenUp: true },
      409,
      'log-conflict',
      { index: 0, length: 2 },
    ],
    [
      'falls back in time',
      [
        [100, '1a'],
        [200, 'undo'],
        [199, '1a'],
      ],
      { givenUp: true },
      422,
      'time-falls',
      { index: 2 },
    ],
    [
      'comes from the future',
      [
        [100, '1a'],
        [200, 'undo'],
        [5_001, '1a'],
      ],
      { givenUp: true },
      422,
      'time-ahead',
      { index: 2 },
    ],
    [
      'holds a hint of its own',
      [
        [100, '1a'],
        [200, 'undo'],
        [300, 'hint'],
      ],
      { givenUp: true },
      422,
      'illegal-move',
      { index: 2 },
    ],
    [
      'undoes nothing',
      [
        [100, '1a'],
        [200, 'undo'],
        [300, 'undo'],
      ],
      { givenUp: true },
      422,
      'nothing-to-undo',
      { index: 2 },
    ],
    [
      'finishes too early',
      [
        [100, '1a'],
        [200, 'undo'],
        [300, 'finish'],
      ],
      { givenUp: true },
      422,
      'cannot-finish',
      { index: 2 },
    ],
    [
      'comes without the claim',
      [
        [100, '1a'],
        [200, 'undo'],
      ],
      { givenUp: true, claim: 'x'.repeat(32) },
      409,
      'played-elsewhere',
      {},
    ],
  ])('is refused when the log %s, and the stage stays open', async (_what, events, extra, status, code, more) => {
    const player = await givenPlayer(api, DAY)
    await player.append(0, [
      [100, '1a'],
      [200, 'undo'],
    ])
    clock.advance(4_000)
    const answer = await player.finish(events, extra)
    expect(answer).toMatchObject({ status, code })
    expect(answer.body).toMatchObject(more)
    expect((await player.look()).body).toMatchObject({
      events: [
        [100, '1a'],
        [200, 'undo'],
      ],
      result: null,
    })
  })

  test.each<[key: 'deal' | 'variant' | 'autoplay', value: unknown]>([
    ['deal', 1],
    ['variant', 'freecell-3'],
    ['autoplay', 'off'],
  ])("is refused when the log's %s is not the stage's", async (key, value) => {
    const player = await givenPlayer(api, DAY)
    const other = { ...logOf(player.stage, []), [key]: key === 'deal' ? (player.stage.deal % 32_000) + 1 : value }
    expect(await player.finish([], { givenUp: true, log: other })).toMatchObject({ status: 422, code: 'wrong-game' })
  })

  test('is refused when events follow on the win', async () => {
    const player = await givenPlayer(api, DAY)
    const events = await winningEvents(services, DAY, 0, 0)
    const answer = await player.finish([...events, [0, 'undo']])
    expect(answer).toMatchObject({ status: 422, code: 'after-end' })
    expect(answer.body).toMatchObject({ index: events.length })
  })

  test('with whatever log, once there is a result, returns it: also from a tab that lost its claim', async () => {
    const player = await givenPlayer(api, DAY)
    const { body } = await player.finish([[0, '1a']], { givenUp: true })
    const winning = await winningEvents(services, DAY, 0, 0)
    for (const [events, extra] of [
      [[[0, '1a']], { givenUp: true }],
      [winning, {}],
      [[], {}],
      [[], { log: { v: 2 } }],
      [[], { claim: 'y'.repeat(32) }],
    ] as const) {
      const answer = await player.finish(events, extra)
      expect(answer).toMatchObject({ status: 200, body })
    }
  })

  test.each<[what: string, at: number, outcome: string]>([
    ['one millisecond before the deadline', -1, 'won'],
    ['at the deadline', 0, 'won'],
    ['one millisecond after it', 1, 'closed'],
  ])('that arrives %s', async (_what, at, outcome) => {
    const player = await givenPlayer(api, DAY)
    await player.append(0, [[0, '1a']])
    const events: Events = [[0, '1a'], [0, 'undo'], ...(await winningEvents(services, DAY, 0, 0))]
    clock.set(CLOSES)
    clock.advance(at)
    // A last t at the closing: what arrives after it is no late win either.
    const last = events.at(-1)
    if (last) last[0] = player.stage.closesAfter
    const { body } = await player.finish(events)
    expect(body.outcome).toBe(outcome)
    if (outcome === 'closed') {
      expect(body).toMatchObject({ won: false, moves: 1, undos: 0, endedAt: new Date(CLOSES).toISOString() })
    }
  })

  test.each<[after: number, used: number]>([
    [-1_000, 100_000],
    [3_000, 100_000],
    [3_001, 103_001],
  ])('whose last event arrives %i ms after its t has used %i ms', async (after, used) => {
    const player = await givenPlayer(api, DAY)
    const events = await winningEvents(services, DAY, 0, 0)
    const last = events.at(-1)
    if (last) last[0] = 100_000
    clock.advance(100_000 + after)
    expect((await player.finish(events)).body).toMatchObject({ won: true, timeMs: used })
  })

  test('has used the time at which the winning batch first arrived, however late it is finished', async () => {
    const player = await givenPlayer(api, DAY)
    const events = await winningEvents(services, DAY, 0, 0)
    clock.advance(2_000)
    await player.append(0, events)
    clock.advance(MINUTE)
    expect((await player.finish(events)).body).toMatchObject({ won: true, timeMs: 0 })
  })
})

describe('races end in one result, one posting, one entry', () => {
  async function expectOne(player: DailyPlayer): Promise<void> {
    const userId = await player.id()
    expect(await database.stageResult.count({ where: { stageId: player.stage.id } })).toBe(1)
    expect(await database.dailyEntry.count({ where: { userId } })).toBe(1)
    const postings = await database.posting.findMany({ where: { userId } })
    const { won } = await database.stageResult.findUniqueOrThrow({ where: { stageId: player.stage.id } })
    expect(postings.map(({ reason, coins }) => ({ reason, coins }))).toEqual(won ? [{ reason: `daily:${DAY}`, coins: 250 }] : [])
    expect(await database.dailySolve.count({ where: { userId } })).toBe(won ? 1 : 0)
  }

  test('two finishes at once', async () => {
    const player = await givenPlayer(api, DAY)
    const events = await winningEvents(services, DAY, 0, 0)
    const [one, two] = await Promise.all([player.finish(events), player.finish(events)])
    expect(one.status).toBe(200)
    expect(two).toMatchObject({ status: 200, body: one.body })
    expect(one.body.coins).toBe(250)
    await expectOne(player)
  })

  test('ten finishes in a row', async () => {
    const player = await givenPlayer(api, DAY)
    const events = await winningEvents(services, DAY, 0, 0)
    const first = await player.finish(events)
    for (let count = 1; count < 10; count++) {
      clock.advance(MINUTE)
      expect((await player.finish(events)).body).toEqual(first.body)
    }
    await expectOne(player)
  })

  test('finish and give-up together', async () => {
    for (let round = 0; round < 5; round++) {
      const player = await givenPlayer(api, DAY)
      const events = await winningEvents(services, DAY, 0, 0)
      const [won, given] = await Promise.all([player.finish(events), player.finish([], { givenUp: true })])
      expect(won.status).toBe(200)
      expect(given).toMatchObject({ status: 200, body: won.body })
      await expectOne(player)
    }
  })

  test('finish, winning batch and claim together', async () => {
    const player = await givenPlayer(api, DAY)
    const events = await winningEvents(services, DAY, 0, 0)
    await Promise.all([player.finish(events), refusal(player.append(0, events)), player.finish(events), player.look()])
    await expectOne(player)
  })

  test('finish and a reveal that supersedes', async () => {
    for (let round = 0; round < 5; round++) {
      const player = await givenPlayer(api, DAY)
      const events = await winningEvents(services, DAY, 0, 0)
      const again = new DailyPlayer(api, DAY, player.browser)
      const [finished, revealed] = await Promise.all([player.finish(events), again.revealed(2)])
      expect(revealed.status).toBe(201)
      expect(['won', 'superseded']).toContain(finished.body.outcome)
      expect((await player.finish(events)).body).toEqual(finished.body)
      await expectOne(player)
    }
  })

  test('finish and the closing sweep, twice', async () => {
    const players = await Promise.all(Array.from({ length: 5 }, () => givenPlayer(api, DAY)))
    const events = await winningEvents(services, DAY, 0, 0)
    clock.set(CLOSES)
    clock.advance(2_001)
    const finishing = players.map((player) => player.finish(events))
    await Promise.all([...finishing, services.runs.closeDue(), services.runs.closeDue()])
    await services.runs.closeDue()
    for (const player of players) {
      const userId = await player.id()
      expect(await database.stageResult.findUniqueOrThrow({ where: { stageId: player.stage.id } })).toMatchObject({
        outcome: 'closed',
        won: false,
        endedAt: new Date(CLOSES),
      })
      expect(await database.dailyEntry.count({ where: { userId } })).toBe(1)
      // Solved before the closing, handed in after it: coins, once.
      expect(await database.posting.count({ where: { userId } })).toBe(1)
    }
  })

  test('many tabs that fight for a stage make one log', async () => {
    const player = await givenPlayer(api, DAY)
    const tabs = Array.from({ length: 4 }, () =>
      Object.assign(new DailyPlayer(api, DAY, player.browser), { stage: player.stage }),
    )
    let length = 0
    for (let round = 0; round < 10; round++) {
      await Promise.all(
        tabs.map(async (tab, index) => {
          await tab.claimed()
          const events: Events = [[tab.stage.events.at(-1)?.[0] ?? 0, tab.stage.events.length % 2 ? 'undo' : `${index + 1}a`]]
          await refusal(tab.append(tab.stage.events.length, events))
        }),
      )
      const { body } = await player.look()
      expect(body.events.length).toBeGreaterThanOrEqual(length)
      length = body.events.length
    }
    expect(length).toBeGreaterThan(0)
    const { body } = await player.look()
    await player.claimed()
    expect((await player.finish(body.events, { givenUp: true })).body).toMatchObject({ outcome: 'given-up' })
  })

  test('200 finishes in flight at once are all answered', async () => {
    const players = await Promise.all(Array.from({ length: 200 }, () => givenPlayer(api, DAY)))
    const events = await winningEvents(services, DAY, 0, 0)
    const answers = await Promise.all(players.map((player) => player.finish(events)))
    expect(answers.every(({ status, body }) => status === 200 && body.coins === 250)).toBe(true)
  })
})

describe('a hint', () => {
  test('is on the record before it is shown, with the larger of both times', async () => {
    const player = await givenPlayer(api, DAY)
    clock.advance(2_000)
    await player.append(0, [[2_900, '1a']])
    const { status, body } = await player.hint(1)
    expect(status).toBe(200)
    expect(body).toMatchObject({ event: [2_900, 'hint'], length: 2 })
    expect((await player.look()).body.events).toEqual([
      [2_900, '1a'],
      [2_900, 'hint'],
    ])
    clock.advance(5_000)
    expect((await player.hint(2)).body.event).toEqual([7_000, 'hint'])
  })

  test('leads to the win, hint by hint, and each costs 10', async () => {
    const player = await givenPlayer(api, DAY)
    const events: Events = []
    let hints = 0
    for (;;) {
      clock.advance(1_000)
      const { status, body } = await player.hint(events.length)
      expect(status).toBe(200)
      expect(body.hint).toMatchObject({ kind: 'move', takeBack: null })
      events.push(body.event)
      hints++
      const move: Events[number] = [body.event[0], body.hint.move ?? '']
      const { result } = await player.append(events.length, [move])
      events.push(move)
      if (!result) continue
      expect(result).toMatchObject({ won: true, hints, moves: hints, points: 1_020 - 11 * hints })
      return
    }
  })

  test('off the line follows a line of its own, also after the server has been started anew', async () => {
    const player = await givenPlayer(api, DAY)
    await player.append(0, [[0, '8a']])
    clock.advance(1_000)
    const first = await player.hint(1)
    expect(first.body.hint.kind).toBe('move')
    const { hintLines } = await database.stage.findUniqueOrThrow({ where: { id: player.stage.id } })
    const [at, ...moves] = (hintLines ?? '').split('\n')[0]?.split(' ') ?? []
    expect([at, moves[0]]).toEqual(['1', first.body.hint.move])
    await player.append(2, [[1_000, moves[0] ?? '']])
    clock.advance(1_000)
    expect((await player.hint(3)).body.hint.move).toBe(moves[1])
  })

  test('is remembered with its line, for whoever leaves it, is led elsewhere, and comes back', async () => {
    const player = await givenPlayer(api, DAY)
    const linesAfterHint = async (length: number) => {
      clock.advance(1_000)
      expect((await player.hint(length)).body.hint.kind).toBe('move')
      const { hintLines } = await database.stage.findUniqueOrThrow({ where: { id: player.stage.id } })
      return hintLines?.split('\n') ?? []
    }
    await player.append(0, [[0, '8a']])
    const [first = ''] = await linesAfterHint(1)
    expect(first).toMatch(/^1 /)
    await player.append(2, [[1_000, first.startsWith('1 1b') ? '2b' : '1b']])
    const [elsewhere, ...others] = await linesAfterHint(3)
    expect(elsewhere).toMatch(/^3 /)
    expect(others[0]).toBe(first)
    await player.append(4, [[2_000, 'undo']])
    expect(new Set(await linesAfterHint(5))).toEqual(new Set([first, elsewhere, ...others]))
  })

  test.each<[what: string, length: number, claim: string | undefined, status: number, code: ErrorCode]>([
    ['without the whole log', 0, undefined, 409, 'log-incomplete'],
    ['with more than the server has', 2, undefined, 409, 'log-incomplete'],
    ['without the claim', 1, 'z'.repeat(32), 409, 'played-elsewhere'],
  ])('%s is refused, and costs nothing', async (_what, length, claim, status, code) => {
    const player = await givenPlayer(api, DAY)
    await player.append(0, [[0, '1a']])
    expect(await player.hint(length, claim)).toMatchObject({ status, code })
    expect((await player.look()).body.events).toHaveLength(1)
  })

  test('after the end or the deadline is refused', async () => {
    const player = await givenPlayer(api, DAY)
    const other = await givenPlayer(api, DAY)
    await player.finish([], { givenUp: true })
    expect(await player.hint(0)).toMatchObject({ status: 409, code: 'stage-over' })
    clock.set(CLOSES)
    clock.advance(1)
    expect(await other.hint(0)).toMatchObject({ status: 409, code: 'stage-closed' })
  })

  test('comes once a second', async () => {
    const player = await givenPlayer(api, DAY)
    await player.hint(0)
    clock.advance(999)
    expect(await player.hint(1)).toMatchObject({ status: 429, code: 'rate-limited' })
    clock.advance(1)
    expect(await player.hint(1)).toMatchObject({ status: 200 })
  })

  test('asked for twice at once is given once', async () => {
    const player = await givenPlayer(api, DAY)
    const answers = await Promise.all([player.hint(0), player.hint(0), player.hint(0)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 429, 429])
    expect((await player.look()).body.events).toHaveLength(1)
  })

  test('in what a client sends is no hint, but those of the server belong to the log', async () => {
    const player = await givenPlayer(api, DAY)
    clock.advance(1_000)
    const { event } = (await player.hint(0)).body
    const winning = await winningEvents(services, DAY, 1_000, 0)
    expect(await player.finish(winning)).toMatchObject({ code: 'log-conflict' })
    expect(await player.finish([event, [1_000, 'hint'], ...winning])).toMatchObject({ code: 'illegal-move' })
    expect((await player.finish([event, ...winning])).body).toMatchObject({ won: true, hints: 1, points: 1_010 - winning.length })
  })
})

describe('a hint that cannot be given costs nothing', () => {
  type Solver = Parameters<typeof createHints>[0]['solver']
  const withSolver = (hint: Solver['hint'], mostAsking?: number) =>
    createHints({
      ...{ runs: services.runs, solver: { hint }, clock, solutionOf: services.dailies.solutionOf },
      ...(mostAsking === undefined ? {} : { mostAsking }),
    })
  const GOOD = { hint: { kind: 'move', move: '1a', takeBack: null }, lines: [{ at: 0, moves: ['1a'] }] } as const

  test.each<[what: string, meanwhile: (player: DailyPlayer) => Promise<unknown>, code: ErrorCode]>([
    ['the tab has played on', (player) => player.append(0, [[0, '1a']]), 'log-incomplete'],
    ['another tab has taken the stage', (player) => player.revealed(), 'played-elsewhere'],
    ['it was given up', (player) => player.finish([], { givenUp: true }), 'stage-over'],
    [
      'the deadline has passed',
      async () => {
        clock.set(CLOSES)
        clock.advance(1)
      },
      'stage-closed',
    ],
  ])('while it was thought about, %s', async (_what, meanwhile, code) => {
    const player = await givenPlayer(api, DAY)
    const tab = await player.tab()
    const hints = withSolver(async () => {
      await meanwhile(player)
      return GOOD
    })
    expect(await refusal(hints.give(tab, 0))).toMatchObject({ code })
    const { events } = await database.stage.findUniqueOrThrow({ where: { id: player.stage.id } })
    expect(events).not.toContain('i:')
  })

  test.each<[what: string, hint: Solver['hint'], code: ErrorCode]>([
    ['there is no answer at all', async () => null, 'no-hint'],
    ['the server is busy', async () => Promise.reject(new DomainError('busy', { retryAfter: 1 })), 'busy'],
  ])('%s', async (_what, hint, code) => {
    const player = await givenPlayer(api, DAY)
    expect(await refusal(withSolver(hint).give(await player.tab(), 0))).toMatchObject({ code })
    expect(await database.stage.findUniqueOrThrow({ where: { id: player.stage.id } })).toMatchObject({
      events: '',
      hintLines: null,
    })
    expect((await player.finish([], { givenUp: true })).body).toMatchObject({ hints: 0, points: 0 })
  })

  test('but the solver is asked once a second a player, whatever it answered', async () => {
    const [player, other] = [await givenPlayer(api, DAY), await givenPlayer(api, DAY)]
    let asked = 0
    const hints = withSolver(async () => {
      asked++
      throw new DomainError('busy', { retryAfter: 5 })
    })
    const answers: unknown[] = []
    for (const [who, ms] of [
      [player, 0],
      [player, 999],
      [other, 0],
      [player, 1],
    ] as const) {
      clock.advance(ms)
      answers.push(await refusal(hints.give(await who.tab(), 0)))
    }
    expect(answers).toMatchObject([{ code: 'busy' }, { code: 'rate-limited' }, { code: 'busy' }, { code: 'busy' }])
    expect(asked).toBe(3)
  })

  test('where too many ask at once, who comes last is told so, and the others are answered', async () => {
    const players = [await givenPlayer(api, DAY), await givenPlayer(api, DAY), await givenPlayer(api, DAY)]
    const tabs = await Promise.all(players.map((player) => player.tab()))
    const hints = withSolver(async () => GOOD, 2)
    const answers = await Promise.allSettled(tabs.map((tab) => hints.give(tab, 0)))
    expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected'])
    expect(answers[2]).toMatchObject({ reason: { code: 'busy', details: { retryAfter: 5 } } })
    expect(await Promise.all(players.map(async (player) => (await player.look()).body.events.length))).toEqual([1, 1, 0])
  })

  test.each<[what: string, hint: Hint]>([
    ['a guess', { kind: 'guess', move: '1a', takeBack: null }],
    ['a proven loss', { kind: 'lost', move: null, takeBack: 3 }],
  ])('but %s is an answer, and costs 10', async (_what, hint) => {
    const player = await givenPlayer(api, DAY)
    const given = await withSolver(async () => ({ hint, lines: [] })).give(await player.tab(), 0)
    expect(given).toEqual({ event: [0, 'hint'], length: 1, hint })
    expect((await player.finish([[0, 'hint']], { givenUp: true })).body.hints).toBe(1)
  })
})

test('a stage with three undos refuses the fourth, in a batch and in a finish', async () => {
  const player = await givenPlayer(api, DAY)
  await database.stage.update({ where: { id: player.stage.id }, data: { undoLimit: 3 } })
  const events: Events = Array.from({ length: 8 }, (_, index) => [index, index % 2 ? 'undo' : '1a'])
  clock.advance(100)
  expect((await player.claimed()).body.undoLimit).toBe(3)
  expect(await refusal(player.append(0, events))).toMatchObject({ code: 'undo-limit', index: 7 })
  expect(await player.append(0, events.slice(0, 6))).toMatchObject({ length: 6 })
  expect(await player.finish(events, { givenUp: true })).toMatchObject({ status: 422, code: 'undo-limit', body: { index: 7 } })
  expect((await player.finish(events.slice(0, 7), { givenUp: true })).body).toMatchObject({ undos: 3, moves: 4 })
})
