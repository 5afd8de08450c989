import { type Config, EMBEDDED_NAME, prepareDatabase, siteSecret } from '@speedcell/services/core'
import { addressWarning, checkAddress, siteAddress } from './address.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts'
import { Part, type PartOptions } from './part.ts'
import { takeDataFolder } from './run-lock.ts'

/** What runs, beside the database. */
export interface SitePlan {
  /** Makes what must be there before the parts start. */
  prepare(say: (line: string) => void): Promise<void>
  /** The processes, given the environment that all of them get. */
  parts(env: NodeJS.ProcessEnv): readonly PartOptions[]
}

const DATABASE_ATTEMPTS = 10

/** Starts the whole site and keeps it running until a signal, or the end of the npm that started it; then exits this process. */
export async function runSite(config: Config, plan: SitePlan): Promise<void> {
  const site = new Site(config, plan)
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void site.stop(0))
  if (process.env.npm_lifecycle_event) whenParentEnds(() => void site.stop(0))
  await site.run()
}

/** npm does not hand on the signal that ends it. */
function whenParentEnds(act: () => void): void {
  const parent = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    act()
  }, 500)
  timer.unref()
}

class Stopped extends Error {}

class Site {
  readonly #config: Config
  readonly #plan: SitePlan
  #parts: Part[] = []
  #postgres: EmbeddedPostgres | undefined
  #started: Promise<void> = Promise.resolve()
  #stopping = false

  constructor(config: Config, plan: SitePlan) {
    this.#config = config
    this.#plan = plan
  }

  async run(): Promise<void> {
    this.#started = this.#start()
    try {
      await this.#started
    } catch (error) {
      if (error instanceof Stopped || this.#stopping) return
      console.error((error as Error).message)
      await this.stop(1)
    }
  }

  /** Stops the parts, then the database, and exits. Called again, it does not wait for what is under way. */
  async stop(exitCode: number): Promise<void> {
    const hurry = this.#stopping
    this.#stopping = true
    if (hurry) {
      await Promise.all(this.#parts.map((part) => part.stop(true)))
      return
    }
    if (this.#parts.length > 0) say('stopping …')
    await Promise.all(this.#parts.map((part) => part.stop()))
    await this.#started.catch(() => {}) // a start under way ends at its next step
    await Promise.all(this.#parts.map((part) => part.stop()))
    await this.#postgres?.stop()
    process.exit(exitCode)
  }

  async #start(): Promise<void> {
    takeDataFolder(this.#config.dataDir, siteAddress(this.#config))
    await checkAddress(this.#config)
    siteSecret(this.#config) // made now, so that the parts find it
    const databaseUrl = this.#config.databaseUrl ?? (await this.#startPostgres())
    this.#goOn()
    await prepareDatabase(databaseUrl)
    this.#goOn()
    await this.#plan.prepare(say)
    this.#goOn()
    const env = { ...process.env, DATABASE_URL: databaseUrl, DATA_DIR: this.#config.dataDir }
    this.#parts = this.#plan.parts(env).map((options) => new Part(options, say))
    await Promise.all(this.#parts.map((part) => part.start()))
    this.#goOn()
    const warning = addressWarning(this.#config)
    if (warning) console.warn(warning)
    console.log(`Speedcell is ready: ${siteAddress(this.#config)}`)
  }

  #goOn(): void {
    if (this.#stopping) throw new Stopped()
  }

  async #startPostgres(): Promise<string> {
    this.#postgres = await startEmbeddedPostgres({ folder: this.#config.dataDir, database: EMBEDDED_NAME })
    void this.#keepPostgres()
    return this.#postgres.url
  }

  async #keepPostgres(): Promise<void> {
    for (let attempt = 1; this.#postgres; ) {
      await this.#postgres.ended
      if (this.#stopping) return
      if (attempt === 1) say('the database ended, and is started again')
      try {
        this.#postgres = await this.#postgres.restart()
        attempt = 1
      } catch (error) {
        // What the killed server was doing may still be ending.
        if (++attempt > DATABASE_ATTEMPTS) {
          console.error((error as Error).message)
          return this.stop(1)
        }
        await new Promise((resolve) => setTimeout(resolve, 1_000))
      }
    }
  }
}

function say(line: string): void {
  console.log(`Speedcell: ${line}`)
}
