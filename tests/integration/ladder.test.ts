/** A climb of the ladder, over the API: what it brings, held against a calculation of its own. */
import { contracts, LADDER_STAGES, type StageView } from '@speedcell/shared/contracts'
import { beforeEach, describe, expect, test } from 'vitest'
import { freshDatabase } from '../support/database.ts'
import { rule } from '../support/referee.ts'
import { solutionOf } from '../support/solution.ts'
import { testApi } from './api-client.ts'
import { givenClimber, LadderPlayer, winOf } from './ladder-play.ts'
import { type Events, GAP_MS } from './rated-player.ts'

const fresh = await freshDatabase()
const { database } = fresh
const api = await testApi(fresh)
const { services, clock } = api

const NOON = '2027-01-13T12:00:00+01:00'
const MINUTE = 60_000
const CELLS = [4, 4, 3, 2, 1]
const MINUTES = [10, 9, 8, 7, 6]

beforeEach(() => clock.set(NOON))

/** What a stage's log is worth, by the rules alone: `arrived` is when its last event came in. */
function expectedOf({ number, deal }: StageView, events: Events, arrived: number) {
  const ruling = rule(deal, events, () => Number.POSITIVE_INFINITY, CELLS[number - 1])
  if (!ruling.ok) throw new Error(`${ruling.reason} at ${ruling.index}`)
  const { won, home, moves, undos, hints, points, lastT } = ruling
  const limit = (MINUTES[number - 1] ?? 0) * MINUTE
  const timeMs = won ? (arrived - lastT > 3_000 ? arrived : lastT) : limit
  const secondsLeft = won ? Math.floor((limit - timeMs) / 1_000) : 0
  return { won, home, moves, undos, hints, points, secondsLeft, score: (points + secondsLeft) * number, timeMs }
}

/** Numbers below a bound that are the same in every run of the test. */
function numbers(seed: number): (bound: number) => number {
  let state = seed
  return (bound) => {
    state = (state * 48_271) % 2_147_483_647
    return state % bound
  }
}

/** A winning log as a person makes it: gaps of all lengths, and now and then a card to a cell and back. */
function humanLog(stage: StageView, below: (bound: number) => number): Events {
  const cells = 'abcd'.slice(0, CELLS[stage.number - 1])
  const events: Events = []
  let t = 1_500 + below(2_000)
  const think = () => {
    t += 250 + below(1_800) + (below(12) === 0 ? 4_000 : 0)
  }
  for (const move of solutionOf(stage)) {
    const detours = [...'12345678'].flatMap((column) => [...cells].map((cell) => column + cell))
    const detour = detours[below(detours.length)] ?? ''
    if (below(9) === 0 && rule(stage.deal, [...events, [t, detour]], () => t, cells.length).ok) {
      events.push([t, detour])
      think()
      events.push([t, 'undo'])
      think()
    }
    events.push([t, move])
    think()
  }
  return events
}

/** Plays a log as a table does: each event goes up soon after it was made, the last one with the finish. */
async function playAlong(player: LadderPlayer, log: Events, below: (bound: number) => number) {
  const begun = clock.now()
  const at = (elapsed: number) => clock.advance(begun + elapsed - clock.now())
  let sent = 0
  for (const [index, [t]] of log.entries()) {
    if (index === log.length - 1 || below(4) > 0) continue
    at(t + below(200))
    await player.append(sent, log.slice(sent, index + 1))
    sent = index + 1
  }
  const arrived = (log.at(-1)?.[0] ?? 0) + below(2_500)
  at(arrived)
  const { status, body } = await player.finish(log)
  expect(status).toBe(200)
  return { result: body, expected: expectedOf(player.stage, log, arrived) }
}

describe('a climb of all five stages', () => {
  test.each([[617], [11_982], [7]])('scores what it is worth (gaps by %i)', async (seed) => {
    const below = numbers(seed)
    const player = new LadderPlayer(api)
    const sum = { score: 0, stagesWon: 0, timeMs: 0 }
    for (const [index, { variant, minutes }] of LADDER_STAGES.entries()) {
      const number = index + 1
      const { body: stage } = await player.revealed(number)
      expect(stage).toMatchObject({ kind: 'ladder', day: null, number, variant, closesAfter: minutes * MINUTE, elapsed: 0 })
      expect(stage).toMatchObject({ autoplay: 'safe', undoLimit: null, events: [], result: null })
      expect([variant, minutes]).toEqual([`freecell-${CELLS[index]}`, MINUTES[index]])
      const { result, expected } = await playAlong(player, humanLog(stage, below), below)
      expect(result).toMatchObject({ stage: stage.id, outcome: 'won', ...expected, coins: 0, listed: false, late: false })
      sum.score += expected.score
      sum.timeMs += expected.timeMs
      sum.stagesWon++
      const { open, last } = await player.ladder()
      const run = number < 5 ? open : last
      expect(run).toMatchObject({ id: stage.run, score: sum.score, stagesWon: number, playing: null })
      expect(run?.stages.at(-1)).toMatchObject({ number, stage: stage.id, outcome: 'won', ...expected })
      expect(run?.next).toEqual(
        number < 5 ? { number: number + 1, revealBefore: new Date(clock.now() + 10 * MINUTE).toISOString() } : null,
      )
      clock.advance(below(9 * MINUTE))
    }
    const run = await database.run.findUniqueOrThrow({ where: { id: player.stage.run } })
    const fifth = await database.stageResult.findUniqueOrThrow({ where: { stageId: player.stage.id } })
    expect(run).toMatchObject({ kind: 'ladder', ...sum, endedAt: fifth.endedAt, endedDay: '2027-01-13', dueAt: null })

    const userId = await player.id()
    const entries = await database.boardEntry.findMany({ where: { userId }, orderBy: { board: 'asc' } })
    expect(entries.map(({ board }) => board)).toEqual(['all', 'day:2027-01-13', 'month:2027-01', 'week:2027-W02'])
    for (const entry of entries) expect(entry).toMatchObject({ runId: run.id, ...sum, endedAt: run.endedAt })
    expect(await database.playerTotals.findUnique({ where: { userId } })).toMatchObject({
      ...{ games: 5, wins: 5, cardsHome: 260, winStreak: 5, longestStreak: 5 },
    })
    expect(await player.ladder()).toMatchObject({
      ...{ open: null, runs: 1, climbed: 1, last: { id: run.id, score: sum.score, stagesWon: 5 } },
      best: { id: run.id },
    })
  })

  test('earns its badges with the stages that earn them', async () => {
    const player = await givenClimber(api, 5)
    const { badges } = await player.win()
    expect(badges).toEqual(expect.arrayContaining(['one-comb', 'queen-bee', 'no-way-back']))
    expect(badges).not.toContain('first-flight')
    const earned = await database.badgeAward.findMany({ where: { userId: await player.id() }, select: { badge: true } })
    expect(earned.map(({ badge }) => badge)).toEqual(expect.arrayContaining(['first-flight', 'two-combs', 'express-bee']))
  })

  test('an undo anywhere in it is a way back', async () => {
    const player = await givenClimber(api, 4)
    await player.append(0, [
      [0, '1a'],
      [1, 'undo'],
    ])
    const { body } = await player.finish(
      [
        [0, '1a'],
        [1, 'undo'],
      ],
      { givenUp: true },
    )
    expect(body.badges).toEqual([])
    const straight = await givenClimber(api, 4)
    expect((await straight.finish([[0, '1a']], { givenUp: true })).body.badges).toEqual(['no-way-back'])
  })
})

describe('a stage that runs out of time', () => {
  test.each([1, 2, 3, 4, 5])('is the last: stage %i', async (number) => {
    const player = await givenClimber(api, number)
    const before = (await player.ladder()).open
    expect(before?.stagesWon).toBe(number - 1)
    const played = winOf(player.stage, 800, 900).slice(0, 12)
    clock.advance(played.at(-1)?.[0] ?? 0)
    await player.append(0, played)
    const expected = expectedOf(player.stage, played, 0)
    expect((await player.ladder()).open?.playing).toMatchObject({
      ...{ number, stage: player.stage.id, elapsed: played.at(-1)?.[0], closesAfter: player.stage.closesAfter },
      ...{ home: expected.home, moves: 12, scoreNow: expected.score },
    })
    const endedAt = new Date(clock.now() - (played.at(-1)?.[0] ?? 0) + player.stage.closesAfter)
    clock.advance(player.stage.closesAfter - (played.at(-1)?.[0] ?? 0) + 2_001)
    await services.runs.closeDue()
    expect((await player.look()).body.result).toMatchObject({ outcome: 'closed', ...expected, endedAt: endedAt.toISOString() })
    const { open, last, runs, climbed } = await player.ladder()
    expect({ open, runs, climbed }).toEqual({ open: null, runs: 1, climbed: 0 })
    expect(last).toMatchObject({
      ...{ id: player.stage.run, score: (before?.score ?? 0) + expected.score, stagesWon: number - 1 },
      ...{ endedAt: endedAt.toISOString(), playing: null, next: null },
    })
    expect(last?.stages).toEqual([...(before?.stages ?? []), expect.objectContaining({ number, outcome: 'closed', ...expected })])
    expect(await database.run.findUniqueOrThrow({ where: { id: player.stage.run } })).toMatchObject({
      ...{ score: last?.score, stagesWon: number - 1, endedAt, dueAt: null },
      timeMs: last?.stages.reduce((sum, stage) => sum + stage.timeMs, 0),
    })
    expect(await player.revealed(Math.min(5, number + 1), player.stage.run)).toMatchObject(
      number < 5 ? { status: 409, code: 'run-over' } : { status: 201, body: { result: { outcome: 'closed' } } },
    )
  })
})

describe('giving up', () => {
  test('ends the run, and brings what is there', async () => {
    const player = await givenClimber(api, 3)
    const { open } = await player.ladder()
    const played = winOf(player.stage).slice(0, 20)
    clock.advance(MINUTE)
    const { body } = await player.finish(played, { givenUp: true })
    const { home, points } = expectedOf(player.stage, played, MINUTE)
    // The last event came 40 seconds after its t.
    const worth = { secondsLeft: 0, score: 3 * points, timeMs: MINUTE }
    expect(body).toMatchObject({ outcome: 'given-up', won: false, home, moves: 20, points, ...worth })
    const { last } = await player.ladder()
    expect(last).toMatchObject({ score: (open?.score ?? 0) + 3 * points, stagesWon: 2, next: null, playing: null })
    expect(last?.endedAt).toBe(new Date(clock.now()).toISOString())
    expect(await player.revealed(4)).toMatchObject({ status: 409, code: 'run-over' })
  })

  test('before the first move is no game', async () => {
    const player = await givenClimber(api)
    expect((await player.finish([], { givenUp: true })).body).toMatchObject({ outcome: 'given-up', moves: 0, timeMs: 0 })
    expect(await database.game.count({ where: { userId: await player.id() } })).toBe(0)
    expect(await player.ladder()).toMatchObject({ open: null, runs: 1, climbed: 0 })
  })
})

describe('the own ladder', () => {
  test('of a visitor is empty', async () => {
    const { body } = await api.browser().call(contracts.ladder.get)
    const nothing = { open: null, last: null, best: null, runs: 0, climbed: 0, week: null }
    expect(body).toEqual({ now: new Date(clock.now()).toISOString(), timeZone: 'Europe/Berlin', ...nothing })
  })

  test('has the last run and the best one, and the place of the week', async () => {
    const player = await givenClimber(api, 2)
    await player.finish([], { givenUp: true })
    const best = player.stage.run
    clock.advance(MINUTE)
    await player.revealed(1, null)
    await player.finish([], { givenUp: true })
    const { body } = await player.browser.call(contracts.ladder.get)
    expect(body).toMatchObject({ open: null, last: { id: player.stage.run }, best: { id: best }, runs: 2, climbed: 0 })
    const board = await database.boardEntry.findMany({
      where: { board: 'week:2027-W02' },
      orderBy: [{ score: 'desc' }, { stagesWon: 'desc' }, { timeMs: 'asc' }, { endedAt: 'asc' }],
    })
    const rank = board.findIndex(({ runId }) => runId === best) + 1
    expect(rank).toBeGreaterThan(0)
    expect(body.week).toEqual({ rank, players: board.length })
  })

  test('has no best run where the only one was struck', async () => {
    const player = await givenClimber(api, 2)
    await player.finish([], { givenUp: true })
    await database.run.update({ where: { id: player.stage.run }, data: { struckAt: new Date(clock.now()) } })
    expect(await player.ladder()).toMatchObject({ last: { id: player.stage.run }, best: null, runs: 1 })
  })
})

test('a player who is gone goes on with no run; it is closed at its time, and stays in the lists', async () => {
  const player = await givenClimber(api, 3)
  const me = await player.browser.me()
  await player.browser.call(contracts.accounts.remove, { body: { confirm: me?.name ?? '' } })
  expect(await player.revealed(4)).toMatchObject({ status: 404, code: 'not-your-run' })
  expect(await player.browser.me()).toBeNull()
  clock.advance(8 * MINUTE + 2_001)
  await services.runs.closeDue()
  const run = await database.run.findUniqueOrThrow({ where: { id: player.stage.run } })
  expect(run).toMatchObject({ stagesWon: 2, endedAt: new Date(clock.now() - 2_001), dueAt: null })
  expect(await database.boardEntry.count({ where: { runId: run.id, score: run.score ?? 0 } })).toBe(4)
})

describe('the day of a run is that on which it ended', () => {
  test.each<[what: string, at: number, day: string]>([
    ['one millisecond before midnight', -1, '2027-01-13'],
    ['at midnight', 0, '2027-01-14'],
    ['one millisecond after it', 1, '2027-01-14'],
  ])('given up %s', async (_what, at, day) => {
    clock.set('2027-01-13T23:59:00+01:00')
    const player = await givenClimber(api)
    clock.advance(MINUTE + at)
    await player.finish([], { givenUp: true })
    expect(await endedDay(player)).toBe(day)
  })

  test.each<[what: string, at: number, day: string]>([
    ['one millisecond before midnight', -1, '2027-01-13'],
    ['at midnight', 0, '2027-01-14'],
  ])('out of time %s, whenever that is noticed', async (_what, at, day) => {
    clock.set('2027-01-13T23:50:00+01:00')
    clock.advance(at)
    const player = await givenClimber(api)
    clock.advance(3 * 24 * 60 * MINUTE)
    await services.runs.closeDue()
    expect(await endedDay(player)).toBe(day)
  })

  test.each<[what: string, at: number, day: string]>([
    ['one millisecond before midnight', -1, '2027-01-13'],
    ['at midnight', 0, '2027-01-14'],
  ])('waited for in vain until %s', async (_what, at, day) => {
    clock.set('2027-01-13T23:40:00+01:00')
    const player = await givenClimber(api)
    clock.set('2027-01-13T23:50:00+01:00')
    clock.advance(at)
    await player.finish(winOf(player.stage, 0, 0))
    clock.advance(24 * 60 * MINUTE)
    await services.runs.closeDue()
    expect(await endedDay(player)).toBe(day)
    const boards = await database.boardEntry.findMany({ where: { runId: player.stage.run }, select: { board: true } })
    expect(boards.map(({ board }) => board)).toContain(`day:${day}`)
  })

  const endedDay = async (player: LadderPlayer) =>
    (await database.run.findUniqueOrThrow({ where: { id: player.stage.run } })).endedDay
})

describe('hints', () => {
  test.each([1, 2, 3, 4, 5])('are given and charged in stage %i', async (number) => {
    const player = await givenClimber(api, number)
    clock.advance(5_000)
    const { status, body } = await player.hint(0)
    expect(status).toBe(200)
    expect(body).toMatchObject({ event: [5_000, 'hint'], length: 1, hint: { kind: 'move' } })
    const log: Events = [[5_000, 'hint'], ...winOf(player.stage, 5_000 + GAP_MS)]
    expect(expectedOf(player.stage, log, 0).hints).toBe(1)
    // What the hint shows can be played.
    expect(rule(player.stage.deal, [[0, body.hint.move ?? '']], () => 0, CELLS[number - 1])).toMatchObject({ ok: true })
    const [last] = log.at(-1) ?? [0]
    clock.advance(last - 5_000)
    expect((await player.finish(log)).body).toMatchObject(expectedOf(player.stage, log, last))
  })

  test('say of a lost position that it is lost, or guess', async () => {
    const player = await givenClimber(api, 5)
    await player.append(0, [[0, '1a']])
    const { status, body } = await player.hint(1)
    expect(status).toBe(200)
    expect(['move', 'guess', 'lost']).toContain(body.hint.kind)
    expect((await player.look()).body.events).toEqual([
      [0, '1a'],
      [0, 'hint'],
    ])
  })
})
