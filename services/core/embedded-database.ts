import { readFileSync } from 'node:fs'
import path from 'node:path'

/** The user of the embedded PostgreSQL, and the site's database in it. */
export const EMBEDDED_NAME = 'speedcell'

/** What a PostgreSQL server says of itself in its folder. */
export interface Postmaster {
  readonly pid: number
  readonly port: number
  readonly ready: boolean
}

/** Where the embedded PostgreSQL has its files in a data folder, and its password. */
export const embeddedFiles = (dataDir: string) => ({
  data: path.join(dataDir, 'postgres'),
  password: path.join(dataDir, 'postgres-password'),
})

/** What the server of a PostgreSQL folder says of itself; undefined where none runs, or none ever did. A killed one still says it. */
export function readPostmaster(data: string): Postmaster | undefined {
  try {
    const lines = readFileSync(path.join(data, 'postmaster.pid'), 'utf8').split('\n')
    return { pid: Number(lines[0]), port: Number(lines[3]), ready: lines[7]?.trim() === 'ready' }
  } catch {
    return undefined
  }
}

/** Where a database of the embedded PostgreSQL is. */
export const embeddedUrl = (password: string, port: number, database: string): string =>
  `postgresql://${EMBEDDED_NAME}:${password}@127.0.0.1:${port}/${database}`

/** The database of the site that runs on a data folder, for whoever did not start it; undefined where none runs. */
export function findEmbeddedDatabase(dataDir: string): string | undefined {
  const files = embeddedFiles(dataDir)
  const server = readPostmaster(files.data)
  if (!server?.ready) return undefined
  return embeddedUrl(readFileSync(files.password, 'utf8').trim(), server.port, EMBEDDED_NAME)
}
