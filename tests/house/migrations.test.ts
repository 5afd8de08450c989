import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { MigrationError, migrate } from '@speedcell/prisma/migrate'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../apps/standalone/embedded-postgres.ts'

const root = path.resolve(import.meta.dirname, '../..')

let folder: string
let postgres: EmbeddedPostgres
let url: string
let count = 0

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'speedcell-migrations-'))
  postgres = await startEmbeddedPostgres({ folder, database: 'main', fast: true })
})
afterAll(async () => {
  await postgres.stop()
  rmSync(folder, { recursive: true })
})
beforeEach(async () => {
  const name = `case_${++count}`
  await query(postgres.url, `CREATE DATABASE ${name}`)
  url = postgres.url.replace(/main$/, name)
})

async function query(database: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: database })
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}

/** Prisma's own command line, on the database of the test. An exit code that is not 0 throws. */
async function prisma(...args: string[]): Promise<string> {
  const program = path.join(root, 'node_modules/prisma/build/index.js')
  const env = { ...process.env, DATABASE_URL: url, PATH: `${path.dirname(process.execPath)}:${process.env.PATH}` }
  const { stdout } = await promisify(execFile)(process.execPath, [program, ...args], { cwd: root, env })
  return stdout
}

/** A folder of migrations with these files' SQL. */
function migrations(files: Record<string, string>): string {
  const to = mkdtempSync(path.join(folder, 'migrations-'))
  for (const [name, sql] of Object.entries(files)) {
    mkdirSync(path.join(to, name))
    writeFileSync(path.join(to, name, 'migration.sql'), sql)
  }
  return to
}

const tables = async () =>
  (
    await query(
      url,
      `SELECT tablename FROM pg_tables WHERE schemaname = 'public' AND tablename <> '_prisma_migrations' ORDER BY 1`,
    )
  ).map(({ tablename }) => tablename)

describe("Prisma's command line and ours", () => {
  const DIFF = ['migrate', 'diff', '--from-migrations', 'prisma/migrations', '--to-schema', 'prisma/schema.prisma', '--exit-code']

  test('the migrations make what the schema says', async () => {
    expect(await prisma(...DIFF)).toContain('No difference detected')
  })

  test('and that test would notice a difference', async () => {
    const other = path.join(folder, 'other.prisma')
    cpSync(path.join(root, 'prisma/schema.prisma'), other)
    writeFileSync(other, '\nmodel Extra {\n  id Int @id\n}\n', { flag: 'a' })
    const failure = await prisma(...DIFF.map((arg) => (arg === 'prisma/schema.prisma' ? other : arg))).catch((error) => error)
    expect(failure.code).toBe(2)
    expect(failure.stdout).toContain('Extra')
  })

  test('what ours applied, Prisma knows', async () => {
    expect((await migrate(url)).length).toBeGreaterThan(0)
    expect(await prisma('migrate', 'status')).toContain('Database schema is up to date')
  })

  test('what Prisma applied, ours knows', async () => {
    await prisma('migrate', 'deploy')
    expect(await migrate(url)).toEqual([])
  })
})

describe('a migration', () => {
  const ONE = { '1_one': 'CREATE TABLE one (id int)' }

  test('is applied once, in the order of the names', async () => {
    expect(await migrate(url, migrations({ '2_two': 'ALTER TABLE one ADD COLUMN more int', ...ONE }))).toEqual(['1_one', '2_two'])
    expect(
      await migrate(
        url,
        migrations({ ...ONE, '2_two': 'ALTER TABLE one ADD COLUMN more int', '3_three': 'CREATE TABLE three (id int)' }),
      ),
    ).toEqual(['3_three'])
  })

  test('is applied once by many who start together', async () => {
    const all = await Promise.all(Array.from({ length: 5 }, () => migrate(url, migrations(ONE))))
    expect(all.flat()).toEqual(['1_one'])
  })

  test('that fails leaves nothing of itself, and the ones before it stay', async () => {
    const failing = migrations({ ...ONE, '2_two': 'CREATE TABLE two (id int); SELECT nonsense' })
    await expect(migrate(url, failing)).rejects.toThrow(/^Migration 2_two failed: .*nonsense/)
    expect(await tables()).toEqual(['one'])
    expect(await migrate(url, migrations({ ...ONE, '2_two': 'CREATE TABLE two (id int)' }))).toEqual(['2_two'])
  })

  test('may hold a function with semicolons in it', async () => {
    const sql = 'CREATE FUNCTION f() RETURNS int LANGUAGE plpgsql AS $$ BEGIN PERFORM 1; RETURN 2; END $$;'
    expect(await migrate(url, migrations({ '1_f': sql }))).toEqual(['1_f'])
  })

  test('that was changed after it was applied is refused', async () => {
    await migrate(url, migrations(ONE))
    await expect(migrate(url, migrations({ '1_one': 'CREATE TABLE one (id bigint)' }))).rejects.toThrow(MigrationError)
  })

  test('that Prisma left unfinished is refused, with what to do', async () => {
    await migrate(url, migrations(ONE))
    await query(url, 'UPDATE _prisma_migrations SET finished_at = NULL')
    await expect(migrate(url, migrations(ONE))).rejects.toThrow('npx prisma migrate resolve')
  })
})
