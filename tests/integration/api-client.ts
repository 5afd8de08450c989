import { createLogger, loadConfig } from '@speedcell/services/core'
import type { StageDeals } from '@speedcell/services/ladder'
import type { Endpoint, Me } from '@speedcell/shared/contracts'
import { contracts } from '@speedcell/shared/contracts'
import { afterAll } from 'vitest'
import { type AppOptions, buildApp } from '../../apps/api/app.ts'
import { createServices, type Services } from '../../apps/api/dependencies.ts'
import { ALLOWANCES, type Limited } from '../../apps/api/limits.ts'
import { type FakeClock, fakeClock } from '../support/clock.ts'
import type { Fresh } from '../support/database.ts'

/** The time at which the fake clock of these tests begins. */
const START = '2026-11-30T12:00:00+01:00'

/** Allowances that no test comes to the end of. */
export const UNLIMITED = Object.fromEntries(
  Object.keys(ALLOWANCES).map((limited) => [limited, { calls: 1_000_000, seconds: 60 }]),
) as AppOptions['allowances'] & Record<Limited, { calls: number; seconds: number }>

export type App = Awaited<ReturnType<typeof buildApp>>
type Injected = Awaited<ReturnType<App['inject']>>

export interface TestApi {
  readonly app: App
  readonly services: Services
  readonly clock: FakeClock
  /** A new browser, without a cookie, at an address. */
  browser(address?: string): Browser
}

/** The API over a fresh database, without limits unless given, and quiet. Closed when the test file is done. */
export async function testApi(
  { database, url, redis }: Fresh,
  { env = {}, ladderDeals, ...options }: Partial<AppOptions> & { env?: Record<string, string>; ladderDeals?: StageDeals } = {},
): Promise<TestApi> {
  const config = loadConfig({ DATABASE_URL: url, SECRET: 'a secret of these tests and no other', ...env })
  const clock = fakeClock(START)
  const logger = options.logger ?? createLogger('api', 'silent')
  const services =
    options.services ?? createServices({ database, redis, clock, config, logger, ...(ladderDeals && { ladderDeals }) })
  const app = await buildApp({ config, logger, allowances: UNLIMITED, ...options, services })
  await app.ready()
  afterAll(async () => {
    await app.close()
    if (!options.services) await services.close()
  })
  return { app, services, clock, browser: (address) => new Browser(app, address) }
}

export interface Answer<T> {
  readonly status: number
  /** The body as the contract says, or a problem document; tests look at what they expect. */
  readonly body: T
  readonly code: string | undefined
  readonly headers: Injected['headers']
  readonly cookies: Injected['cookies']
}

interface Given<E extends Endpoint> {
  readonly params?: NonNullable<E['params']>['_zod']['input']
  readonly query?: NonNullable<E['query']>['_zod']['input']
  readonly body?: NonNullable<E['body']>['_zod']['input']
  readonly headers?: Record<string, string>
}

/** Calls the API and keeps its cookies, as a browser does. */
export class Browser {
  readonly #app: App
  readonly #address: string
  readonly cookies = new Map<string, string>()

  constructor(app: App, address = '127.0.0.1') {
    this.#app = app
    this.#address = address
  }

  /** Calls an endpoint of the contracts. */
  async call<E extends Endpoint>(endpoint: E, given: Given<E> = {}): Promise<Answer<E['answer']['_zod']['output']>> {
    const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) =>
      encodeURIComponent((given.params as Record<string, string>)[name] ?? ''),
    )
    const answer = await this.#app.inject({
      method: endpoint.method,
      url: `/api${path}`,
      remoteAddress: this.#address,
      cookies: Object.fromEntries(this.cookies),
      ...(given.query !== undefined && { query: given.query as Record<string, string> }),
      ...(given.body !== undefined && { payload: given.body as object }),
      ...(given.headers && { headers: given.headers }),
    })
    for (const { name, value } of answer.cookies) {
      if (value === '') this.cookies.delete(name)
      else this.cookies.set(name, value)
    }
    const body = answer.json()
    return { status: answer.statusCode, body, code: body.code, headers: answer.headers, cookies: answer.cookies }
  }

  /** Who is signed in here. */
  async me(): Promise<Me | null> {
    return (await this.call(contracts.accounts.me)).body.me
  }

  /** Claims an account, or makes one, and returns its recovery code. */
  async claim(name: string, password = PASSWORD): Promise<string> {
    const { status, body } = await this.call(contracts.accounts.claim, { body: { name, password, locale: 'de' } })
    if (status !== 200) throw new Error(`claim of ${name} failed: ${JSON.stringify(body)}`)
    return body.recoveryCode
  }

  async signIn(name: string, password = PASSWORD): Promise<Answer<{ me: Me }>> {
    return this.call(contracts.accounts.signIn, { body: { name, password } })
  }
}

/** The password of everybody in these tests. */
export const PASSWORD = 'Honig und Wabe'
