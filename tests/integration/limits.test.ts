/** How often one may call: counted in PostgreSQL and each process, or in Redis. */
import type { Redis } from '@speedcell/services/core'
import { contracts } from '@speedcell/shared/contracts'
import { expect, test } from 'vitest'
import { ALLOWANCES } from '../../apps/api/limits.ts'
import { freshDatabase } from '../support/database.ts'
import { type Browser, PASSWORD, testApi, UNLIMITED } from './api-client.ts'

const fresh = await freshDatabase()
const { database, redis } = fresh
const { accounts } = contracts

/** What is counted in Redis, and when it runs out. */
async function countersOf(store: Redis): Promise<{ key: string; expire: number | null }[]> {
  const keys = await store.keys('speedcell:limit:*')
  return Promise.all(
    keys.map(async (key) => {
      const left = await store.pttl(key)
      return { key, expire: left < 0 ? null : left }
    }),
  )
}

const allowing = (limited: keyof typeof ALLOWANCES, calls: number) =>
  testApi(fresh, { allowances: { ...UNLIMITED, [limited]: { calls, seconds: 60 } } })
const statuses = async (calls: Iterable<() => Promise<{ status: number }>>) => {
  const given: number[] = []
  for (const call of calls) given.push((await call()).status)
  return given
}
const wrongly = (by: Browser, name: string) => () => by.signIn(name, 'Honig und Wachs')

test('hold by address', async () => {
  const site = await allowing('sign-in', 3)
  const tries = ['Aa a', 'Bb b', 'Cc c', 'Dd d'].map((name) => wrongly(site.browser('203.0.113.1'), name))
  expect(await statuses(tries)).toEqual([401, 401, 401, 429])
  expect((await site.browser('203.0.113.2').signIn('Aa a')).status).toBe(401)
})

test('say how long to wait', async () => {
  const site = await allowing('sign-in', 1)
  const by = site.browser('203.0.113.3')
  await by.signIn('Aa a')
  const { status, body, headers } = await by.call(accounts.signIn, { body: { name: 'Aa a', password: PASSWORD } })
  expect(status).toBe(429)
  expect(body).toMatchObject({ code: 'rate-limited', retryAfter: expect.any(Number) })
  expect(Number(headers['retry-after'])).toBeGreaterThan(0)
  expect(Number(headers['retry-after'])).toBeLessThanOrEqual(60)
})

test('take an IPv6 network for one address', async () => {
  const site = await allowing('sign-in', 2)
  const tries = ['2001:db8:1:2::1', '2001:db8:1:2::2', '2001:db8:1:2:ffff::3', '2001:db8:1:3::1'].map((address) =>
    wrongly(site.browser(address), 'Aa a'),
  )
  expect(await statuses(tries)).toEqual([401, 401, 429, 401])
})

test('count for whoever a trusted proxy names, and nobody else', async () => {
  const site = await allowing('read', 1)
  const me = (address: string, forwarded: string) => () =>
    site.browser(address).call(accounts.me, { headers: { 'x-forwarded-for': forwarded } })
  expect(await statuses([me('127.0.0.1', '203.0.113.4'), me('127.0.0.1', '203.0.113.5')])).toEqual([200, 200])
  expect(await statuses([me('203.0.113.6', '203.0.113.7'), me('203.0.113.6', '203.0.113.8')])).toEqual([200, 429])
})

test.each([
  ['signing in', accounts.signIn, { password: PASSWORD }, 401],
  ['recovering', accounts.recover, { recoveryCode: 'AAAAA-AAAAA-AAAAA-AAAAA', password: PASSWORD }, 401],
  ['claiming', accounts.claim, { password: 'kurz', locale: 'de' }, 422],
] as const)('hold by name, from wherever, for %s', async (_what, endpoint, body, status) => {
  const site = await allowing('name', 2)
  const names = ['Ziel Biene', 'ZIEL BIENE', 'Ziеl Biene', 'Ziel Biene Zwei'] // the third with a Cyrillic е
  const calls = names.map(
    (name, index) => () => site.browser(`198.51.100.${index}`).call(endpoint, { body: { name, ...body } } as never),
  )
  expect(await statuses(calls)).toEqual([status, status, 429, status])
})

test('do not count what succeeds', async () => {
  const site = await testApi(fresh, {
    allowances: { ...UNLIMITED, 'sign-in': { calls: 2, seconds: 60 }, name: { calls: 2, seconds: 60 } },
  })
  await site.browser('203.0.113.12').claim('Oft Imme')
  const right = () => site.browser('203.0.113.12').signIn('Oft Imme')
  const wrong = wrongly(site.browser('203.0.113.12'), 'Oft Imme')
  expect(await statuses([right, right, right, wrong, right, right, wrong, right, wrong])).toEqual([
    ...[200, 200, 200, 401, 200, 200, 401, 429, 429],
  ])
})

test('do count it among all calls that write, so that nobody hashes passwords without end', async () => {
  const site = await allowing('write', 2)
  const by = site.browser('203.0.113.13')
  const right = () => by.signIn('Oft Imme')
  expect(await statuses([right, right, right])).toEqual([200, 200, 429])
})

test.each([
  ['changing it', 'Neue Imme', accounts.changePassword, { current: 'Honig und Wachs', password: 'Wachs und Wabe' }],
  ['a new recovery code', 'Code Imme', accounts.renewRecoveryCode, { password: 'Honig und Wachs' }],
  ['deleting the account', 'Letzte Imme', accounts.remove, { confirm: 'Letzte Imme', password: 'Honig und Wachs' }],
] as const)('by name hold for the current password too, for %s', async (_what, name, endpoint, body) => {
  const site = await allowing('name', 3)
  const by = site.browser()
  await by.claim(name)
  const tries = Array.from({ length: 4 }, () => () => by.call(endpoint, { body } as never))
  expect(await statuses(tries)).toEqual([401, 401, 401, 429])
})

test('hold for accounts that are made', async () => {
  const site = await allowing('account', 1)
  const claim = (name: string) => () =>
    site.browser('203.0.113.9').call(accounts.claim, { body: { name, password: PASSWORD, locale: 'de' } })
  expect(await statuses([claim('Erste Imme'), claim('Zweite Imme')])).toEqual([200, 429])
})

test('on passwords hold for all processes together, and over a restart', async () => {
  const [one, other] = [await allowing('sign-in', 2), await allowing('sign-in', 2)]
  const address = '203.0.113.10'
  const tries = [one, other, one, other].map((site) => wrongly(site.browser(address), 'Aa a'))
  expect(await statuses(tries)).toEqual([401, 401, 429, 429])
  await Promise.all([one.app.close(), other.app.close()])
  const restarted = await allowing('sign-in', 2)
  expect((await restarted.browser(address).signIn('Aa a')).status).toBe(429)
})

test('count many at once as many', async () => {
  const site = await allowing('sign-in', 5)
  const tries = Array.from({ length: 20 }, () => wrongly(site.browser('203.0.113.11'), 'Aa a')())
  const given = (await Promise.all(tries)).map(({ status }) => status)
  expect(given.filter((status) => status === 401)).toHaveLength(5)
  expect(given.filter((status) => status === 429)).toHaveLength(15)
})

test('keep no name and no address longer than needed', async () => {
  const counters = redis ? await countersOf(redis) : await database.rateLimit.findMany()
  expect(counters.length).toBeGreaterThan(0)
  expect(counters.filter(({ key }) => /imme|ziel/i.test(key))).toEqual([])
  expect(counters.filter(({ expire }) => expire === null)).toEqual([])
})

test('leave room for many players behind one address', () => {
  expect(ALLOWANCES.reveal.calls).toBeGreaterThanOrEqual(60)
  expect(ALLOWANCES.name.calls * (86_400 / ALLOWANCES.name.seconds)).toBeLessThan(2_000)
})

test('what does not guard passwords or the database is counted by each process for itself, and in Redis for all', async () => {
  const [one, other] = [await allowing('read', 1), await allowing('read', 1)]
  const look = (site: typeof one) => () => site.browser('203.0.113.40').call(accounts.me)
  expect(await statuses([look(one), look(other), look(one)])).toEqual(redis ? [200, 429, 429] : [200, 200, 429])
})
