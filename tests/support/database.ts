import { randomBytes } from 'node:crypto'
import { createDatabase, type Database, type Redis } from '@speedcell/services/core'
import pg from 'pg'
import { afterAll, inject } from 'vitest'
import { TEMPLATE } from './postgres.ts'
import { freshRedis } from './redis.ts'

/** What a test file stands on. */
export interface Fresh {
  readonly database: Database
  readonly url: string
  /** In a run on Redis: an empty one, and where it is. */
  readonly redis?: Redis
  readonly redisUrl?: string
}

/**
 * A migrated, empty database of this test file's own; in a run on Redis, with one of those as well. Call it at the top of the file, outside of hooks and tests; it goes away
 * when the file is done.
 *
 * ```ts
 * const { database, url } = await freshDatabase()
 * ```
 */
export async function freshDatabase(): Promise<Fresh> {
  const name = `test_${randomBytes(8).toString('hex')}`
  await administer(`CREATE DATABASE ${name} TEMPLATE ${TEMPLATE}`)
  const url = urlOf(name)
  const database = createDatabase(url)
  afterAll(async () => {
    await database.$disconnect()
    await administer(`DROP DATABASE ${name} WITH (FORCE)`)
  })
  return { database, url, ...(await freshRedis()) }
}

async function administer(sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: urlOf('postgres') })
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}

function urlOf(database: string): string {
  const url = new URL(inject('templateUrl'))
  url.pathname = `/${database}`
  return url.href
}
