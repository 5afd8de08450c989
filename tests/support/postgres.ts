/** One PostgreSQL for a run of the tests, with a migrated database from which each test file gets a copy. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { migrate } from '@speedcell/prisma/migrate'
import type { TestProject } from 'vitest/node'
import { startEmbeddedPostgres } from '../../apps/standalone/embedded-postgres.ts'

export const TEMPLATE = 'template_speedcell'

declare module 'vitest' {
  interface ProvidedContext {
    templateUrl: string
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = mkdtempSync(path.join(tmpdir(), 'speedcell-test-'))
  const postgres = await startEmbeddedPostgres({ folder, database: TEMPLATE, fast: true })
  await migrate(postgres.url)
  project.provide('templateUrl', postgres.url)
  return async () => {
    await postgres.stop()
    rmSync(folder, { recursive: true })
  }
}
