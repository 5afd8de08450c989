import { randomBytes } from 'node:crypto'
import { createDatabase, type Database } from '@speedcell/services/core'
import pg from 'pg'
import { afterAll, inject } from 'vitest'
import { TEMPLATE } from './postgres.ts'

/**
 * A migrated, empty database of this test file's own. Call it at the top of the file, outside of hooks and tests; it goes away
 * when the file is done.
 *
 * ```ts
 * const { database, url } = await freshDatabase()
 * ```
 */
export async function freshDatabase(): Promise<{ database: Database; url: string }> {
  const name = `test_${randomBytes(8).toString('hex')}`
  await administer(`CREATE DATABASE ${name} TEMPLATE ${TEMPLATE}`)
  const url = urlOf(name)
  const database = createDatabase(url)
  afterAll(async () => {
    await database.$disconnect()
    await administer(`DROP DATABASE ${name} WITH (FORCE)`)
  })
  return { database, url }
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
