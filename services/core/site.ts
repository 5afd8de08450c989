import { MigrationError, migrate } from '@speedcell/prisma/migrate'
import { type Config, configOrExit } from './config.ts'
import { createDatabase, type Database } from './database.ts'
import { createLogger, type Logger } from './logger.ts'
import { connectRedis, type Redis } from './redis.ts'

/** What each process of the site stands on. */
export interface Site {
  readonly config: Config & { readonly databaseUrl: string }
  readonly logger: Logger
  readonly database: Database
  /** With REDIS_URL. */
  readonly redis: Redis | undefined
  /** Closes the connections. */
  close(): Promise<void>
}

/** Brings a database up to date; whoever comes at the same time waits. Throws with one line for whoever starts the site. */
export async function prepareDatabase(url: string): Promise<void> {
  try {
    await migrate(url)
  } catch (error) {
    if (error instanceof MigrationError) throw error
    throw new Error(`The database cannot be used: ${reasonOf(error)}. See DATABASE_URL.`, { cause: error })
  }
}

/**
 * Opens the site for a process that runs beside others: reads the settings, brings the database up to date, connects to Redis. For a
 * program's entry file: what cannot be used ends the process with one line.
 */
export async function openSite(program: string): Promise<Site> {
  const config = configOrExit()
  const { databaseUrl } = config
  if (!databaseUrl) {
    console.error('DATABASE_URL is not set: only npm start brings up a database of its own.')
    process.exit(2)
  }
  const logger = createLogger(program, config.logLevel)
  try {
    await prepareDatabase(databaseUrl)
    const redis = config.redisUrl === undefined ? undefined : await openRedis(config.redisUrl, logger)
    const database = createDatabase(databaseUrl)
    // The first question takes longest, and is not to be a player's.
    await database.$queryRaw`SELECT 1`
    return {
      config: { ...config, databaseUrl },
      logger,
      database,
      redis,
      async close() {
        redis?.disconnect()
        await database.$disconnect()
      },
    }
  } catch (error) {
    console.error((error as Error).message)
    process.exit(1)
  }
}

/** Tells whoever started this process that it is ready, and ends it when they tell it to, or are gone. `end` closes what is open. */
export function endWhenTold(end: () => Promise<void>): void {
  let ending = false
  const endOnce = async (): Promise<void> => {
    if (ending) return
    ending = true
    await end()
    process.exit(0)
  }
  for (const event of ['SIGTERM', 'SIGINT', 'disconnect'] as const) process.once(event as 'SIGTERM', endOnce)
  process.send?.({ ready: true })
}

async function openRedis(url: string, logger: Logger): Promise<Redis> {
  try {
    return await connectRedis(url, logger)
  } catch (error) {
    throw new Error(`Redis cannot be used: ${reasonOf(error)}. See REDIS_URL.`, { cause: error })
  }
}

function reasonOf(error: unknown): string {
  const { message, code } = error as NodeJS.ErrnoException
  return message || code || 'it says nothing'
}
