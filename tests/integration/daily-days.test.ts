import { addDays, parseDay } from '@speedcell/services/core'
import { contracts } from '@speedcell/shared/contracts'
import { describe, expect, test } from 'vitest'
import { freshDatabase } from '../support/database.ts'
import { testApi } from './api-client.ts'
import { DailyPlayer, givenPlayer, winningEvents } from './daily-play.ts'

/** Days that do not last 24 hours, or begin at no full hour of UTC, and those around them. */
const DAYS: readonly [what: string, zone: string, day: string, opens: string, ends: string, closes: string][] = [
  ['an ordinary day', 'Europe/Berlin', '2026-11-30', '2026-11-29T23:00:00Z', '2026-11-30T23:00:00Z', '2026-12-01T00:00:00Z'],
  ['clocks go forward', 'Europe/Berlin', '2027-03-28', '2027-03-27T23:00:00Z', '2027-03-28T22:00:00Z', '2027-03-28T23:00:00Z'],
  [
    'the day before: an hour to finish, as always',
    'Europe/Berlin',
    '2027-03-27',
    '2027-03-26T23:00:00Z',
    '2027-03-27T23:00:00Z',
    '2027-03-28T00:00:00Z',
  ],
  ['clocks go back', 'Europe/Berlin', '2026-10-25', '2026-10-24T22:00:00Z', '2026-10-25T23:00:00Z', '2026-10-26T00:00:00Z'],
  [
    'half an hour beside UTC',
    'Asia/Kolkata',
    '2026-11-30',
    '2026-11-29T18:30:00Z',
    '2026-11-30T18:30:00Z',
    '2026-11-30T19:30:00Z',
  ],
  [
    'half an hour back',
    'Australia/Lord_Howe',
    '2027-04-04',
    '2027-04-03T13:00:00Z',
    '2027-04-04T13:30:00Z',
    '2027-04-04T14:30:00Z',
  ],
  [
    'midnight comes twice',
    'America/Havana',
    '2026-11-01',
    '2026-11-01T04:00:00Z',
    '2026-11-02T05:00:00Z',
    '2026-11-02T06:00:00Z',
  ],
  ['no midnight', 'Africa/Cairo', '2026-04-24', '2026-04-23T22:00:00Z', '2026-04-24T21:00:00Z', '2026-04-24T22:00:00Z'],
]

describe.each(DAYS)('%s (%s, %s)', async (_what, zone, day, opens, ends, closes) => {
  const fresh = await freshDatabase()
  const api = await testApi(fresh, { env: { SITE_TIMEZONE: zone } })
  const { clock, services } = api

  test('opens to the millisecond', async () => {
    clock.set(opens)
    clock.advance(-1)
    expect(await new DailyPlayer(api, day).revealed()).toMatchObject({ status: 409, code: 'day-not-open' })
    expect((await api.browser().call(contracts.daily.list, { params: { day } })).status).toBe(404)
    expect((await api.browser().call(contracts.daily.today)).body.today.day).toBe(addDays(parseDay(day), -1))
    clock.advance(1)
    expect(await new DailyPlayer(api, day).revealed()).toMatchObject({ status: 201 })
    const { body } = await api.browser().call(contracts.daily.today)
    expect(body.today).toMatchObject({
      day,
      state: 'open',
      opensAt: new Date(opens).toISOString(),
      endsAt: new Date(ends).toISOString(),
      closesAt: new Date(closes).toISOString(),
    })
  })

  test('ends to the millisecond; what has begun may be finished for an hour', async () => {
    clock.set(ends)
    clock.advance(-1)
    const player = await givenPlayer(api, day)
    expect(player.stage.closesAfter).toBe(3_600_001)
    clock.advance(1)
    expect(await new DailyPlayer(api, day).revealed()).toMatchObject({ status: 409, code: 'day-not-open' })
    expect(await player.revealed(2)).toMatchObject({ status: 409, code: 'day-not-open' })
    expect(await player.revealed(1)).toMatchObject({ status: 201, body: { id: player.stage.id } })
    const { body } = await player.browser.call(contracts.daily.today)
    expect(body.today).toMatchObject({ day: addDays(parseDay(day), 1), state: 'open' })
    expect(body.closing).toMatchObject({ day, state: 'closing', deal: null })
    expect(body.mineClosing).toMatchObject({ attempts: 1, playing: true })
    expect(body.mine).toMatchObject({ attempts: 0, playing: false })
    const events = await winningEvents(services, day, 0, 0)
    clock.set(closes)
    expect((await player.finish(events)).body).toMatchObject({ outcome: 'won', listed: true, coins: 250, streak: 1, late: false })
  })

  test('closes to the millisecond', async () => {
    clock.set(ends)
    clock.advance(-1)
    const player = await givenPlayer(api, day)
    clock.set(closes)
    clock.advance(1)
    expect((await player.look()).body.result).toMatchObject({ outcome: 'closed', endedAt: new Date(closes).toISOString() })
    clock.advance(2_000)
    await services.runs.closeDue()
    expect(await services.dailies.closeDue()).toContain(day)
    const { body } = await api.browser().call(contracts.daily.list, { params: { day } })
    expect(body.summary).toMatchObject({ state: 'closed', players: 3, solved: 1 })
    expect(body.rows.map(({ won }) => won)).toEqual([true, false, false])
  })
})

test('a game begun at 23:59 counts for that day, however long after midnight it is solved', async () => {
  const fresh = await freshDatabase()
  const api = await testApi(fresh)
  const { clock, services } = api
  clock.set('2026-11-30T23:59:00+01:00')
  const player = await givenPlayer(api, '2026-11-30')
  const events = await winningEvents(services, '2026-11-30', 60_000, 10_000)
  clock.set('2026-12-01T00:40:00+01:00')
  const { body } = await player.finish(events)
  expect(body).toMatchObject({ outcome: 'won', listed: true, coins: 250, streak: 1 })
  expect(await fresh.database.posting.findMany({ select: { reason: true } })).toEqual([{ reason: 'daily:2026-11-30' }])
  // The same player begins the new day, and has two in a row.
  const next = await givenPlayer(api, '2026-12-01', player.browser)
  expect(await next.solve()).toMatchObject({ coins: 250, streak: 2 })
})

test('after a change of the time zone the days are those of the new one; what has begun keeps its times', async () => {
  const fresh = await freshDatabase()
  const berlin = await testApi(fresh)
  await berlin.services.dailies.drawAhead()
  await givenPlayer(berlin, '2026-11-30')
  const [begun, drawn] = await fresh.database.daily.findMany({ orderBy: { day: 'asc' } })
  const tokyo = await testApi(fresh, { env: { SITE_TIMEZONE: 'Asia/Tokyo' } })
  await tokyo.services.dailies.drawAhead()
  tokyo.clock.set('2026-12-01T00:30:00+09:00')
  expect((await tokyo.browser().call(contracts.daily.today)).body.today).toMatchObject({
    day: '2026-12-01',
    state: 'open',
    opensAt: '2026-11-30T15:00:00.000Z',
    endsAt: '2026-12-01T15:00:00.000Z',
    closesAt: '2026-12-01T16:00:00.000Z',
  })
  expect(await new DailyPlayer(tokyo, '2026-12-01').revealed()).toMatchObject({ status: 201, body: { deal: drawn?.deal } })
  expect(await fresh.database.daily.findUniqueOrThrow({ where: { day: '2026-11-30' } })).toEqual(begun)
})
