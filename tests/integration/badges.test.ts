import { randomUUID } from 'node:crypto'
import { addDays, parseDay } from '@speedcell/services/core'
import { type BadgeId, contracts } from '@speedcell/shared/contracts'
import type { VariantId } from '@speedcell/shared/engine'
import { beforeEach, describe, expect, test } from 'vitest'
import { freshDatabase } from '../support/database.ts'
import { solutionOf } from '../support/solution.ts'
import { type Browser, testApi } from './api-client.ts'
import { type DailyPlayer, givenPlayer } from './daily-play.ts'
import { givenClimber } from './ladder-play.ts'
import { timed } from './rated-player.ts'

const fresh = await freshDatabase()
const { database } = fresh
const api = await testApi(fresh, { env: { SITE_TIMEZONE: 'UTC' } })
const { browser, clock, services } = api

/** Each test has a day of its own, a month after the last one's. */
let day = parseDay('2027-01-04')
beforeEach(() => {
  day = addDays(day, 31)
  clock.set(`${day}T12:00:00Z`)
})

/** A win of deal 59 in 29 moves. */
const SHORT = '7a 7b 78 7c 12 4a 74 27x2 27 1h 2h 23 27 a2x1 82 85 8a 58 5d 18 12 1h 41x1 5h 4h 31 61 34x1 32x1'
/** So far apart that no win takes less than two minutes. */
const SLOW = 10_000

/** What a player's games come to before the game that matters. */
interface Before {
  readonly games?: number
  readonly wins?: number
  readonly cardsHome?: number
  readonly winStreak?: number
}
const given = (userId: string, before: Before) => database.playerTotals.create({ data: { userId, ...before } })

/** What the player's own page says of a badge, or that of another viewer. */
async function shown(badge: BadgeId, player: Browser, viewer = player) {
  const me = await player.me()
  const { body } = await viewer.call(contracts.statistics.get, { params: { name: me?.name ?? '' } })
  return body.badges.find((one) => one.badge === badge)
}

describe('a free game', () => {
  const game = (deal: number, variant: VariantId, moves?: readonly string[], gap = SLOW) => ({
    ...{ v: 1, deal, variant, autoplay: variant === 'bakers-game' ? 'all' : 'safe' },
    events: timed(moves ?? solutionOf({ deal, variant }), gap, gap),
  })
  const LOST = game(59, 'freecell-4', SHORT.split(' ').slice(0, 12))

  test.each<[badge: BadgeId, log: object, before?: Before, others?: BadgeId[]]>([
    ['first-flight', game(617, 'freecell-4')],
    ['game-number-one', game(1, 'freecell-4'), {}, ['first-flight']],
    ['two-combs', game(7, 'freecell-2'), {}, ['first-flight']],
    ['one-comb', game(7, 'freecell-1'), {}, ['first-flight']],
    ['bakers-bee', game(7, 'bakers-game'), {}, ['first-flight']],
    ['beeline', game(59, 'freecell-4', SHORT.split(' ')), {}, ['first-flight']],
    ['busy-bee', game(617, 'freecell-4'), { wins: 99 }, ['first-flight']],
    ['swarm', game(617, 'freecell-4'), { wins: 9, winStreak: 9 }, ['first-flight']],
    ['honey-store', LOST, { cardsHome: 5_199 }],
  ])('earns %s', async (badge, log, before = {}, others = []) => {
    const { player, token } = await services.accounts.create('de')
    const by = browser()
    by.cookies.set('session', token)
    await given(player.id, before)
    expect((await shown(badge, by))?.earnedAt).toBeNull()
    const hand = (id: string, of = log) => by.call(contracts.games.count, { body: { id, player: player.id, log: of } })
    const id = randomUUID()
    const { body } = await hand(id)
    expect(body.badges).toContain(badge)
    expect(new Set(body.badges)).toEqual(new Set([badge, ...others]))
    expect(await shown(badge, by)).toEqual({ badge, earnedAt: new Date(clock.now()).toISOString(), progress: null })
    clock.advance(1_000)
    expect((await hand(id)).body).toEqual({ ...body, counted: false })
    // Whatever would earn it again.
    expect((await hand(randomUUID(), game(32, 'freecell-4'))).body.badges).not.toContain(badge)
    expect(await database.badgeAward.count({ where: { userId: player.id, badge } })).toBe(1)
  })

  test('does not earn the badge of a fast win: its time is the device’s word', async () => {
    const { player, token } = await services.accounts.create('de')
    const by = browser()
    by.cookies.set('session', token)
    const { body } = await by.call(contracts.games.count, {
      body: { id: randomUUID(), player: player.id, log: game(617, 'freecell-4', undefined, 1) },
    })
    expect(body.badges).toEqual(['first-flight'])
    expect(await database.badgeAward.count({ where: { userId: player.id } })).toBe(1)
  })
})

describe('a daily', () => {
  /** A player who is about to solve the day, with so many days before it solved. */
  async function about(days: number, before: Before = {}): Promise<DailyPlayer> {
    await services.dailies.drawAhead()
    const player = await givenPlayer(api, day)
    const userId = await player.id()
    await given(userId, before)
    const { stage } = player
    for (let ago = 1; ago <= days; ago++) {
      const earlier = addDays(day, -ago)
      const times = { opensAt: new Date(0), endsAt: new Date(0), closesAt: new Date(0), drawnAt: new Date(0) }
      await database.daily.createMany({ data: [{ day: earlier, deal: 617, solution: '', ...times }], skipDuplicates: true })
      await database.dailySolve.create({ data: { userId, day: earlier, stageId: stage.id, late: false, solvedAt: new Date(0) } })
    }
    return player
  }

  test.each<[badges: BadgeId[], days: number, gap: number]>([
    [['first-flight'], 5, SLOW],
    [['first-flight', 'bee-week'], 6, SLOW],
    [['first-flight', 'bee-week', 'bee-month'], 29, SLOW],
    [['first-flight', 'express-bee'], 0, 500],
  ])('earns %j, after %i days, with a move every %i ms', async (badges, days, gap) => {
    const player = await about(days)
    const result = await player.solve(gap)
    const others = result.badges.filter((badge) => badge !== 'beeline' && badge !== 'game-number-one')
    expect(others).toEqual(badges)
    clock.advance(5_000)
    expect((await player.finish([])).body).toEqual(result)
    expect((await player.look()).body.result).toEqual(result)
    // A further attempt earns nothing twice.
    await player.revealed(2)
    expect((await player.solve(gap)).badges).toEqual([])
  })

  test('given up counts as not won', async () => {
    const player = await about(0, { wins: 9, winStreak: 9 })
    clock.advance(5_000)
    expect((await player.finish(timed(['1a']), { givenUp: true })).body.badges).toEqual([])
    await player.revealed(2)
    expect((await player.solve(SLOW)).badges).not.toContain('swarm')
    expect(await database.playerTotals.findUnique({ where: { userId: await player.id() } })).toMatchObject({
      ...{ games: 2, wins: 10, winStreak: 1, longestStreak: 1 },
    })
  })

  test('of deal 1 does not tell others so while its list is open', async () => {
    const [opensAt, endsAt, closesAt] = [`${day}T00:00:00Z`, `${addDays(day, 1)}T00:00:00Z`, `${addDays(day, 1)}T01:00:00Z`]
    await database.daily.create({
      data: {
        ...{ day, deal: 1, solution: solutionOf({ deal: 1, variant: 'freecell-4' }).join(' '), drawnAt: opensAt },
        ...{ opensAt, endsAt, closesAt },
      },
    })
    const player = await givenPlayer(api, day)
    expect((await player.solve(SLOW)).badges).toContain('game-number-one')
    expect((await shown('game-number-one', player.browser))?.earnedAt).not.toBeNull()
    expect((await shown('game-number-one', player.browser, browser()))?.earnedAt).toBeNull()
    expect((await shown('first-flight', player.browser, browser()))?.earnedAt).not.toBeNull()
    clock.set(`${addDays(day, 1)}T01:00:03Z`)
    await services.runs.closeDue()
    await services.dailies.closeDue()
    expect((await shown('game-number-one', player.browser, browser()))?.earnedAt).not.toBeNull()
  })
})

test('a climb of all stages earns its badges with its last result', async () => {
  const player = await givenClimber(api, 5)
  expect((await shown('queen-bee', player.browser))?.progress).toEqual({ done: 0, of: 5 })
  const result = await player.win()
  expect(result.badges).toEqual(expect.arrayContaining(['one-comb', 'queen-bee', 'no-way-back']))
  expect((await player.finish([])).body).toEqual(result)
})

test('what belongs to tournaments is earned by nothing yet', async () => {
  const earned = await database.badgeAward.findMany({ distinct: ['badge'], select: { badge: true } })
  expect(earned.map(({ badge }) => badge)).not.toEqual(expect.arrayContaining(['hive-mate']))
  expect(earned.map(({ badge }) => badge)).not.toEqual(expect.arrayContaining(['honey-crown']))
})
