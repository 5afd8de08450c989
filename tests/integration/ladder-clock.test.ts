/** The ladder's clock is the server's: what is said of time, from how many tabs, and what is believed of it. */
import type { DomainError } from '@speedcell/services/core'
import type { ErrorCode, StageResult } from '@speedcell/shared/contracts'
import { beforeEach, describe, expect, test } from 'vitest'
import { freshDatabase } from '../support/database.ts'
import { testApi } from './api-client.ts'
import { givenClimber, LadderPlayer, winOf } from './ladder-play.ts'
import { type Events, timed } from './rated-player.ts'

const fresh = await freshDatabase()
const { database } = fresh
const api = await testApi(fresh)
const { services, clock } = api

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

beforeEach(() => clock.set('2027-01-13T12:00:00+01:00'))

const refusal = (work: Promise<unknown>) =>
  work.then(
    () => 'nothing',
    ({ code, details }: DomainError) => ({ code, ...details }),
  )

/** A won stage's worth, by its number, moves and the ms that count. */
const worth = ({ number, moves, ms, of }: { number: number; moves: number; ms: number; of: number }): Partial<StageResult> => ({
  ...{ outcome: 'won', won: true, timeMs: ms, secondsLeft: Math.floor((of - ms) / 1_000) },
  score: (1_020 - moves + Math.floor((of - ms) / 1_000)) * number,
})

describe("a clock that is not the server's", () => {
  test.each<[what: string, ahead: number]>([
    ['a day ahead', DAY],
    ['a minute ahead', MINUTE],
    ['1,001 ms ahead', 1_001],
  ])('%s: nothing is taken, neither batch nor log', async (_what, ahead) => {
    const player = await givenClimber(api, 3)
    clock.advance(MINUTE)
    const log = winOf(player.stage, 0, 0).map(([, e]): Events[number] => [MINUTE + ahead, e])
    expect(await refusal(player.append(0, log.slice(0, 3)))).toEqual({ code: 'time-ahead', index: 0, elapsed: MINUTE })
    expect(await player.finish(log)).toMatchObject({ status: 422, code: 'time-ahead', body: { index: 0, elapsed: MINUTE } })
    expect((await player.look()).body).toMatchObject({ events: [], result: null })
    // With the server's time it goes on.
    expect(await player.append(0, [[MINUTE, log[0]?.[1] ?? '']])).toMatchObject({ length: 1 })
  })

  test('up to 1,000 ms ahead gains nothing: it is the last t that counts', async () => {
    const player = await givenClimber(api, 2)
    clock.advance(MINUTE)
    const log = winOf(player.stage, 0, 0)
    const moves = log.length
    log[moves - 1] = [MINUTE + 1_000, log[moves - 1]?.[1] ?? '']
    expect((await player.finish(log)).body).toMatchObject(worth({ number: 2, moves, ms: MINUTE + 1_000, of: 9 * MINUTE }))
  })

  test.each<[what: string, squeeze: (t: number) => number]>([
    ['to a tenth', (t) => Math.floor(t / 10)],
    ['to nothing', () => 0],
    ['to end 3,001 ms before they arrived', (t) => Math.max(0, t - 3_001)],
  ])('times compressed %s: the arrival counts', async (_what, squeeze) => {
    const player = await givenClimber(api, 3)
    const honest = winOf(player.stage, 2_000, 2_000)
    const ms = honest.at(-1)?.[0] ?? 0
    clock.advance(ms)
    const { body } = await player.finish(honest.map(([t, e]) => [squeeze(t), e]))
    expect(body).toMatchObject(worth({ number: 3, moves: honest.length, ms, of: 8 * MINUTE }))
  })

  test('times compressed by what a slow line may take gain three seconds at most', async () => {
    const player = await givenClimber(api)
    const honest = winOf(player.stage, 2_000, 2_000)
    const ms = honest.at(-1)?.[0] ?? 0
    clock.advance(ms)
    const { body } = await player.finish(honest.map(([t, e]) => [Math.max(0, t - 3_000), e]))
    expect(body).toMatchObject(worth({ number: 1, moves: honest.length, ms: ms - 3_000, of: 10 * MINUTE }))
  })

  test('what has arrived keeps its time, also if a later log says less', async () => {
    const player = await givenClimber(api)
    const honest = winOf(player.stage, 2_000, 2_000)
    clock.advance(MINUTE)
    await player.append(0, honest.slice(0, 10))
    expect(await player.finish(honest.map(([, e]) => [0, e]))).toMatchObject({ status: 409, code: 'log-conflict' })
  })

  test("the server's clock set back takes no time away", async () => {
    const player = await givenClimber(api)
    clock.advance(-MINUTE)
    expect((await player.revealed(1)).body).toMatchObject({ elapsed: 0, closesAfter: 10 * MINUTE })
    expect(await player.append(0, [[0, '1a']])).toMatchObject({ length: 1, elapsed: 0 })
  })
})

describe('events withheld', () => {
  test.each<[what: string, held: number, late: number]>([
    ['for 30 seconds are not late', 30_000, 0],
    ['for 30 seconds and a millisecond are marked', 30_001, 5],
    ['for a minute are marked', MINUTE, 5],
  ])('%s', async (_what, held, late) => {
    const player = await givenClimber(api, 3)
    const events = winOf(player.stage, 1_000, 0)
    clock.advance(1_000)
    await player.append(0, events.slice(0, 4))
    clock.advance(held)
    await player.append(4, events.slice(4, 9))
    expect(await database.stage.findUniqueOrThrow({ where: { id: player.stage.id } })).toMatchObject({
      ...{ eventCount: 9, lateEvents: late, arrivedMs: 1_000 + held },
    })
    // Late or not, the stage counts.
    clock.advance(1_000)
    const log: Events = events.map(([t, e], index) => [index < 9 ? t : 2_000 + held, e])
    expect((await player.finish(log)).body).toMatchObject({ outcome: 'won', timeMs: 2_000 + held })
  })

  test('for the whole stage are marked, one and all', async () => {
    const player = await givenClimber(api, 2)
    const events = winOf(player.stage, 0, 0)
    clock.advance(2 * MINUTE)
    await player.finish(events)
    expect(await database.stage.findUniqueOrThrow({ where: { id: player.stage.id } })).toMatchObject({
      lateEvents: events.length,
    })
  })
})

describe('the deadline', () => {
  const edges: [what: string, after: number, open: boolean][] = [
    ['one millisecond before it', -1, true],
    ['at it', 0, true],
    ['one millisecond after it', 1, false],
  ]

  test.each(edges)('a finish that arrives %s', async (_what, after, open) => {
    const player = await givenClimber(api, 3)
    const log = winOf(player.stage, 0, 0)
    await player.append(0, log.slice(0, 5))
    clock.advance(8 * MINUTE + after)
    const { body } = await player.finish(log)
    if (open) expect(body).toMatchObject(worth({ number: 3, moves: log.length, ms: 8 * MINUTE + after, of: 8 * MINUTE }))
    else expect(body).toMatchObject({ outcome: 'closed', won: false, moves: 5, secondsLeft: 0, timeMs: 8 * MINUTE })
    expect((await database.run.findUniqueOrThrow({ where: { id: player.stage.run } })).endedAt === null).toBe(open)
  })

  test.each(edges)('a batch that arrives %s', async (_what, after, open) => {
    const player = await givenClimber(api, 2)
    const log = winOf(player.stage, 0, 0)
    clock.advance(9 * MINUTE + after)
    const answer = await refusal(player.append(0, log))
    expect(answer).toEqual(open ? 'nothing' : { code: 'stage-closed' })
    const { body } = await player.look()
    expect(body.result).toMatchObject(open ? { outcome: 'won', secondsLeft: 0 } : { outcome: 'closed', moves: 0 })
  })

  test.each(edges)('a hint that is asked for %s', async (_what, after, open) => {
    const player = await givenClimber(api)
    clock.advance(10 * MINUTE + after)
    const { status, code } = await player.hint(0)
    expect({ status, code }).toEqual(open ? { status: 200, code: undefined } : { status: 409, code: 'stage-closed' })
  })

  test('a finish held back until a millisecond after it is no finish, whatever its times say', async () => {
    const player = await givenClimber(api, 4)
    const { open } = await player.ladder()
    const log = winOf(player.stage, 100, 100)
    const sent = log.slice(0, 7)
    clock.advance(log.at(-1)?.[0] ?? 0)
    await player.append(0, sent)
    clock.advance(7 * MINUTE - (log.at(-1)?.[0] ?? 0) + 1)
    const { status, body } = await player.finish(log)
    expect(status).toBe(200)
    expect(body).toMatchObject({ outcome: 'closed', won: false, moves: 7, secondsLeft: 0, timeMs: 7 * MINUTE })
    expect((await player.finish(log)).body).toEqual(body)
    const { last } = await player.ladder()
    expect(last).toMatchObject({ stagesWon: 3, score: (open?.score ?? 0) + body.score })
    expect(await player.revealed(5)).toMatchObject({ status: 409, code: 'run-over' })
    // Nor does it bring anything later, as a daily's would.
    clock.advance(60 * MINUTE)
    expect((await player.finish(log)).body).toEqual(body)
    expect(await database.lateResult.count()).toBe(0)
  })

  test('the sweep leaves what may have arrived in time two seconds more', async () => {
    const player = await givenClimber(api)
    const result = () => database.stageResult.findUnique({ where: { stageId: player.stage.id } })
    clock.advance(10 * MINUTE + 2_000)
    await services.runs.closeDue()
    expect(await result()).toBeNull()
    clock.advance(1)
    await services.runs.closeDue()
    expect(await result()).toMatchObject({ outcome: 'closed', timeMs: 10 * MINUTE })
  })

  test('does not wait while nobody is there', async () => {
    const player = await givenClimber(api, 3)
    clock.advance(5 * MINUTE)
    const elsewhere = new LadderPlayer(api, player.browser)
    expect((await elsewhere.revealed(3, null)).body).toMatchObject({
      ...{ id: player.stage.id, deal: player.stage.deal, elapsed: 5 * MINUTE, closesAfter: 8 * MINUTE },
    })
  })
})

describe('two tabs that fight for a stage', () => {
  test('make one log: what was acknowledged, to either', async () => {
    const first = await givenClimber(api, 3)
    const second = new LadderPlayer(api, first.browser)
    const moves = winOf(first.stage, 0, 0).map(([, e]) => e)
    let log: Events = []
    let refused = 0
    for (const [index, move] of moves.entries()) {
      clock.advance(700)
      const [taker, other] = index % 2 ? [first, second] : [second, first]
      const { body } = await taker.revealed(3, first.stage.run)
      expect(body.events).toEqual(log)
      if (index === moves.length - 1) break
      const event: Events = [[(index + 1) * 700, move]]
      // Both play it; whoever holds the stage is heard.
      const answers = await Promise.all([other, taker].map((tab) => refusal(tab.append(log.length, event))))
      expect(answers).toEqual([{ code: 'played-elsewhere' }, 'nothing'])
      refused++
      log = [...log, ...event]
    }
    const last: Events[number] = [moves.length * 700, moves.at(-1) ?? '']
    const [loser, winner] = moves.length % 2 ? [first, second] : [second, first]
    const answers = [await loser.finish([...log, last]), await winner.finish([...log, last])]
    expect(answers.map(({ status, code }) => code ?? status)).toEqual(['played-elsewhere', 200])
    expect(answers[1]?.body).toMatchObject({ outcome: 'won', moves: moves.length, undos: 0 })
    expect(refused).toBe(moves.length - 1)
    expect((await first.look()).body.events).toEqual([...log, last])
  })

  test('with different moves, all at once: the log is that of one of them, whole', async () => {
    for (let round = 0; round < 5; round++) {
      const first = await givenClimber(api)
      const second = new LadderPlayer(api, first.browser)
      await second.revealed(1, first.stage.run)
      const [one, two] = [timed(['1a', 'undo', '2a'], 0, 0), timed(['3b', 'undo', '4b'], 0, 0)]
      const answers = await Promise.all([
        refusal(first.append(0, one)),
        refusal(second.append(0, two)),
        second.claimed(),
        refusal(first.append(0, one)),
      ])
      expect(answers[0]).toEqual({ code: 'played-elsewhere' })
      expect(answers[3]).toEqual({ code: 'played-elsewhere' })
      expect([[], two]).toContainEqual((await first.look()).body.events)
    }
  })

  test('a result is one, whoever of them ends it', async () => {
    const first = await givenClimber(api, 2)
    const second = new LadderPlayer(api, first.browser)
    await second.revealed(2, first.stage.run)
    const log = winOf(first.stage, 0, 0)
    const [given, won, again] = await Promise.all([first.finish([], { givenUp: true }), second.finish(log), second.finish(log)])
    expect(won).toMatchObject({ status: 200, body: { outcome: 'won' } })
    expect(again.body).toEqual(won.body)
    // The tab that lost its claim is refused, or hears of the result.
    expect([409, 200]).toContain(given.status)
    if (given.status === 200) expect(given.body).toEqual(won.body)
    expect(await database.stageResult.count({ where: { stage: { runId: first.stage.run, number: 2 } } })).toBe(1)
  })
})

describe('what is spent stays spent', () => {
  test.each<[what: string, forged: (log: Events) => Events]>([
    ['an undo left out', (log) => log.filter(([, e]) => e !== 'undo')],
    ['a hint left out', (log) => log.filter(([, e]) => e !== 'hint')],
    ['both, with the move that was taken back', (log) => log.slice(3)],
  ])('%s is a conflict, and the server says what it has', async (_what, forged) => {
    const player = await givenClimber(api, 3)
    clock.advance(2_000)
    await player.append(0, [
      [500, '1a'],
      [900, 'undo'],
    ])
    const { body: hinted } = await player.hint(2)
    // Another device finds all of it.
    const elsewhere = new LadderPlayer(api, player.browser)
    const { body: stage } = await elsewhere.revealed(3, null)
    expect(stage.events).toEqual([[500, '1a'], [900, 'undo'], hinted.event])
    const log: Events = [...stage.events, ...winOf(stage, 3_000, 1_000)]
    clock.advance((log.at(-1)?.[0] ?? 0) - 2_000)
    const code: ErrorCode = 'log-conflict'
    expect(await elsewhere.finish(forged(log))).toMatchObject({ status: 409, code, body: { length: 3, events: stage.events } })
    const { body } = await elsewhere.finish(log)
    const moves = log.length - 2
    expect(body).toMatchObject({ outcome: 'won', moves, undos: 1, hints: 1, points: 1_020 - moves - 5 - 10 })
  })
})
