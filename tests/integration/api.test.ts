import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { createDatabase, createLogger, inTransaction } from '@speedcell/services/core'
import { contracts, type ErrorCode, problemSchema } from '@speedcell/shared/contracts'
import { describe, expect, test } from 'vitest'
import { ENDPOINTS } from '../../apps/api/openapi.ts'
import { PROBLEMS, problemOf } from '../../apps/api/problem.ts'
import type { WebHandler } from '../../apps/api/web.ts'
import { freshDatabase } from '../support/database.ts'
import { PASSWORD, testApi } from './api-client.ts'

const { accounts } = contracts

interface Asked {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'DELETE' | 'OPTIONS'
  readonly url: string
  readonly payload?: string | object
  readonly headers?: Record<string, string>
  readonly cookies?: Record<string, string>
  readonly remoteAddress?: string
}

const fresh = await freshDatabase()
const { database } = fresh
const { app, services, browser } = await testApi(fresh)

/** A request as it may come from anybody, and the problem that answers it. */
async function refused(request: Asked | string, by = app) {
  const answer = await by.inject(request)
  expect(answer.headers['content-type']).toBe('application/problem+json; charset=utf-8')
  const problem = problemSchema.parse(answer.json())
  expect(problem).toMatchObject({
    type: `urn:speedcell:problem:${problem.code}`,
    status: answer.statusCode,
    title: PROBLEMS[problem.code].title,
  })
  return { ...problem, headers: answer.headers }
}

describe('what is no proper request', () => {
  const claim = { method: 'POST', url: '/api/accounts/claim' } as const
  const json = { 'content-type': 'application/json' }
  const body = (payload: string, headers: Record<string, string> = json) => ({ ...claim, payload, headers })
  const fields = (value: object) => body(JSON.stringify(value))
  const good = { name: 'Gute Biene', password: PASSWORD, locale: 'de' }

  test.each<[what: string, request: Asked, code: ErrorCode]>([
    ['no body', claim, 'bad-request'],
    ['an empty body', body(''), 'bad-request'],
    ['no JSON', body('{"name":'), 'bad-request'],
    ['NaN', body('{"name":NaN}'), 'bad-request'],
    ['undefined', body('undefined'), 'bad-request'],
    ['null', body('null'), 'bad-request'],
    ['a text', body('"name"'), 'bad-request'],
    ['a list', body('[]'), 'bad-request'],
    ['nothing in it', fields({}), 'bad-request'],
    ['a number for a text', fields({ ...good, name: 4821 }), 'bad-request'],
    ['an object for a text', fields({ ...good, name: { $ne: null } }), 'bad-request'],
    ['a list for a text', fields({ ...good, password: [PASSWORD] }), 'bad-request'],
    ['an unknown key', fields({ ...good, role: 'admin' }), 'bad-request'],
    ['an unknown language', fields({ ...good, locale: 'fr' }), 'bad-request'],
    ['an endless name', fields({ ...good, name: 'a'.repeat(201) }), 'bad-request'],
    ['a lone surrogate', body(JSON.stringify({ ...good, name: 'Biene\ud800' })), 'bad-request'],
    ['a lone surrogate in a password', body(JSON.stringify({ ...good, password: `${PASSWORD}\udfff` })), 'bad-request'],
    ['a lone surrogate in a key', body(JSON.stringify({ ...good, '\ud800': 1 })), 'bad-request'],
    ['a key that reaches for the prototype', body(`{"__proto__":{"role":"admin"},"name":"x"}`), 'bad-request'],
    ['another that does', body(`{"constructor":{"prototype":{"role":"admin"}}}`), 'bad-request'],
    ['deep JSON', body(`${'['.repeat(4_000)}${']'.repeat(4_000)}`), 'bad-request'],
    ['deep objects', body(`${'{"a":'.repeat(1_200)}1${'}'.repeat(1_200)}`), 'bad-request'],
    ['more than 8 KiB', fields({ ...good, name: 'a'.repeat(8 * 1024) }), 'too-large'],
    ['a megabyte', body('x'.repeat(1024 * 1024)), 'too-large'],
    ['a form', body('name=x&password=y', { 'content-type': 'application/x-www-form-urlencoded' }), 'unsupported-media-type'],
    ['a text with JSON in it', body(JSON.stringify(good), { 'content-type': 'text/plain' }), 'unsupported-media-type'],
    ['a body of no type at all', body(JSON.stringify(good), { 'content-type': '' }), 'unsupported-media-type'],
    ['a path that is no text', { method: 'GET', url: '/api/players/%zz' }, 'bad-request'],
    ['half a surrogate in a path', { method: 'GET', url: '/api/players/%ed%a0%80' }, 'bad-request'],
    ['NUL in a path', { method: 'GET', url: '/api/players/Bi%00ene' }, 'not-found'],
    ['an endless path', { method: 'GET', url: `/api/players/${'a'.repeat(250)}` }, 'bad-request'],
    ['an even longer one', { method: 'GET', url: `/api/players/${'a'.repeat(5_000)}` }, 'not-found'],
    ['no query', { method: 'GET', url: '/api/accounts/name' }, 'bad-request'],
    ['a query twice', { method: 'GET', url: '/api/accounts/name?name=abc&name=def' }, 'bad-request'],
    ['an unknown query', { method: 'GET', url: '/api/accounts/name?name=abc&role=admin' }, 'bad-request'],
    [
      'a query that reaches for the prototype',
      { method: 'GET', url: '/api/accounts/name?name=abc&__proto__[a]=1' },
      'bad-request',
    ],
    ['nothing there', { method: 'GET', url: '/api/nothing' }, 'not-found'],
    ['nothing there to change', { method: 'POST', url: '/api/nothing', payload: {} }, 'not-found'],
    ['the API itself', { method: 'GET', url: '/api' }, 'not-found'],
    ['above the API', { method: 'GET', url: '/api/../etc/passwd' }, 'not-found'],
    ['another method', { method: 'PUT', url: '/api/me', payload: {} }, 'method-not-allowed'],
    ['another method, with a megabyte', { ...body('x'.repeat(1024 * 1024)), method: 'DELETE' }, 'method-not-allowed'],
    [
      'a preflight',
      { method: 'OPTIONS', url: '/api/accounts/sign-in', headers: { origin: 'http://localhost' } },
      'method-not-allowed',
    ],
  ])('%s', async (_what, request, code) => {
    const users = await database.user.count()
    const answer = await refused(request)
    expect(answer.code).toBe(code)
    expect(answer.headers['set-cookie']).toBeUndefined()
    expect(await database.user.count()).toBe(users)
    expect(({} as { role?: string }).role).toBeUndefined()
  })

  test('is told where it is wrong', async () => {
    const { issues } = await refused(fields({ ...good, name: 1, locale: 'fr' }))
    expect(issues?.map(({ path }) => path)).toEqual(['body/name', 'body/locale'])
  })

  test('is told which methods there are', async () => {
    expect((await refused({ method: 'DELETE', url: '/api/me' })).headers.allow).toBe('GET, HEAD')
    expect((await refused({ method: 'GET', url: '/api/accounts/sign-in' })).headers.allow).toBe('POST')
  })

  test.each([
    ['no HTTP', 'BEE / HONEY\r\n\r\n', 'HTTP/1.1 400 Bad Request', 'bad-request'],
    [
      'more header than anybody needs',
      `GET / HTTP/1.1\r\nx: ${'x'.repeat(20_000)}\r\n\r\n`,
      'HTTP/1.1 413 Payload Too Large',
      'too-large',
    ],
  ])('gets a problem document also where it is %s', async (_what, given, status, code) => {
    if (app.addresses().length === 0) await app.listen({ host: '127.0.0.1', port: 0 })
    const { port } = app.server.address() as AddressInfo
    const socket = connect(port, '127.0.0.1', () => socket.write(given))
    const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n')
    expect(head.split('\r\n')).toEqual(expect.arrayContaining([status, 'content-type: application/problem+json']))
    expect(JSON.parse(body)).toEqual(problemOf(code as ErrorCode))
  })
})

describe('calls from elsewhere', () => {
  test.each<[what: string, headers: Record<string, string>, status: number]>([
    ['a program', {}, 200],
    ['our own page', { host: 'speedcell.example', origin: 'https://speedcell.example', 'sec-fetch-site': 'same-origin' }, 200],
    ["another site's page", { host: 'speedcell.example', origin: 'https://evil.example' }, 403],
    ["another site's page, by its own word", { 'sec-fetch-site': 'cross-site' }, 403],
    ['a page without an origin', { origin: 'null' }, 403],
  ])('%s', async (_what, headers, status) => {
    expect((await browser().call(accounts.signOut, { headers })).status).toBe(status)
  })

  test('may read what anybody may read', async () => {
    expect((await browser().call(accounts.me, { headers: { origin: 'https://evil.example' } })).status).toBe(200)
  })

  test('are answered without a word of CORS', async () => {
    const { headers } = await browser().call(accounts.me, { headers: { origin: 'https://evil.example' } })
    expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([])
  })

  test('may come from the public origin, whatever the host', async () => {
    const site = await testApi(fresh, { env: { PUBLIC_ORIGIN: 'https://speedcell.example' } })
    const from = (origin: string) => site.browser().call(accounts.signOut, { headers: { host: '10.0.0.7:3000', origin } })
    expect((await from('https://speedcell.example')).status).toBe(200)
    expect(await from('https://evil.example')).toMatchObject({ status: 403, code: 'forbidden-origin' })
  })
})

describe('the cookie', () => {
  const claimedBy = async (by = browser(), headers: Record<string, string> = {}) => {
    const name = `Keks ${Math.random().toString(36).slice(2, 10)}`
    return by.call(accounts.claim, { body: { name, password: PASSWORD, locale: 'de' }, headers })
  }
  const common = { path: '/', httpOnly: true, sameSite: 'Lax', maxAge: 365 * 86_400, value: expect.stringMatching(/^[\w-]{43}$/) }

  test('over plain http is session', async () => {
    const { cookies } = await claimedBy()
    expect(cookies).toEqual([{ name: 'session', ...common }])
  })

  test('over https is __Host-session, and secure', async () => {
    const { cookies } = await claimedBy(browser(), { 'x-forwarded-proto': 'https' })
    expect(cookies).toEqual([{ name: '__Host-session', secure: true, ...common }])
  })

  test('is so too where the public origin says https', async () => {
    const site = await testApi(fresh, { env: { PUBLIC_ORIGIN: 'https://speedcell.example' } })
    const by = site.browser()
    expect((await claimedBy(by)).cookies).toEqual([{ name: '__Host-session', secure: true, ...common }])
    expect(await by.me()).not.toBeNull()
  })

  test('is not believed to come over https from just anybody', async () => {
    const { cookies } = await claimedBy(browser('203.0.113.7'), { 'x-forwarded-proto': 'https' })
    expect(cookies).toEqual([{ name: 'session', ...common }])
  })

  test('of https is taken back as what it is, or a browser would keep it', async () => {
    const by = browser()
    const https = { 'x-forwarded-proto': 'https' }
    await claimedBy(by, https)
    const { cookies } = await by.call(accounts.signOut, { headers: https })
    expect(cookies).toMatchObject([{ name: '__Host-session', value: '', path: '/', secure: true, expires: new Date(0) }])
  })

  test('of plain http opens nothing over https', async () => {
    const by = browser()
    await claimedBy(by)
    expect((await by.call(accounts.me, { headers: { 'x-forwarded-proto': 'https' } })).body.me).toBeNull()
  })

  test('of https is still known where a page is rendered behind the proxy', async () => {
    const by = browser()
    await claimedBy(by, { 'x-forwarded-proto': 'https' })
    expect(await by.me()).not.toBeNull()
  })
})

describe('answers', () => {
  test('are not kept by anybody, not sniffed, not framed, and have a number', async () => {
    for (const url of ['/api/me', '/api/nothing']) {
      const { headers } = await app.inject(url)
      expect(headers).toMatchObject({
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
        'referrer-policy': 'same-origin',
        'x-request-id': expect.stringMatching(/^[0-9a-f]{16}$/),
      })
    }
  })

  test('promise https only where the site has it', async () => {
    expect((await app.inject('/api/me')).headers['strict-transport-security']).toBeUndefined()
    const site = await testApi(fresh, { env: { PUBLIC_ORIGIN: 'https://speedcell.example' } })
    expect((await site.app.inject('/api/me')).headers['strict-transport-security']).toContain('max-age=31536000')
  })

  test('tell nothing of a mistake of ours, but the log does', async () => {
    const lines: string[] = []
    const logger = createLogger('api', 'info', { write: (line) => lines.push(line) })
    const broken = { ...services.players, me: () => Promise.reject(new Error('the bee has left the hive')) }
    const site = await testApi(fresh, { services: { ...services, players: broken }, logger })
    const by = site.browser()
    const answer = await by.call(accounts.claim, { body: { name: 'Pech Biene', password: PASSWORD, locale: 'de' } })
    expect(answer).toMatchObject({ status: 500, body: { code: 'internal' } })
    expect(JSON.stringify(answer.body)).not.toMatch(/bee|hive|players/)
    expect(lines.join()).toContain('the bee has left the hive')
  })

  test('and the log tell no secret', async () => {
    const lines: string[] = []
    const logger = createLogger('api', 'trace', { write: (line) => lines.push(line) })
    const site = await testApi(fresh, { logger })
    const by = site.browser()
    const code = await by.claim('Leise Biene')
    await by.call(accounts.me)
    await by.signIn('Leise Biene', 'ein falsches Wort')
    await by.call(accounts.checkName, { query: { name: 'Laute Biene' } })
    expect(lines.length).toBeGreaterThan(2)
    for (const secret of [PASSWORD, code, by.cookies.get('session') ?? '', 'falsches', 'Laute']) {
      expect(lines.join()).not.toContain(secret)
    }
  })

  test('say busy while the database is away', async () => {
    const away = createDatabase('postgresql://nobody@127.0.0.1:1/nothing')
    const site = await testApi(fresh, { services: { ...services, database: away } })
    const answer = await refused('/api/health', site.app)
    expect(answer).toMatchObject({ code: 'busy', status: 503, retryAfter: 5 })
    expect(answer.headers['retry-after']).toBe('5')
    await away.$disconnect()
  })

  test.each([
    ['was cut', true],
    ['is cut', false],
  ])('say busy where the line to the database %s in the middle of a transaction', async (_when, before) => {
    const players = {
      ...services.players,
      me: () =>
        inTransaction(database, async (transaction) => {
          const [own] = await transaction.$queryRaw<{ pid: number }[]>`SELECT pg_backend_pid() AS pid`
          const cut = () => database.$queryRaw`SELECT pg_terminate_backend(${own?.pid}::int, 10000)::text`
          if (before) await cut()
          await Promise.all([transaction.$queryRaw`SELECT pg_sleep(10)::text`, before || cut()])
          throw new Error('the line holds')
        }),
    }
    const site = await testApi(fresh, { services: { ...services, players } })
    const { token } = await services.accounts.create('de')
    expect(await refused({ url: '/api/me', cookies: { session: token } }, site.app)).toMatchObject({ code: 'busy', status: 503 })
  })

  test('say ok while it is there', async () => {
    expect(await browser().call(contracts.system.health)).toMatchObject({ status: 200, body: { status: 'ok' } })
  })
})

describe('whoever runs the site', () => {
  const asked = async (url: string, site = app) => {
    const { statusCode, headers, body } = await site.inject(url)
    expect(headers['cache-control']).toBe('no-store')
    return [statusCode, JSON.parse(body)]
  }

  test('hears that the process lives, whatever it needs is away', async () => {
    expect(await asked('/healthz')).toEqual([200, { status: 'ok' }])
  })

  test('hears that it is ready where the pages are there, and else that they are missing', async () => {
    const { app: site } = await testApi(fresh, { web: (_request, response) => response.end() })
    expect(await asked('/readyz', site)).toEqual([200, { database: 'ok', pages: 'ok' }])
    expect(await asked('/readyz')).toEqual([503, { database: 'ok', pages: 'missing' }])
  })

  test('hears that the database is away', async () => {
    const $queryRaw = async () => Promise.reject(new Error('gone'))
    const { app: site } = await testApi(fresh, {
      services: { ...services, database: Object.create(database, { $queryRaw: { value: $queryRaw } }) },
      web: (_request, response) => response.end(),
    })
    expect(await asked('/readyz', site)).toEqual([503, { database: 'away', pages: 'ok' }])
  })
})

describe('the web app', () => {
  /** Says what it is told of a request. */
  const web: WebHandler = (request, response) => {
    const { 'x-forwarded-proto': protocol, 'x-forwarded-host': host, 'x-forwarded-for': address } = request.headers
    response.end(`${request.method} ${request.url} ${protocol} ${host} ${address} ${request.readableEnded}`)
  }

  test('gets what is not the API, its body unread, with protocol and address as they are believed', async () => {
    const site = await testApi(fresh, { web })
    const get = async (request: Asked) => (await site.app.inject(request)).body
    expect(await get({ url: '/daily', remoteAddress: '203.0.113.7', headers: { 'x-forwarded-for': '1.2.3.4' } })).toBe(
      'GET /daily http localhost:80 203.0.113.7 false',
    )
    expect(
      await get({
        ...{ method: 'POST', url: '/form', payload: 'a=b' },
        headers: {
          'content-type': 'application/x-www-form-urlencoded',
          'x-forwarded-proto': 'https',
          'x-forwarded-for': '1.2.3.4',
        },
      }),
    ).toBe('POST /form https localhost:80 1.2.3.4 false')
    expect((await refused('/api/nothing', site.app)).code).toBe('not-found')
    expect((await refused('/api', site.app)).code).toBe('not-found')
    expect((await site.app.inject('/daily')).headers['x-content-type-options']).toBe('nosniff')
  })
  test('is at the public origin, whatever a proxy made of the host', async () => {
    const site = await testApi(fresh, { web, env: { PUBLIC_ORIGIN: 'https://cards.example' } })
    const headers = { host: '127.0.0.1:3000', 'x-forwarded-host': 'evil.example' }
    expect((await site.app.inject({ url: '/', headers })).body).toBe('GET / https cards.example 127.0.0.1 false')
  })
})

describe('the OpenAPI document', async () => {
  interface Operation {
    summary: string
    operationId: string
    security: object[]
    requestBody?: object
    responses: Record<string, { description: string; content: Record<string, { schema: object }> }>
  }
  const document = (await app.inject('/api/openapi.json')).json() as {
    openapi: string
    servers: object[]
    components: { schemas: Record<string, object>; securitySchemes: object }
    paths: Record<string, Record<string, Operation>>
  }
  const pathOf = (path: string) => path.replace(/:(\w+)/g, '{$1}')

  test('is one, and what it refers to is in it', () => {
    expect(document).toMatchObject({ openapi: '3.1.0', servers: [{ url: '/api' }] })
    expect(Object.keys(document.components.schemas)).toEqual(['Problem'])
    expect(document.components.securitySchemes).toMatchObject({ session: { type: 'apiKey', in: 'cookie' } })
    const references = JSON.stringify(document).match(/"\$ref":"[^"]+"/g) ?? []
    expect(new Set(references)).toEqual(new Set(['"$ref":"#/components/schemas/Problem"']))
  })

  test('has every endpoint of the contracts and nothing else', () => {
    const written = Object.entries(document.paths).flatMap(([path, operations]) =>
      Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
    )
    expect(written.sort()).toEqual(ENDPOINTS.map(({ method, path }) => `${method} ${pathOf(path)}`).sort())
    const ids = Object.values(document.paths).flatMap((operations) =>
      Object.values(operations).map(({ operationId }) => operationId),
    )
    expect(new Set(ids).size).toBe(ENDPOINTS.length)
  })

  test.each(ENDPOINTS.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const))('%s', (_what, endpoint) => {
    const operation = document.paths[pathOf(endpoint.path)]?.[endpoint.method.toLowerCase()]
    expect(operation?.summary).toBe(endpoint.summary)
    expect(operation?.requestBody !== undefined).toBe(endpoint.body !== undefined)
    expect(operation?.security.some((scheme) => Object.keys(scheme).length === 0)).toBe(endpoint.access === 'anyone')
    expect(operation?.responses[endpoint.status ?? 200]?.content).toHaveProperty('application/json')
    for (const code of [...endpoint.errors, 'rate-limited', 'busy', 'internal'] as const) {
      const response = operation?.responses[PROBLEMS[code].status]
      expect(response?.description).toContain(`\`${code}\``)
      expect(response?.content).toHaveProperty('application/problem+json')
    }
  })
})

describe('every endpoint', () => {
  test.each(ENDPOINTS.filter(({ access }) => access !== 'anyone').map((endpoint) => [endpoint.path, endpoint] as const))(
    '%s is closed to visitors',
    async (path, { method }) => {
      const url = `/api${path.replace(/:\w+/g, '00000000-0000-7000-8000-000000000000')}`
      expect((await refused({ method, url, ...(method === 'POST' && { payload: {} }) })).code).toBe('not-signed-in')
    },
  )

  test.each(ENDPOINTS.filter(({ method }) => method !== 'GET').map((endpoint) => [endpoint.path, endpoint] as const))(
    '%s is closed to pages of other sites',
    async (path, { method }) => {
      const url = `/api${path.replace(/:\w+/g, '00000000-0000-7000-8000-000000000000')}`
      const headers = { origin: 'https://evil.example' }
      expect((await refused({ method, url, payload: {}, headers })).code).toBe('forbidden-origin')
    },
  )

  test.each(ENDPOINTS.filter(({ body }) => body).map((endpoint) => [endpoint.path, endpoint] as const))(
    '%s reads no megabyte',
    async (path, { method }) => {
      const url = `/api${path.replace(/:\w+/g, '00000000-0000-7000-8000-000000000000')}`
      const { player, token } = await services.accounts.create('de')
      await database.user.update({ where: { id: player.id }, data: { claimedAt: new Date(), role: 'admin' } })
      const request = { method, url, payload: { name: 'x'.repeat(1024 * 1024) }, cookies: { session: token } }
      expect((await refused(request)).code).toBe('too-large')
    },
  )

  test.each([
    ['lists', '['.repeat(100_000) + ']'.repeat(100_000)],
    ['objects', `${'{"a":'.repeat(30_000)}1${'}'.repeat(30_000)}`],
    ['a list', `[1${',1'.repeat(120_000)}]`],
  ])('survives %s as deep or long as the largest body allows', async (_what, deep) => {
    const { token } = await services.accounts.create('de')
    const answer = await refused({
      method: 'POST',
      url: '/api/stages/00000000-0000-7000-8000-000000000000/finish',
      payload: `{"claim":"${'x'.repeat(32)}","givenUp":true,"log":{"v":1,"deal":1,"variant":"freecell-4","autoplay":"safe","events":${deep}}}`,
      headers: { 'content-type': 'application/json' },
      cookies: { session: token },
    })
    expect(answer.status).toBeLessThan(500)
  })
})
