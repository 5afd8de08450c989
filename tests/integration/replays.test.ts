import { contracts } from '@speedcell/shared/contracts'
import type { VariantId } from '@speedcell/shared/engine'
import { expect, test } from 'vitest'
import { freshDatabase } from '../support/database.ts'
import { type Browser, PASSWORD, testApi } from './api-client.ts'
import { type DailyPlayer, type Events, givenPlayer, logOf } from './daily-play.ts'

const fresh = await freshDatabase()
const { database } = fresh
const api = await testApi(fresh)
const { services, clock } = api

const MINUTE = 60_000
/** Moves that can be played on every deal. */
const SOME: Events = [
  [1_000, '1a'],
  [2_500, 'undo'],
  [4_000, '2a'],
]

// A day of its own for every test, so that no list is closed by another.
let days = 0
function nextDay(): string {
  const day = new Date(Date.UTC(2027, 0, 1 + ++days)).toISOString().slice(0, 10)
  clock.set(`${day}T12:00:00+01:00`)
  return day
}

const replayOf = (run: string, browser: Browser = api.browser()) => browser.call(contracts.replays.get, { params: { run } })
const codeOf = async (run: string, browser?: Browser) => (await replayOf(run, browser)).code

/** Closes whatever is due. */
async function sweep(): Promise<void> {
  await services.runs.closeDue()
  await services.dailies.closeDue()
}

/** A player who has given up a day's deal after a few events. */
async function givenUp(day: string): Promise<DailyPlayer> {
  const player = await givenPlayer(api, day)
  clock.advance(5_000)
  await player.finish(SOME, { givenUp: true })
  return player
}

/** The deals of these tests' ladder runs: none that a day of them has. */
let deals = 900_000
const nextDeal = (): number => ++deals

interface LadderStage {
  readonly browser: Browser
  readonly run: string
  readonly giveUp: () => Promise<void>
}

/** A player of a ladder run whose first stage has been revealed. */
async function givenLadder({
  deal = nextDeal(),
  variant = 'freecell-4',
}: {
  deal?: number
  variant?: VariantId
} = {}): Promise<LadderStage> {
  const browser = api.browser()
  await browser.claim(`Läufer ${deals}-${Math.floor(Math.random() * 1e9)}`.slice(0, 20))
  const userId = (await browser.me())?.id ?? ''
  const revealedAt = new Date(clock.now())
  const deadline = new Date(clock.now() + 10 * MINUTE)
  const row = await database.$transaction((transaction) =>
    services.runs.start(transaction, {
      ...{ userId, kind: 'ladder', day: null, attempt: 1 },
      ...{ deal, variant, undoLimit: null, revealedAt, deadline },
    }),
  )
  return {
    browser,
    run: row.runId,
    async giveUp() {
      const { body: stage } = await browser.call(contracts.stages.claim, { params: { stage: row.id } })
      const body = { claim: stage.claim ?? '', log: logOf(stage, [[0, '1a']]), givenUp: true }
      const { status } = await browser.call(contracts.stages.finish, { params: { stage: row.id }, body })
      expect(status).toBe(200)
    },
  }
}

test("a daily attempt is hidden from everybody else until the day's list has closed", async () => {
  const day = nextDay()
  const player = await givenUp(day)
  const other = await givenUp(day)
  for (const browser of [api.browser(), other.browser]) {
    const answer = await replayOf(player.stage.run, browser)
    const { deal, closesAt } = await database.daily.findUniqueOrThrow({ where: { day } })
    expect(answer).toMatchObject({ status: 403, code: 'replay-hidden', body: { opensAt: closesAt.toISOString() } })
    expect(answer.headers['cache-control']).toBe('no-store')
    expect(JSON.stringify(answer.body)).not.toMatch(new RegExp(`\\b${deal}\\b|2a`))
  }

  clock.set(`${day}T23:59:59+01:00`)
  clock.advance(61 * MINUTE)
  expect(await codeOf(player.stage.run)).toBe('replay-hidden')
  await sweep()
  const { status, body, headers } = await replayOf(player.stage.run, other.browser)
  expect(status).toBe(200)
  expect(headers['cache-control']).toBe('no-store')
  expect(body).toMatchObject({
    run: player.stage.run,
    kind: 'daily',
    day,
    attempt: 1,
    name: (await player.browser.me())?.name,
    mine: false,
    hidden: false,
    stagesWon: 0,
    struck: false,
  })
  expect(body.stages).toMatchObject([
    {
      ...{ number: 1, stage: player.stage.id, outcome: 'given-up', won: false, moves: 2, undos: 1, hints: 0 },
      ...{ deal: player.stage.deal, variant: 'freecell-4', autoplay: 'safe', events: SOME },
    },
  ])
  expect(body.score).toBe(body.stages[0]?.score)
})

test('its own player sees an ended attempt at once, and that nobody else does', async () => {
  const day = nextDay()
  const player = await givenUp(day)
  const { status, body } = await replayOf(player.stage.run, player.browser)
  expect(status).toBe(200)
  expect(body).toMatchObject({ mine: true, hidden: true, stages: [{ events: SOME }] })
  clock.advance(36 * 60 * MINUTE)
  await sweep()
  expect((await replayOf(player.stage.run, player.browser)).body).toMatchObject({ mine: true, hidden: false })
})

test('an open attempt is no run to others, and hidden from its own player', async () => {
  const day = nextDay()
  const player = await givenPlayer(api, day)
  await player.append(0, SOME.slice(0, 1))
  expect(await codeOf(player.stage.run)).toBe('not-found')
  expect(await replayOf(player.stage.run, player.browser)).toMatchObject({ code: 'replay-hidden', body: { opensAt: /T/ } })
  // A further attempt ends this one: the own player may look back, the new one is open.
  const first = player.stage.run
  await player.revealed(2)
  expect((await replayOf(first, player.browser)).body).toMatchObject({ attempt: 1, stages: [{ outcome: 'superseded' }] })
  expect(await codeOf(first)).toBe('replay-hidden')
  expect(await codeOf(player.stage.run, player.browser)).toBe('replay-hidden')
  clock.advance(36 * 60 * MINUTE)
  await sweep()
  expect((await replayOf(player.stage.run)).body).toMatchObject({ attempt: 2, stages: [{ outcome: 'closed' }] })
})

test('as long as anybody still has an attempt without its result, the day stays hidden', async () => {
  const day = nextDay()
  const player = await givenUp(day)
  await givenPlayer(api, day)
  clock.set(`${day}T23:00:00+01:00`)
  clock.advance(2 * 60 * MINUTE)
  const { closesAt } = await database.daily.findUniqueOrThrow({ where: { day } })
  expect(clock.now()).toBe(closesAt.getTime())
  await sweep()
  expect(await codeOf(player.stage.run)).toBe('replay-hidden')
  clock.advance(1)
  await sweep()
  expect(await codeOf(player.stage.run)).toBe('replay-hidden')
  // Only now has the last stage been closed, and the list after it.
  clock.advance(2_001)
  await sweep()
  expect((await replayOf(player.stage.run)).status).toBe(200)
})

test('a ladder run is shown to everybody once it has ended', async () => {
  nextDay()
  const { browser, run, giveUp } = await givenLadder()
  expect(await codeOf(run)).toBe('not-found')
  const own = await replayOf(run, browser)
  expect(own.code).toBe('replay-hidden')
  expect(own.body).not.toHaveProperty('opensAt')
  await giveUp()
  expect((await replayOf(run)).body).toMatchObject({ kind: 'ladder', day: null, mine: false, hidden: false })
  expect((await replayOf(run, browser)).body).toMatchObject({ mine: true, hidden: false })
})

test.each<[variant: VariantId]>([['freecell-4'], ['freecell-1']])(
  "it is hidden while its deal is played in another's open stage: %s",
  async (variant) => {
    nextDay()
    const deal = nextDeal()
    const first = await givenLadder({ deal })
    await first.giveUp()
    expect((await replayOf(first.run)).status).toBe(200)

    const second = await givenLadder({ deal, variant })
    const hidden = await replayOf(first.run, second.browser)
    expect(hidden.code).toBe('replay-hidden')
    expect(hidden.body).not.toHaveProperty('opensAt')
    expect((await replayOf(first.run, first.browser)).body).toMatchObject({ mine: true, hidden: true })

    await second.giveUp()
    expect((await replayOf(first.run, second.browser)).status).toBe(200)
  },
)

test("it is hidden while its deal is an open day's, and not before that day opens", async () => {
  const day = nextDay()
  await services.dailies.drawAhead()
  const [today, tomorrow] = await database.daily.findMany({ where: { day: { gte: day } }, orderBy: { day: 'asc' } })
  const first = await givenLadder({ deal: today?.deal ?? 0 })
  const second = await givenLadder({ deal: tomorrow?.deal ?? 0 })
  await first.giveUp()
  await second.giveUp()
  expect(await codeOf(first.run)).toBe('replay-hidden')
  expect((await replayOf(second.run)).status).toBe(200)
  clock.set(tomorrow?.opensAt.toISOString() ?? '')
  expect(await codeOf(second.run)).toBe('replay-hidden')
  nextDay()
  clock.advance(24 * 60 * MINUTE)
  await sweep()
  expect((await replayOf(first.run)).status).toBe(200)
  expect((await replayOf(second.run)).status).toBe(200)
})

test('a struck run can still be seen, and says so', async () => {
  nextDay()
  const { run, giveUp } = await givenLadder()
  await giveUp()
  await database.run.update({ where: { id: run }, data: { struckAt: new Date(clock.now()) } })
  expect((await replayOf(run)).body).toMatchObject({ struck: true })
})

test("a deleted player's run stays, nameless and nobody's own", async () => {
  nextDay()
  const { browser, run, giveUp } = await givenLadder()
  await giveUp()
  const name = (await browser.me())?.name ?? ''
  await browser.call(contracts.accounts.remove, { body: { confirm: name, password: PASSWORD } })
  expect(await browser.me()).toBeNull()
  expect((await replayOf(run, browser)).body).toMatchObject({ name: null, mine: false })
})

test('what was handed in after the closing is not what is shown: the closed result is', async () => {
  const day = nextDay()
  const player = await givenPlayer(api, day)
  clock.advance(5_000)
  await player.append(0, SOME)
  clock.advance(36 * 60 * MINUTE)
  await sweep()
  const { solution } = await database.daily.findUniqueOrThrow({ where: { day } })
  const events: Events = [...SOME, [5_000, 'undo'], ...solution.split(' ').map((e): [number, string] => [6_000, e])]
  expect((await player.finish(events)).body).toMatchObject({ late: true, won: true })
  expect((await replayOf(player.stage.run)).body).toMatchObject({
    stagesWon: 0,
    stages: [{ outcome: 'closed', won: false, events: SOME }],
  })
})

test.each([
  ['a run that is not there', '018f0000-0000-7000-8000-000000000000', 'not-found'],
  ['what is no id at all', 'nothing', 'bad-request'],
])('%s is refused', async (_what, run, code) => {
  expect(await codeOf(run)).toBe(code)
})
