import type { DomainError } from '@speedcell/services/core'
import type { StageResult } from '@speedcell/shared/contracts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { freshDatabase } from '../support/database.ts'
import { rule } from '../support/referee.ts'
import { testApi } from './api-client.ts'
import { type DailyPlayer, type Events, givenPlayer, logOf, winningEvents } from './daily-play.ts'

const fresh = await freshDatabase()
const { database } = fresh
const api = await testApi(fresh)
const { services, clock } = api

const DAY = '2027-01-20'
/** How many logs each kind of forgery is tried with. */
const TRIES = 40
const SEED = 617

clock.set('2027-01-20T00:00:01+01:00')
const cheat = await givenPlayer(api, DAY)
const userId = await cheat.id()
const STAGE = cheat.stage
const WIN = await winningEvents(services, DAY, 100, 100)
/** An honest game with two detours, which cost it points. */
const HONEST: Events = withDetour(withDetour(WIN, 30), 8)

/** The events with a move put in that is taken back at once, at the first place from `at` on where one is legal. */
function withDetour(events: Events, at: number): Events {
  const [t] = events[at] ?? [0]
  for (const from of '12345678') {
    for (const to of 'abcd12345678') {
      const detour: Events = [...events.slice(0, at), [t, from + to], [t, 'undo'], ...events.slice(at)]
      if (rule(STAGE.deal, detour, () => Number.POSITIVE_INFINITY).ok) return detour
    }
  }
  return withDetour(events, at + 1)
}

type Answer = { result: StageResult } | { code: string; index: number | undefined }

/** Plays honestly up to `known` events, then hands in a forged log. */
async function handIn(log: object, known: number, givenUp: boolean): Promise<Answer & { elapsed: number }> {
  // A refused log leaves the stage open, with what the server has; then it is no clean start.
  await reveal(cheat)
  const elapsed = HONEST.at(-1)?.[0] ?? 0
  clock.advance(elapsed)
  const tab = { userId, stage: cheat.stage.id, claim: cheat.stage.claim ?? '' }
  await services.runs.append(tab, 0, HONEST.slice(0, known))
  return services.runs.finish(tab, log, givenUp).then(
    (result) => ({ result, elapsed }),
    ({ code, details }: DomainError) => ({ code, index: details?.index as number | undefined, elapsed }),
  )
}

let attempt = 1
async function reveal(player: DailyPlayer): Promise<void> {
  player.stage = await services.dailies.reveal(userId, DAY as never, ++attempt)
}

/** What has to come of a forged log: what the referee says of it. */
async function expectTheTruth(events: Events, known: number, givenUp: boolean): Promise<void> {
  const { elapsed, ...answer } = await handIn(logOf(STAGE, events), known, givenUp)
  const conflict = HONEST.slice(0, known).findIndex(([t, e], index) => t !== events[index]?.[0] || e !== events[index]?.[1])
  if (conflict >= 0) return expect(answer).toEqual({ code: 'log-conflict', index: conflict })
  const judged = events.map(([t, e], index): Events[number] => [t, e === 'hint' && index >= known ? 'no hint of yours' : e])
  const ruling = rule(STAGE.deal, judged, (index) => (index < known ? Number.POSITIVE_INFINITY : elapsed + 1_000))
  if (!ruling.ok) return expect(answer).toEqual({ code: ruling.reason, index: ruling.index })
  if (!ruling.won && !givenUp) return expect(answer).toEqual({ code: 'not-over', index: undefined })
  const { won, home, moves, undos, hints, points, lastT } = ruling
  const arrivedLate = elapsed - lastT > 3_000
  expect(answer).toMatchObject({
    result: {
      outcome: won ? 'won' : 'given-up',
      ...{ won, home, moves, undos, hints, points, score: points },
      timeMs: won && arrivedLate ? elapsed : lastT,
    },
  })
}

const position = fc.nat({ max: HONEST.length - 1 })
const place = fc.constantFrom(...'12345678abcd')
const move = fc
  .tuple(place, fc.constantFrom(...'12345678abcdh'), fc.constantFrom('', '', '', 'x1', 'x2', 'x3'))
  .map((parts) => parts.join(''))

const FORGERIES: Record<string, fc.Arbitrary<(events: Events) => Events>> = {
  'another move': fc.tuple(position, move).map(
    ([at, e]) =>
      (events) =>
        events.with(at, [events[at]?.[0] ?? 0, e]),
  ),
  'a time moved forward': fc.tuple(position, fc.integer({ min: 1, max: 2_500 })).map(
    ([at, by]) =>
      (events) =>
        events.with(at, [(events[at]?.[0] ?? 0) + by, events[at]?.[1] ?? '']),
  ),
  'a time moved back': fc.tuple(position, fc.integer({ min: 1, max: 300 })).map(
    ([at, by]) =>
      (events) =>
        events.with(at, [Math.max(0, (events[at]?.[0] ?? 0) - by), events[at]?.[1] ?? '']),
  ),
  'all times compressed': fc
    .integer({ min: 1, max: 99 })
    .map((percent) => (events) => events.map(([t, e]) => [Math.floor((t * percent) / 100), e])),
  'all times stretched': fc
    .integer({ min: 101, max: 120 })
    .map((percent) => (events) => events.map(([t, e]) => [Math.floor((t * percent) / 100), e])),
  'an event left out': position.map((at) => (events) => events.toSpliced(at, 1)),
  'an undo left out': fc.nat({ max: 1 }).map((which) => (events) => {
    const undos = events.flatMap(([, e], index) => (e === 'undo' ? [index] : []))
    return events.toSpliced(undos[which] ?? 0, 1)
  }),
  'a detour left out': fc.nat({ max: 1 }).map((which) => (events) => {
    const undos = events.flatMap(([, e], index) => (e === 'undo' ? [index] : []))
    return events.toSpliced((undos[which] ?? 1) - 1, 2)
  }),
  'an event doubled': position.map((at) => (events) => events.toSpliced(at, 0, events[at] ?? [0, ''])),
  'two events swapped': position.map((at) => (events) => {
    const [one, two] = [events[at], events[at + 1]]
    return one && two ? events.with(at, [one[0], two[1]]).with(at + 1, [two[0], one[1]]) : events
  }),
  'an event put in': fc.tuple(position, fc.oneof(move, fc.constantFrom('undo', 'hint', 'finish', 'win', ''))).map(
    ([at, e]) =>
      (events) =>
        events.toSpliced(at, 0, [events[at]?.[0] ?? 0, e]),
  ),
  'the end cut off': position.map((at) => (events) => events.slice(0, at)),
  'a hint put at the end': fc.constant((events: Events): Events => [...events, [events.at(-1)?.[0] ?? 0, 'hint']]),
  'a game that goes on': move.map((e) => (events) => [...events, [events.at(-1)?.[0] ?? 0, e]]),
}

describe('a forged log is refused, or scores what it really is', () => {
  test.each(Object.keys(FORGERIES))(
    '%s',
    async (kind) => {
      const forge = FORGERIES[kind] as fc.Arbitrary<(events: Events) => Events>
      const cases = fc.sample(fc.tuple(forge, fc.constantFrom(0, 0, 20, HONEST.length - 1), fc.boolean()), {
        seed: SEED,
        numRuns: TRIES,
      })
      for (const [change, known, givenUp] of cases) await expectTheTruth(change(HONEST), known, givenUp)
    },
    120_000,
  )

  test('the honest one wins, for comparison', async () => {
    const before = await handIn(logOf(STAGE, HONEST), 20, false)
    expect(before).toMatchObject({ result: { won: true, undos: 2, moves: WIN.length + 2, points: 1_020 - WIN.length - 12 } })
  })
})

describe('a log that claims what it may not', () => {
  const honest = logOf(STAGE, HONEST)

  test.each<[what: string, log: unknown, code: string]>([
    ['points of its own', { ...honest, points: 5_000 }, 'not-a-log'],
    ['a win of its own', { ...honest, won: true }, 'not-a-log'],
    ['another version', { ...honest, v: 2 }, 'not-a-log'],
    ['another deal', { ...honest, deal: (STAGE.deal % 32_000) + 1 }, 'wrong-game'],
    ['the deal as a text', { ...honest, deal: String(STAGE.deal) }, 'not-a-log'],
    ['an easier variant', { ...honest, variant: 'bakers-game', autoplay: 'all' }, 'wrong-game'],
    ['a variant that is none', { ...honest, variant: 'freecell-9' }, 'not-a-log'],
    ['no autoplay', { ...honest, autoplay: 'off' }, 'wrong-game'],
    ['all autoplay', { ...honest, autoplay: 'all' }, 'not-a-log'],
    ['half a millisecond', { ...honest, events: [[0.5, '1a']] }, 'not-a-log'],
    ['a time before the reveal', { ...honest, events: [[-1, '1a']] }, 'not-a-log'],
    ['a time beyond all times', { ...honest, events: [[2 ** 31, '1a']] }, 'not-a-log'],
    ['a time that is a text', { ...honest, events: [['0', '1a']] }, 'not-a-log'],
    ['three things in an event', { ...honest, events: [[0, '1a', 100]] }, 'not-a-log'],
    ['5,001 events', { ...honest, events: Array.from({ length: 5_001 }, () => [0, '1a']) }, 'not-a-log'],
    ['more than 128 KiB', { ...honest, events: [[0, 'x'.repeat(131_072)]] }, 'not-a-log'],
    ['a text of half a letter', { ...honest, events: [[0, '\ud800']] }, 'illegal-move'],
    ['a text that ends the row', { ...honest, events: [[0, '1a\u0000']] }, 'illegal-move'],
    ['a text for the database', { ...honest, events: [[0, "1a'; DROP TABLE stages; --"]] }, 'illegal-move'],
    ['nothing', null, 'not-a-log'],
    ['a list', [honest], 'not-a-log'],
  ])('%s', async (_what, log, code) => {
    expect(await handIn(log as object, 0, false)).toMatchObject({ code })
  })
})

test('after all that, the day was paid once, and the ledger is as it was', async () => {
  expect(await database.posting.findMany({ where: { userId } })).toMatchObject([{ reason: `daily:${DAY}`, coins: 250 }])
  expect(await database.dailyEntry.count({ where: { userId } })).toBe(1)
  const stages = await database.stage.findMany({ where: { run: { userId } }, include: { result: true } })
  expect(stages).toHaveLength(attempt)
  // Whatever was handed in, an attempt has ended at the latest with the next one.
  expect(stages.filter(({ result }) => result === null).length).toBeLessThanOrEqual(1)
})
