/** Which stage of the ladder is revealed to whom, when, and with which deal. */
import { pooledDeals } from '@speedcell/services/ladder'
import type { StageView } from '@speedcell/shared/contracts'
import type { DealNumber } from '@speedcell/shared/engine'
import { beforeEach, describe, expect, test } from 'vitest'
import { freshDatabase } from '../support/database.ts'
import { testApi } from './api-client.ts'
import { givenPlayer } from './daily-play.ts'
import { givenClimber, LadderPlayer, winOf } from './ladder-play.ts'

const fresh = await freshDatabase()
const { database } = fresh
/** Which deals the stages may get, if not those of the pools. */
let few: readonly number[] = []
const api = await testApi(fresh, {
  ladderDeals: async (number) => (few.length > 0 ? (few as DealNumber[]) : pooledDeals(number)),
})
const { services, clock } = api

const NOON = '2027-01-13T12:00:00+01:00'
const MINUTE = 60_000

beforeEach(() => {
  clock.set(NOON)
  few = []
})

const NOBODYS_RUN = '019391aa-0000-7000-8000-000000000000'

describe('a reveal', () => {
  test('makes an account, begins a run and claims its first stage', async () => {
    const player = new LadderPlayer(api)
    const { status, body } = await player.revealed(1)
    expect(status).toBe(201)
    expect(body).toMatchObject({ kind: 'ladder', day: null, attempt: 1, number: 1, elapsed: 0, closesAfter: 10 * MINUTE })
    expect(body.claim).toMatch(/^[\w-]{32}$/)
    expect(await player.browser.me()).toMatchObject({ claimed: false })
    expect(await database.stage.findUniqueOrThrow({ where: { id: body.id } })).toMatchObject({
      ...{ deal: body.deal, variant: 'freecell-4', undoLimit: null },
      ...{ revealedAt: new Date(clock.now()), deadline: new Date(clock.now() + 10 * MINUTE) },
    })
  })

  test.each<[what: string, number: number, run: string | null, status: number, code: string]>([
    ['a further stage of no run', 2, null, 409, 'stage-out-of-order'],
    ['the last stage of no run', 5, null, 409, 'stage-out-of-order'],
    ["the first stage of another's run", 1, NOBODYS_RUN, 404, 'not-your-run'],
    ["a further stage of another's run", 3, NOBODYS_RUN, 404, 'not-your-run'],
    ['a stage that is none', 0, null, 400, 'bad-request'],
    ['a stage beyond the last', 6, null, 400, 'bad-request'],
    ['a stage of a run that is none', 1, 'mine', 400, 'bad-request'],
  ])('of %s makes no account', async (_what, number, run, status, code) => {
    const before = await database.user.count()
    const visitor = new LadderPlayer(api)
    expect(await visitor.revealed(number, run)).toMatchObject({ status, code })
    expect(await visitor.browser.me()).toBeNull()
    expect(await database.user.count()).toBe(before)
  })

  test('again is the same stage, clock and events, held by the tab that asked last', async () => {
    const player = await givenClimber(api, 3)
    const first = player.stage
    await player.append(0, [
      [0, '1a'],
      [0, 'undo'],
    ])
    clock.advance(5_000)
    await player.hint(2)
    clock.advance(MINUTE)
    for (const run of [first.run, null]) {
      const { status, body } = await player.revealed(3, run)
      expect(status).toBe(201)
      const { claim, ...same } = body
      expect(same).toEqual({
        ...{ ...first, claim: undefined, elapsed: 65_000 },
        events: [
          [0, '1a'],
          [0, 'undo'],
          [5_000, 'hint'],
        ],
      })
      expect(claim).not.toBe(first.claim)
    }
    expect(await player.finish([], { claim: first.claim, givenUp: true })).toMatchObject({
      status: 409,
      code: 'played-elsewhere',
    })
    // What was spent stays spent.
    expect(await player.finish([[0, '1a']], { givenUp: true })).toMatchObject({ status: 409, code: 'log-conflict' })
    expect(await player.finish(player.stage.events, { givenUp: true })).toMatchObject({
      status: 200,
      body: { undos: 1, hints: 1 },
    })
  })

  test('of a won stage shows its result, and needs no claim', async () => {
    const player = await givenClimber(api, 2)
    const { run } = player.stage
    const result = await player.win()
    expect((await player.revealed(2, run)).body).toMatchObject({ number: 2, claim: null, result })
    expect((await player.revealed(1, run)).body).toMatchObject({ number: 1, claim: null, result: { outcome: 'won' } })
    expect(await player.revealed(3, run)).toMatchObject({ status: 201, body: { number: 3, run, result: null } })
  })

  test('without a run is of the open one, then of a new one', async () => {
    const player = await givenClimber(api, 2)
    const { run } = player.stage
    expect((await player.revealed(2, null)).body).toMatchObject({ run, number: 2 })
    expect((await player.revealed(1, null)).body).toMatchObject({ run, number: 1, result: { outcome: 'won' } })
    await player.revealed(2, null)
    await player.finish([], { givenUp: true })
    expect(await player.revealed(2, null)).toMatchObject({ status: 409, code: 'stage-out-of-order' })
    const { body } = await player.revealed(1, null)
    expect(body).toMatchObject({ number: 1, result: null })
    expect(body.run).not.toBe(run)
  })
})

describe('a reveal is refused', () => {
  test.each([
    [3, 2],
    [4, 2],
    [5, 1],
    [2, 1],
  ])('out of order: stage %i while stage %i is played', async (number, played) => {
    const player = await givenClimber(api, played)
    expect(await player.revealed(number)).toMatchObject({ status: 409, code: 'stage-out-of-order' })
    expect(await player.revealed(number, null)).toMatchObject({ status: 409, code: 'stage-out-of-order' })
    expect(await database.stage.count({ where: { runId: player.stage.run } })).toBe(played)
  })

  test('out of order: the one after the next', async () => {
    const player = await givenClimber(api, 2)
    await player.win()
    expect(await player.revealed(4)).toMatchObject({ status: 409, code: 'stage-out-of-order' })
    expect(await player.revealed(3)).toMatchObject({ status: 201 })
  })

  test.each([1, 2, 3, 4])('after a lost stage: %i', async (number) => {
    const player = await givenClimber(api, number)
    await player.finish([], { givenUp: true })
    for (let next = number + 1; next <= 5; next++) {
      expect(await player.revealed(next)).toMatchObject({ status: 409, code: 'run-over' })
    }
    expect(await database.stage.count({ where: { runId: player.stage.run } })).toBe(number)
  })

  test("for another's run, whatever the stage, and tells nothing of it", async () => {
    const owner = await givenClimber(api, 3)
    const other = await givenClimber(api)
    for (const number of [1, 2, 3, 4, 5]) {
      const { status, code, body } = await other.revealed(number, owner.stage.run)
      expect({ status, code }).toEqual({ status: 404, code: 'not-your-run' })
      expect(Object.keys(body).sort()).toEqual(['code', 'status', 'title', 'type'])
    }
    // Nor did that take the stage from its owner.
    expect(await owner.append(0, [[0, '1a']])).toMatchObject({ length: 1 })
  })

  test("for a daily's run", async () => {
    const daily = await givenPlayer(api, '2027-01-13')
    const player = new LadderPlayer(api, daily.browser)
    expect(await player.revealed(1, daily.stage.run)).toMatchObject({ status: 404, code: 'not-your-run' })
    expect(await player.revealed(2, daily.stage.run)).toMatchObject({ status: 404, code: 'not-your-run' })
  })

  test('for an account that was deleted meanwhile', async () => {
    const player = await givenClimber(api)
    const userId = await player.id()
    await database.user.update({ where: { id: userId }, data: { deletedAt: new Date(clock.now()), name: null, nameKey: null } })
    await expect(services.ladder.reveal(userId, null, 1)).rejects.toMatchObject({ code: 'not-signed-in' })
  })
})

describe('reveals at once', () => {
  const tabsOf = ({ browser }: LadderPlayer, count = 5) => Array.from({ length: count }, () => new LadderPlayer(api, browser))

  async function expectOne(tabs: readonly LadderPlayer[], number: number, run: string | null): Promise<void> {
    const answers = await Promise.all(tabs.map((tab) => tab.revealed(number, run)))
    expect(answers.map(({ status }) => status)).toEqual(tabs.map(() => 201))
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1)
    expect(new Set(answers.map(({ body }) => body.claim)).size).toBe(tabs.length)
    const [first] = tabs
    const kept = await database.stage.findMany({ where: { runId: first?.stage.run ?? '' }, orderBy: { number: 'asc' } })
    expect(kept.map((stage) => stage.number)).toEqual(Array.from({ length: number }, (_, index) => index + 1))
    const held = await Promise.allSettled(tabs.map((tab) => tab.append(0, [])))
    expect(held.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  }

  test('of a new run begin one run', async () => {
    const player = await givenClimber(api)
    await player.finish([], { givenUp: true })
    await expectOne(tabsOf(player), 1, null)
    expect(await database.run.count({ where: { userId: await player.id(), endedAt: null } })).toBe(1)
  })

  test('of the next stage reveal one stage', async () => {
    const player = await givenClimber(api, 2)
    await player.win()
    await expectOne(tabsOf(player), 3, player.stage.run)
    expect(await database.run.findUniqueOrThrow({ where: { id: player.stage.run } })).toMatchObject({
      dueAt: new Date(clock.now() + 8 * MINUTE),
    })
  })

  test('with the finish that wins: in either order nothing is lost', async () => {
    for (let round = 0; round < 6; round++) {
      const player = await givenClimber(api)
      const [tab] = tabsOf(player, 1)
      const events = winOf(player.stage, 0, 0)
      const [finished, revealed] = await Promise.all([player.finish(events), tab?.revealed(2, player.stage.run)])
      expect(finished).toMatchObject({ status: 200, body: { outcome: 'won' } })
      if (revealed?.status === 201) expect(revealed.body).toMatchObject({ number: 2, result: null })
      else expect(revealed).toMatchObject({ status: 409, code: 'stage-out-of-order' })
    }
  })
})

describe('the next stage', () => {
  const wait = 10 * MINUTE

  test.each<[what: string, after: number, sweep: boolean, open: boolean]>([
    ['one millisecond before ten minutes', wait - 1, false, true],
    ['after ten minutes', wait, false, true],
    ['one millisecond after them', wait + 1, false, false],
    ['after ten minutes, the sweep having looked', wait, true, true],
    ['one millisecond after them, the sweep having looked', wait + 1, true, false],
    ['when the sweep may close the run', wait + 2_001, true, false],
  ])('%s', async (_what, after, sweep, open) => {
    const player = await givenClimber(api, 2)
    const result = await player.win()
    clock.advance(after)
    if (sweep) await services.runs.closeDue()
    const answer = await player.revealed(3)
    const run = await database.run.findUniqueOrThrow({ where: { id: player.stage.run } })
    if (open) {
      expect(answer).toMatchObject({ status: 201, body: { number: 3, elapsed: 0 } })
      expect(run).toMatchObject({ endedAt: null, dueAt: new Date(clock.now() + 8 * MINUTE) })
      return
    }
    expect(answer).toMatchObject({ status: 409, code: 'run-over' })
    // It ended when its time was up, whoever noticed.
    const endedAt = new Date(Date.parse(result.endedAt) + wait)
    const { last } = await player.ladder()
    expect(run).toMatchObject({ endedAt, endedDay: '2027-01-13', stagesWon: 2, score: last?.score, dueAt: null })
    expect(last?.stages.map(({ outcome }) => outcome)).toEqual(['won', 'won'])
    expect(await database.boardEntry.count({ where: { runId: run.id } })).toBe(4)
  })

  test('that nobody reveals: the sweep leaves the run two seconds more, then closes it', async () => {
    const player = await givenClimber(api)
    await player.win()
    const endedAt = async () => (await database.run.findUniqueOrThrow({ where: { id: player.stage.run } })).endedAt
    clock.advance(wait + 2_000)
    await services.runs.closeDue()
    expect(await endedAt()).toBeNull()
    clock.advance(1)
    await services.runs.closeDue()
    expect(await endedAt()).toEqual(new Date(clock.now() - 2_001))
    expect((await player.ladder()).last).toMatchObject({ id: player.stage.run, stagesWon: 1 })
  })

  test('whoever notices first that time is up, the same is written', async () => {
    const notice: Record<string, (player: LadderPlayer) => Promise<unknown>> = {
      sweep: () => services.runs.closeDue(),
      reveal: (player) => player.revealed(3),
      'new run': (player) => player.revealed(1, null),
      look: (player) => player.ladder(),
    }
    for (const playing of [true, false]) {
      const written = []
      for (const [who, act] of Object.entries(notice)) {
        clock.set(NOON)
        const player = await givenClimber(api, 2)
        const { run } = player.stage
        if (playing) await player.append(0, [[0, '1a']])
        else await player.finish(winOf(player.stage, 0, 0))
        clock.advance(60 * MINUTE)
        await act(player)
        const kept = await database.run.findUniqueOrThrow({ where: { id: run } })
        expect(await database.boardEntry.count({ where: { runId: run } })).toBe(4)
        const { endedAt, endedDay, stagesWon, dueAt } = kept
        written.push({ endedAt: (endedAt?.getTime() ?? 0) - kept.startedAt.getTime(), endedDay, stagesWon, dueAt })
        // The first stage took as long as its line is.
        const first = await database.stageResult.findFirstOrThrow({ where: { stage: { runId: run, number: 1 } } })
        const last = written.at(-1)
        if (last) last.endedAt -= first.timeMs
        if (who === 'new run') expect(player.stage.run).not.toBe(run)
      }
      const endedAt = (playing ? 9 : 10) * MINUTE
      expect(written).toEqual(written.map(() => ({ endedAt, endedDay: '2027-01-13', stagesWon: playing ? 1 : 2, dueAt: null })))
    }
  })
})

describe('one open run a player', () => {
  test('the database sees to it', async () => {
    const player = await givenClimber(api)
    const userId = await player.id()
    const another = { userId, kind: 'ladder', startedAt: new Date(clock.now()) } as const
    await expect(database.run.create({ data: another })).rejects.toThrow(/runs_open_ladder|user_id/)
    expect(await database.run.create({ data: { ...another, endedAt: new Date(clock.now()) } })).toMatchObject({ userId })
  })

  test('a daily does not count', async () => {
    const player = await givenClimber(api)
    const daily = await givenPlayer(api, '2027-01-13', player.browser)
    expect(daily.stage).toMatchObject({ kind: 'daily', result: null })
    expect((await player.look()).body.result).toBeNull()
  })
})

describe('the deals', () => {
  const dealsOf = (stages: readonly StageView[]) => stages.map(({ deal }) => deal)

  test('are never that of a daily whose list is open, in whatever variant', async () => {
    await services.dailies.drawAhead()
    const [today, tomorrow] = await database.daily.findMany({ where: { day: { gte: '2027-01-13' } }, orderBy: { day: 'asc' } })
    clock.set('2027-01-14T00:30:00+01:00')
    await services.dailies.drawAhead()
    const dailies = await database.daily.findMany({ where: { closedAt: null } })
    expect(dailies.map(({ day }) => day)).toEqual(expect.arrayContaining(['2027-01-13', '2027-01-14', '2027-01-15']))
    few = [...dailies.map(({ deal }) => deal), 10_913]
    const player = new LadderPlayer(api)
    for (let run = 0; run < 6; run++) {
      expect((await player.revealed(1, null)).body.deal).toBe(10_913)
      await player.finish([], { givenUp: true })
    }
    few = []
    const higher = await givenClimber(api, 2)
    few = [...dailies.map(({ deal }) => deal), 10_914]
    expect(await higher.climbTo(3)).toMatchObject({ variant: 'freecell-3', deal: 10_914 })
    few = [today?.deal ?? 0, tomorrow?.deal ?? 0]
    expect(await player.revealed(1, null)).toMatchObject({ status: 500 })
    // Once the first day's list is closed, its deal is one as any.
    clock.set('2027-01-14T01:00:03+01:00')
    await services.runs.closeDue()
    await services.dailies.closeDue()
    expect((await player.revealed(1, null)).body.deal).toBe(today?.deal)
  })

  test('are not those of runs that others have open, also if all begin at once', async () => {
    await endAll()
    few = Array.from({ length: 12 }, (_, index) => 20_001 + index)
    const players = Array.from({ length: 12 }, () => new LadderPlayer(api))
    await Promise.all(players.map((player) => player.revealed(1)))
    expect(new Set(dealsOf(players.map(({ stage }) => stage))).size).toBe(12)
    // One that was won stays hidden as long as its run is open.
    const [one, other] = players
    few = [one?.stage.deal ?? 0, 10_913]
    expect((await new LadderPlayer(api).revealed(1)).body.deal).toBe(10_913)
    few = [other?.stage.deal ?? 0, 10_914]
    await other?.finish([], { givenUp: true })
    const drawn = new Set<number>()
    for (let turn = 0; turn < 40; turn++) {
      const player = new LadderPlayer(api)
      drawn.add((await player.revealed(1)).body.deal)
      await player.finish([], { givenUp: true })
    }
    expect([...drawn].sort((a, b) => a - b)).toEqual([10_914, other?.stage.deal].sort((a, b) => (a ?? 0) - (b ?? 0)))
  })

  test('are not those that the player has had, as long as there are others', async () => {
    await endAll()
    few = [20_101, 20_102, 20_103]
    const player = new LadderPlayer(api)
    const had = []
    for (let run = 0; run < 4; run++) {
      had.push((await player.revealed(1, null)).body.deal)
      await player.finish([], { givenUp: true })
    }
    expect(new Set(had.slice(0, 3)).size).toBe(3)
    expect(few).toContain(had[3])
  })

  /** Ends what the tests before have left open. */
  async function endAll(): Promise<void> {
    clock.advance(20 * MINUTE)
    while ((await services.runs.closeDue()) > 0);
    clock.set(NOON)
  }
})
