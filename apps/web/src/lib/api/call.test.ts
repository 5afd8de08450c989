import { describe, expect, it } from 'vitest'
import { call, urlOf } from './call.ts'
import type { Route } from './endpoints.ts'

const list = { method: 'GET', path: '/daily/:day/list' } as Route<never>
const claim = { method: 'POST', path: '/accounts/claim' } as Route<never>
const send = (fetch: typeof globalThis.fetch, route = list, input: object = {}) => call(fetch, route, input as never)
const answers =
  (body: BodyInit | null, init?: ResponseInit): typeof globalThis.fetch =>
  async () =>
    new Response(body, init)

describe('an endpoint’s URL', () => {
  it.each([
    ['nothing to fill in', '/me', {}, {}, '/api/me'],
    ['a parameter', '/daily/:day/list', { day: '2026-11-30' }, {}, '/api/daily/2026-11-30/list'],
    ['one that needs care', '/players/:name', { name: 'Zaun/königin ?' }, {}, '/api/players/Zaun%2Fk%C3%B6nigin%20%3F'],
    ['a query', '/x', {}, { offset: 50, before: undefined, name: 'a b' }, '/api/x?offset=50&name=a+b'],
  ])('%s', (_, path, params, query, url) => expect(urlOf(path, params, query)).toBe(url))
})

describe('a call', () => {
  it('brings the answer', async () => {
    expect(await send(answers('{"me":null}'))).toEqual({ ok: true, value: { me: null } })
  })

  it('sends its body as JSON, and nothing where there is none', async () => {
    const sent: (RequestInit | undefined)[] = []
    const fetch: typeof globalThis.fetch = async (_, init) => {
      sent.push(init)
      return new Response('{}')
    }
    await send(fetch, claim, { body: { name: 'linde' } })
    await send(fetch)
    expect(sent[0]).toMatchObject({ method: 'POST', body: '{"name":"linde"}', headers: { 'content-type': 'application/json' } })
    expect(sent[1]).toMatchObject({ method: 'GET' })
    expect(sent[1]).not.toHaveProperty('body')
  })

  it.each([
    [
      'a problem document',
      '{"code":"rate-limited","status":429,"title":"","type":"","retryAfter":42}',
      { status: 429 },
      { code: 'rate-limited', status: 429, retryAfter: 42 },
    ],
    [
      'what a refused log says',
      '{"code":"log-conflict","status":409,"index":3,"length":4,"events":[[1,"26"]]}',
      { status: 409 },
      { code: 'log-conflict', status: 409, index: 3, length: 4, events: [[1, '26']] },
    ],
    [
      'a proxy’s page in the API’s place',
      '<h1>Bad gateway</h1>',
      { status: 502, headers: { 'retry-after': '5' } },
      { code: 'busy', status: 502, retryAfter: 5 },
    ],
    ['a page where JSON should be', '<h1>Hello</h1>', { status: 200 }, { code: 'internal', status: 200 }],
    ['nothing at all', null, { status: 500 }, { code: 'internal', status: 500 }],
  ])('refused with %s says so', async (_, body, init, problem) => {
    expect(await send(answers(body, init))).toEqual({ ok: false, problem })
  })

  it.each([
    ['that gets no answer', async () => Promise.reject(new TypeError('Failed to fetch'))],
    [
      'whose answer breaks off',
      async () => new Response(new ReadableStream({ pull: (stream) => stream.error(new TypeError('network error')) })),
    ],
  ])('%s is offline', async (_, fetch) => {
    expect(await send(fetch)).toEqual({ ok: false, problem: { code: 'offline', status: 0 } })
  })
})
