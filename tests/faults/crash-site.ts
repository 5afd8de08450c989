import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { migrate } from '@speedcell/prisma/migrate'
import { createDatabase, type Database } from '@speedcell/services/core'
import { contracts, type Endpoint, type StageResult, type StageView } from '@speedcell/shared/contracts'
import type { z } from 'zod'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../apps/standalone/embedded-postgres.ts'
import { freePort } from '../../apps/standalone/processes.ts'
import { zoneOfNoon } from '../support/noon.ts'
import { type Part, partOf } from '../support/part.ts'
import { openSocket, type SocketClient } from '../support/socket-client.ts'
import { solutionOf } from '../support/solution.ts'

const APPS = path.resolve(import.meta.dirname, '../../apps')

/** PostgreSQL, an API and a worker as processes of their own, over a database that keeps its promises (fsync). */
export interface CrashSite {
  readonly url: string
  readonly database: Database
  readonly api: Part
  readonly worker: Part
  readonly postgres: Part
  close(): Promise<void>
}

/** Starts PostgreSQL and the API; the worker stays down until it is started. It is noon on this site. */
export async function startCrashSite(): Promise<CrashSite> {
  const folder = mkdtempSync(path.join(tmpdir(), 'speedcell-faults-'))
  let server: EmbeddedPostgres = await startEmbeddedPostgres({ folder, database: 'speedcell' })
  await migrate(server.url)
  const port = await freePort()
  const env = {
    ...process.env,
    DATABASE_URL: server.url,
    DATA_DIR: folder,
    PORT: String(port),
    // Without the web app.
    NODE_ENV: 'development',
    LOG_LEVEL: process.env.LOG_LEVEL ?? 'silent',
    SITE_TIMEZONE: zoneOfNoon(),
  }
  const database = createDatabase(server.url, 2)
  const api = partOf(path.join(APPS, 'api/main.ts'), env)
  const worker = partOf(path.join(APPS, 'worker/main.ts'), env)
  const postgres: Part = {
    async start() {
      server = await server.restart()
    },
    async kill() {
      process.kill(server.pid, 'SIGKILL')
      await server.ended
    },
    async stop() {
      await server.stop()
      return 0
    },
  }
  await api.start()
  return {
    url: `http://127.0.0.1:${port}`,
    database,
    api,
    worker,
    postgres,
    async close() {
      await Promise.all([api.stop(), worker.stop()])
      await database.$disconnect()
      await server.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** A player of rated games who survives what happens to the site. */
export class CrashPlayer {
  readonly #site: Pick<CrashSite, 'url' | 'database'>
  #cookie = ''
  stage!: StageView

  constructor(site: Pick<CrashSite, 'url' | 'database'>) {
    this.#site = site
  }

  /** Calls an endpoint. Throws where the site cannot be reached. */
  async call<E extends Endpoint>(
    endpoint: E,
    { params = {}, body }: { params?: Record<string, string>; body?: object } = {},
  ): Promise<{ status: number; body: z.output<E['answer']> }> {
    const where = endpoint.path.replace(/:(\w+)/g, (_, name: string) => params[name] ?? '')
    const answer = await fetch(`${this.#site.url}/api${where}`, {
      method: endpoint.method,
      headers: { ...(this.#cookie && { cookie: this.#cookie }), ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    })
    const [cookie] = answer.headers.getSetCookie()
    if (cookie) this.#cookie = cookie.split(';')[0] ?? ''
    return { status: answer.status, body: (await answer.json()) as z.output<E['answer']> }
  }

  /** Reveals today's daily, and gives the moves that win it. */
  async reveal(): Promise<string[]> {
    const { day } = (await this.call(contracts.daily.today)).body.today
    const { status, body } = await this.call(contracts.daily.reveal, { params: { day }, body: { attempt: 1, locale: 'de' } })
    if (status !== 201) throw new Error(JSON.stringify(body))
    this.stage = body
    const { solution } = await this.#site.database.daily.findUniqueOrThrow({ where: { day } })
    return solution.split(' ')
  }

  /** Reveals a stage of the player's ladder run, and gives the moves that win it. */
  async climb(number: number): Promise<readonly string[]> {
    const { status, body } = await this.call(contracts.ladder.reveal, { body: { run: null, stage: number, locale: 'de' } })
    if (status !== 201) throw new Error(JSON.stringify(body))
    this.stage = body
    return solutionOf(body)
  }

  async claim(): Promise<StageView> {
    const { body } = await this.call(contracts.stages.claim, { params: { stage: this.stage.id } })
    this.stage = body
    return body
  }

  async finish(events: StageView['events']): Promise<{ status: number; body: StageResult }> {
    const { deal, variant, autoplay, claim, id } = this.stage
    const log = { v: 1, deal, variant, autoplay, events }
    return this.call(contracts.stages.finish, { params: { stage: id }, body: { claim, log, givenUp: false } })
  }

  socket(): Promise<SocketClient> {
    return openSocket(this.#site.url, { cookie: this.#cookie })
  }
}
