/**
 * `prisma migrate deploy` without Prisma's CLI: the same files, the same table `_prisma_migrations`, the same advisory lock, so
 * that either sees what the other has applied.
 */
import { createHash, randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'

/** The key of the advisory lock that Prisma Migrate takes. */
const LOCK_KEY = 72_707_369
const MIGRATIONS = path.join(import.meta.dirname, 'migrations')

/** A migration that cannot be applied, or was applied in another form. */
export class MigrationError extends Error {
  override readonly name = 'MigrationError'
}

/**
 * Brings a database up to date, and returns the names of the migrations that it applied. Waits for others who are at it.
 * Throws a MigrationError if a migration fails, has failed before, or is not what was applied under its name. What cannot run
 * in a transaction (CREATE INDEX CONCURRENTLY) cannot be in a migration.
 */
export async function migrate(databaseUrl: string, folder = MIGRATIONS): Promise<string[]> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    await client.query('SELECT pg_advisory_lock($1)', [LOCK_KEY]) // given back when the connection ends
    await client.query(`CREATE TABLE IF NOT EXISTS _prisma_migrations (
      id VARCHAR(36) PRIMARY KEY,
      checksum VARCHAR(64) NOT NULL,
      finished_at TIMESTAMPTZ,
      migration_name VARCHAR(255) NOT NULL,
      logs TEXT,
      rolled_back_at TIMESTAMPTZ,
      started_at TIMESTAMPTZ NOT NULL DEFAULT now(),
      applied_steps_count INTEGER NOT NULL DEFAULT 0
    )`)
    const applied = []
    for (const migration of readMigrations(folder)) {
      if (await isApplied(client, migration)) continue
      await apply(client, migration)
      applied.push(migration.name)
    }
    return applied
  } finally {
    await client.end()
  }
}

interface Migration {
  name: string
  sql: string
  /** SHA-256 of the SQL, in hex. */
  checksum: string
}

function readMigrations(folder: string): Migration[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => {
      const sql = readFileSync(path.join(folder, name, 'migration.sql'), 'utf8')
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') }
    })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
}

async function isApplied(client: pg.Client, { name, checksum }: Migration): Promise<boolean> {
  const { rows } = await client.query<{ checksum: string; finished_at: Date | null }>(
    'SELECT checksum, finished_at FROM _prisma_migrations WHERE migration_name = $1 AND rolled_back_at IS NULL',
    [name],
  )
  const [row] = rows
  if (!row) return false
  if (!row.finished_at)
    throw new MigrationError(
      `Migration ${name} failed earlier. Mend the database, then: npx prisma migrate resolve --applied|--rolled-back ${name}`,
    )
  if (row.checksum !== checksum) throw new MigrationError(`Migration ${name} was changed after this database had applied it.`)
  return true
}

// In one transaction with its record: a process killed halfway leaves nothing behind, and the next start does it all.
async function apply(client: pg.Client, { name, sql, checksum }: Migration): Promise<void> {
  try {
    await client.query('BEGIN')
    await client.query(sql)
    await client.query(
      `INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at, applied_steps_count)
       VALUES ($1, $2, $3, clock_timestamp(), 1)`,
      [randomUUID(), checksum, name],
    )
    await client.query('COMMIT')
  } catch (error) {
    await client.query('ROLLBACK')
    throw new MigrationError(`Migration ${name} failed: ${(error as Error).message}`, { cause: error })
  }
}
