import type { Config, Database } from '@speedcell/services/core'

/** Enough for one command; the others are the site's. */
const CONNECTIONS = 2

/**
 * Does something with the site's database, `DATABASE_URL` or that of the `npm start` that runs on the data folder, and lets go of it.
 * Throws a sentence where there is none, or none of Speedcell's.
 */
export async function withDatabase<T>(work: (database: Database, config: Config) => Promise<T>): Promise<T> {
  const { configOrExit, createDatabase, findEmbeddedDatabase } = await loadCore()
  const config = configOrExit()
  const url = config.databaseUrl ?? findEmbeddedDatabase(config.dataDir)
  if (!url) throw new Error(nobodyRuns(config))
  const database = createDatabase(url, CONNECTIONS)
  try {
    await check(database, config)
    return await work(database, config)
  } finally {
    await database.$disconnect()
  }
}

/** The services need the database's client, which is made from the schema: commands that go without should not have to wait for it. */
async function loadCore(): Promise<typeof import('@speedcell/services/core')> {
  try {
    return await import('@speedcell/services/core')
  } catch (error) {
    if (!(error instanceof Error && error.message.includes('prisma/generated'))) throw error
    throw new Error('the database client is not built yet: npm run build', { cause: error })
  }
}

async function check(database: Database, config: Config): Promise<void> {
  const [found] = await database.$queryRaw<{ users: string | null }[]>`SELECT to_regclass('public.users')::text AS users`.catch(
    (error: Error) => {
      // A killed site leaves word of a server that is not there.
      if (!config.databaseUrl) throw new Error(nobodyRuns(config), { cause: error })
      throw new Error(`the database at DATABASE_URL does not answer: ${error.message.trim().split('\n').at(-1)}`, {
        cause: error,
      })
    },
  )
  if (!found?.users) throw new Error('that database has no tables of Speedcell yet: npm start makes them')
}

const nobodyRuns = ({ dataDir }: Config): string =>
  `there is no database: no site runs on the data folder ${dataDir}. Start it (npm start), or set DATABASE_URL or DATA_DIR`
