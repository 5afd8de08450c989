import { setRole } from '@speedcell/services/accounts'
import { createLogger } from '@speedcell/services/core'
import { createMeasures } from '@speedcell/services/fair-play'
import { createSolverThreads } from '@speedcell/services/hints'
import { type BoardPeriod, contracts } from '@speedcell/shared/contracts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { run as runProgram } from '../cli/run.ts'
import { freshDatabase } from '../support/database.ts'
import { type Browser, testApi } from './api-client.ts'
import { givenPlayer } from './daily-play.ts'
import { givenClimber, type LadderPlayer } from './ladder-play.ts'
import type { Events } from './rated-player.ts'

const fresh = await freshDatabase()
const { database, url } = fresh
const api = await testApi(fresh)
const { services, clock } = api

const logger = createLogger('test', 'silent')
const solver = createSolverThreads()
afterAll(() => solver.close())
const measures = createMeasures({ database, clock, logger, share: solver.share })

const speedcell = (...args: string[]) => runProgram(args, '', { DATABASE_URL: url })

/** Moves that can be played on every deal, at times at which people play. */
const SOME: Events = [
  [4_000, '1a'],
  [9_500, 'undo'],
  [11_000, '2a'],
]

let admin: Browser
beforeAll(async () => {
  admin = api.browser()
  await admin.claim('Imkermeister')
  await setRole(database, 'Imkermeister', 'admin')
})

/** A ladder run that was given up after a few moves. */
async function givenUp(): Promise<LadderPlayer> {
  const player = await givenClimber(api)
  clock.advance(12_000)
  await player.finish(SOME, { givenUp: true })
  return player
}

/** A ladder run played as no person does: the solver's line, a move every 100 ms, from the first moment on. */
async function givenProgram(): Promise<LadderPlayer> {
  const player = await givenClimber(api)
  await player.win(0, 100)
  await player.revealed(2)
  await player.finish([], { givenUp: true })
  return player
}

const runOf = ({ stage }: { stage: { run: string } }): string => stage.run
const flagsOf = async (run: string) => (await database.runFigures.findUnique({ where: { runId: run } }))?.flags
const strike = (run: string, reason = 'eine Maschine', browser = admin) =>
  browser.call(contracts.fairPlay.strike, { params: { run }, body: { reason } })
const clear = (run: string, reason = 'doch ein Mensch', browser = admin) =>
  browser.call(contracts.fairPlay.clear, { params: { run }, body: { reason } })
const flagged = async (query: { all?: string } = {}, browser = admin) =>
  (await browser.call(contracts.fairPlay.flagged, { query: query as never })).body

describe('figures', () => {
  test('every rated run gets them once it has ended, and those beyond what people can do are flagged', async () => {
    const human = await givenUp()
    const program = await givenProgram()
    const open = await givenClimber(api)
    const attempt = await givenPlayer(api, '2026-11-30')
    await attempt.finish([], { givenUp: true })
    expect(await measures.measureEnded()).toBe(3)

    expect(await flagsOf(runOf(human))).toEqual([])
    expect(await flagsOf(runOf(program))).toEqual(['fast-start', 'fast-moves', 'even-gaps', 'solver-line'])
    expect(await flagsOf(runOf(attempt))).toEqual([])
    expect(await flagsOf(runOf(open))).toBeUndefined()
    const { body } = await admin.call(contracts.fairPlay.run, { params: { run: runOf(program) } })
    expect(body).toMatchObject({ kind: 'ladder', struck: false, reviews: [] })
    expect(body.stages).toMatchObject([
      {
        number: 1,
        firstMoveMs: 0,
        medianGapMs: 100,
        gapSpread: 0,
        movesASecond: 10,
        solverShare: 1,
        lateEvents: 0,
        flags: body.flags,
      },
      { number: 2, moves: 0, solverShare: null, flags: [] },
    ])
    expect((await admin.call(contracts.fairPlay.run, { params: { run: runOf(human) } })).body).toMatchObject({
      flags: [],
      stages: [{ moves: 2, firstMoveMs: 4_000, medianGapMs: 1_500, solverShare: null }],
    })
  })

  test('only once, whoever measures at the same time', async () => {
    const wrong: string[] = []
    const loud = createLogger('test', 'error', { write: (line) => wrong.push(line) })
    await givenProgram()
    const workers = 3
    const met = Promise.withResolvers<void>()
    let asked = 0
    const share = async () => {
      // All of them write at the same time.
      if (++asked === workers) met.resolve()
      await met.promise
      return null
    }
    const measuring = Array.from({ length: workers }, () => createMeasures({ database, clock, logger: loud, share }))
    await Promise.all(measuring.map((worker) => worker.measureEnded()))
    expect(wrong).toEqual([])
    const before = await database.runFigures.findMany()
    expect(await measures.measureEnded()).toBe(0)
    expect(await database.runFigures.findMany()).toEqual(before)
  })

  test('a run that cannot be measured does not hold up the others', async () => {
    const broken = await givenUp()
    const { events } = await database.stage.findUniqueOrThrow({ where: { id: broken.stage.id } })
    await database.stage.update({ where: { id: broken.stage.id }, data: { events: 'unreadable' } })
    const sound = await givenUp()
    expect(await measures.measureEnded()).toBe(1)
    expect(await flagsOf(runOf(sound))).toEqual([])
    await database.stage.update({ where: { id: broken.stage.id }, data: { events } })
    expect(await measures.measureEnded()).toBe(1)
  })
})

describe('administrators', () => {
  test('nobody else sees or strikes anything', async () => {
    const player = await givenUp()
    const run = runOf(player)
    for (const [browser, status, code] of [
      [api.browser(), 401, 'not-signed-in'],
      [player.browser, 403, 'not-allowed'],
    ] as const) {
      expect(await browser.call(contracts.fairPlay.flagged)).toMatchObject({ status, code })
      expect(await browser.call(contracts.fairPlay.run, { params: { run } })).toMatchObject({ status, code })
      expect(await strike(run, 'weil', browser)).toMatchObject({ status, code })
      expect(await clear(run, 'weil', browser)).toMatchObject({ status, code })
    }
    expect(await database.runReview.count({ where: { runId: run } })).toBe(0)
  })

  test('see flagged runs until they have reviewed them, and all if they ask', async () => {
    const [one, other] = [await givenProgram(), await givenProgram()]
    await measures.measureEnded()
    const before = await flagged()
    expect(before.runs.slice(0, 2).map(({ run }) => run)).toEqual([runOf(other), runOf(one)])
    await strike(runOf(one), 'immer 100 ms')
    const after = await flagged()
    expect(after.total).toBe(before.total - 1)
    expect(after.runs.map(({ run }) => run)).not.toContain(runOf(one))
    const all = await flagged({ all: 'true' })
    expect(all.runs.find(({ run }) => run === runOf(one))).toMatchObject({
      struck: true,
      reviews: [{ act: 'struck', by: 'Imkermeister', reason: 'immer 100 ms', at: new Date(clock.now()).toISOString() }],
    })
  })

  test.each([
    ['a run that is not there', async () => '018f0000-0000-7000-8000-000000000000'],
    ['a run that is still open', async () => runOf(await givenClimber(api))],
  ])('%s cannot be struck', async (_what, given) => {
    const run = await given()
    expect(await strike(run)).toMatchObject({ status: 404, code: 'not-found' })
    expect(await clear(run)).toMatchObject({ status: 404, code: 'not-found' })
    expect(await admin.call(contracts.fairPlay.run, { params: { run } })).toMatchObject({ code: 'not-found' })
    expect(await database.runReview.count({ where: { runId: run } })).toBe(0)
  })

  test.each([
    ['nothing to speak of', '  x '],
    ['what cannot be kept', 'eine Maschine\0'],
  ])('a reason has to be given, not %s', async (_what, reason) => {
    const run = runOf(await givenUp())
    expect(await strike(run, reason)).toMatchObject({ status: 400, code: 'bad-request' })
    expect(await clear(run, reason)).toMatchObject({ status: 400, code: 'bad-request' })
    expect(await database.run.findUniqueOrThrow({ where: { id: run } })).toMatchObject({ struckAt: null })
  })
})

describe('a struck ladder run', () => {
  const periods: readonly BoardPeriod[] = ['day', 'week', 'month', 'all']
  const onBoards = async (run: string): Promise<string[]> =>
    (await database.boardEntry.findMany({ where: { runId: run }, orderBy: { board: 'asc' } })).map(({ board }) => board)

  test('leaves all boards, which close up; cleared, it is back in its place; each act is on record', async () => {
    const program = await givenProgram()
    const run = runOf(program)
    expect(await onBoards(run)).toHaveLength(periods.length)
    const before = await database.boardEntry.findMany({ orderBy: [{ board: 'asc' }, { userId: 'asc' }] })
    const scores = await database.boardScore.findMany({ orderBy: [{ board: 'asc' }, { score: 'asc' }] })

    expect((await strike(run)).body).toMatchObject({ run, struck: true, reviews: [{ act: 'struck' }] })
    expect(await onBoards(run)).toEqual([])
    expect(await database.boardEntry.count()).toBe(before.length - periods.length)
    expect((await program.browser.call(contracts.replays.get, { params: { run } })).body).toMatchObject({ struck: true })

    clock.advance(1_000)
    // Struck again, nothing changes but the record.
    await strike(run, 'noch einmal angesehen')
    clock.advance(1_000)
    expect((await clear(run)).body).toMatchObject({
      struck: false,
      reviews: [{ act: 'cleared' }, { act: 'struck', reason: 'noch einmal angesehen' }, { act: 'struck' }],
    })
    const { body } = await program.browser.call(contracts.accounts.export)
    expect(body).toMatchObject({
      runs: [{ reviews: [{ act: 'struck', reason: 'eine Maschine' }, { act: 'struck' }, { act: 'cleared' }] }],
    })
    expect(JSON.stringify(body)).not.toContain('Imkermeister')
    expect(await database.boardEntry.findMany({ orderBy: [{ board: 'asc' }, { userId: 'asc' }] })).toEqual(before)
    expect(await database.boardScore.findMany({ orderBy: [{ board: 'asc' }, { score: 'asc' }] })).toEqual(scores)
  })

  test('gives its place to the player’s next best', async () => {
    const player = await givenProgram()
    const first = runOf(player)
    await player.revealed(1, null)
    await player.win()
    await player.revealed(2)
    await player.finish([], { givenUp: true })
    const second = runOf(player)
    const [best = '', next = ''] = (await onBoards(first)).length > 0 ? [first, second] : [second, first]
    expect(await onBoards(next)).toEqual([])
    await strike(best)
    expect(await onBoards(best)).toEqual([])
    expect(await onBoards(next)).toHaveLength(periods.length)
  })
})

describe('a struck daily attempt', () => {
  const DAY = '2026-12-01'
  const rows = async () =>
    (await api.browser().call(contracts.daily.list, { params: { day: DAY } })).body.rows.map(({ rank, run }) => [rank, run])

  test('leaves the day’s list, which closes up; cleared, it is back in its place', async () => {
    clock.set('2026-12-01T12:00:00+01:00')
    const [first, second, third] = [await givenPlayer(api, DAY), await givenPlayer(api, DAY), await givenPlayer(api, DAY)]
    await first.solve(500)
    await second.solve(1_000)
    await third.finish([], { givenUp: true })
    const [one, two, three] = [first, second, third].map(runOf) as [string, string, string]
    expect(await rows()).toEqual([
      [1, one],
      [2, two],
      [3, three],
    ])
    await strike(one)
    expect(await rows()).toEqual([
      [1, two],
      [2, three],
    ])
    await clear(one)
    expect(await rows()).toEqual([
      [1, one],
      [2, two],
      [3, three],
    ])

    // A further attempt is in no list, struck or not.
    await second.revealed(2)
    await second.finish([], { givenUp: true })
    await strike(runOf(second))
    await clear(runOf(second))
    expect(await rows()).toHaveLength(3)

    // Coins and streak are another matter.
    await strike(two)
    expect(await second.browser.me()).toMatchObject({ coins: 250 })

    clock.set('2026-12-02T12:00:00+01:00')
    await services.runs.closeDue()
    await services.dailies.closeDue()
    const better = async () =>
      (await database.dailyEntry.findMany({ where: { day: DAY }, orderBy: { score: 'desc' } })).map((entry) => entry.better)
    expect(await better()).toEqual([100, 0])
    await clear(two)
    expect(await better()).toEqual([100, 50, 0])
  })
})

describe('on the command line', () => {
  test('flagged runs are printed, a line each; with --all also those that were reviewed', async () => {
    const program = await givenProgram()
    await measures.measureEnded()
    const lines = async (...args: string[]) => {
      const { code, stdout, stderr } = await speedcell('flagged', ...args)
      expect([code, stderr]).toEqual([0, ''])
      return stdout
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line))
    }
    const found = await lines()
    expect(found).toEqual((await flagged()).runs)
    expect(found.find(({ run }) => run === runOf(program))).toMatchObject({
      flags: ['fast-start', 'fast-moves', 'even-gaps', 'solver-line'],
    })
    await clear(runOf(program))
    expect((await lines()).map(({ run }) => run)).not.toContain(runOf(program))
    expect((await lines('--all')).map(({ run }) => run)).toContain(runOf(program))
  })

  test('a role holds at once where one is signed in, and is taken away as easily', async () => {
    const browser = api.browser()
    await browser.claim('Hilfsimkerin')
    expect((await browser.call(contracts.fairPlay.flagged)).code).toBe('not-allowed')
    const { code, stdout } = await speedcell('role', 'hilfsimkerin', 'admin')
    expect([code, stdout]).toEqual([0, '{"name":"Hilfsimkerin","role":"admin"}\n'])
    expect(await browser.me()).toMatchObject({ role: 'admin' })
    expect((await browser.call(contracts.fairPlay.flagged)).status).toBe(200)
    await speedcell('role', 'Hilfsimkerin', 'player')
    expect((await browser.call(contracts.fairPlay.flagged)).code).toBe('not-allowed')
  })

  test.each([
    ['nobody of that name', ['role', 'Niemand', 'admin'], /nobody who has claimed an account is called "Niemand"/],
    ['no role', ['role', 'Imkermeister'], /give a name and admin or player/],
    ['another role', ['role', 'Imkermeister', 'queen'], /give a name and admin or player/],
    ['an unknown option', ['flagged', '--most'], /--most/],
  ])('%s is bad input', async (_what, args, said) => {
    const { code, stdout, stderr } = await speedcell(...args)
    expect([code, stdout]).toEqual([2, ''])
    expect(stderr).toMatch(said)
  })

  test('an account that nobody has claimed gets no role', async () => {
    const player = await givenUp()
    const name = (await player.browser.me())?.name ?? ''
    const { code, stderr } = await speedcell('role', name, 'admin')
    expect(code).toBe(2)
    expect(stderr).toContain('nobody who has claimed an account')
  })
})
