import { isIP } from 'node:net'
import path from 'node:path'
import { z } from 'zod'

const root = path.resolve(import.meta.dirname, '../..')

/** Everything one can set, read from the environment. `.env.example` names each with its default. */
export interface Config {
  /** PostgreSQL to use; undefined: the embedded one, which `npm start` brings up and then names here. */
  readonly databaseUrl: string | undefined
  /** Redis for jobs, notices and limits; undefined: PostgreSQL is used for them, too. */
  readonly redisUrl: string | undefined
  /** Absolute path of the folder for the embedded database, its password and the site's secret. */
  readonly dataDir: string
  readonly host: string
  readonly port: number
  /** Where a worker answers /healthz and /readyz; undefined: nowhere. */
  readonly workerPort: number | undefined
  /** IANA time zone in which the daily turns. */
  readonly siteTimezone: string
  /** Where players reach the site, `https://example.org`; undefined: wherever they say they do. */
  readonly publicOrigin: string | undefined
  /** Addresses, networks or their names whose X-Forwarded-* headers are believed; empty: nobody's. */
  readonly trustProxy: readonly string[]
  /** The site's secret as set; undefined: the one kept in the data folder. Use `siteSecret`. */
  readonly secret: string | undefined
  readonly logLevel: LogLevel
}

export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
export type LogLevel = (typeof LOG_LEVELS)[number]

/** A setting that cannot be used. The message is one line for whoever starts the site. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
}

const port = z
  .string()
  .regex(/^\d{1,5}$/, 'must be a whole number from 1 to 65535')
  .transform(Number)
  .refine((number) => number >= 1 && number <= 65535, 'must be a whole number from 1 to 65535')

// Each error message says what is allowed and is read after "NAME is …: ".
const settings = z.object({
  DATABASE_URL: z
    .string()
    .refine(isPostgresUrl, 'must be postgresql://user:password@host:port/database, or empty for the embedded database')
    .optional(),
  REDIS_URL: z
    .string()
    .refine(isRedisUrl, 'must be redis://host:port or rediss://user:password@host:port/number, or empty to do without Redis')
    .optional(),
  DATA_DIR: z.string().default('.data'),
  HOST: z
    .string()
    .regex(/^[A-Za-z0-9._:-]+$/, 'must be an address or host name to listen on, such as 127.0.0.1 or 0.0.0.0')
    .default('127.0.0.1'),
  PORT: port.default(3000),
  WORKER_PORT: port.optional(),
  SITE_TIMEZONE: z.string().refine(isTimeZone, 'must be an IANA time zone such as Europe/Berlin').default('Europe/Berlin'),
  PUBLIC_ORIGIN: z.string().refine(isOrigin, 'must be http:// or https://, a host and nothing after it').optional(),
  TRUST_PROXY: z
    .string()
    .transform((list) => (list === 'none' ? [] : list.split(',').map((item) => item.trim())))
    .refine(
      (list) => list.every(isProxy),
      'must be none, or addresses, networks, loopback, linklocal, uniquelocal, with commas between',
    )
    .default(['loopback']),
  SECRET: z.string().min(32, 'must have at least 32 characters').optional(),
  LOG_LEVEL: z.enum(LOG_LEVELS, `must be one of ${LOG_LEVELS.join(', ')}`).default('warn'),
})

/** The names of all settings. */
export const SETTINGS: readonly string[] = Object.keys(settings.shape)

/** Reads the settings from an environment. An empty one counts as not set. Throws a ConfigError for the first that is wrong. */
export function loadConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const given = Object.fromEntries(SETTINGS.map((name) => [name, env[name]?.trim() || undefined]))
  const parsed = settings.safeParse(given)
  if (!parsed.success) {
    const issue = parsed.error.issues[0]
    const name = String(issue?.path[0])
    throw new ConfigError(`${name} is ${shown(name, given[name] ?? '')}: it ${issue?.message}.`)
  }
  const values = parsed.data
  return {
    databaseUrl: values.DATABASE_URL,
    redisUrl: values.REDIS_URL,
    dataDir: path.resolve(root, values.DATA_DIR),
    host: values.HOST,
    port: values.PORT,
    workerPort: values.WORKER_PORT,
    siteTimezone: values.SITE_TIMEZONE,
    publicOrigin: values.PUBLIC_ORIGIN,
    trustProxy: values.TRUST_PROXY,
    secret: values.SECRET,
    logLevel: values.LOG_LEVEL,
  }
}

/**
 * The settings of this process: its environment, and beneath it the file `.env` in the project's root. For a program's entry
 * file: a setting that cannot be used ends the process with one line.
 */
export function configOrExit(): Config {
  try {
    process.loadEnvFile(path.join(root, '.env'))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
  try {
    return loadConfig(process.env)
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    console.error(error.message)
    process.exit(2)
  }
}

/** A value as it may stand in a message. */
function shown(name: string, value: string): string {
  if (name === 'SECRET') return 'too short (not shown)'
  if (name.endsWith('_URL')) return 'not usable (not shown, it may hold a password)'
  return JSON.stringify(value)
}

function isPostgresUrl(value: string): boolean {
  const url = URL.parse(value)
  return url !== null && /^postgres(ql)?:$/.test(url.protocol) && url.hostname !== '' && url.pathname.length > 1
}

function isRedisUrl(value: string): boolean {
  const url = URL.parse(value)
  return url !== null && /^rediss?:$/.test(url.protocol) && url.hostname !== '' && /^(\/\d{0,5})?$/.test(url.pathname)
}

function isTimeZone(value: string): boolean {
  if (!/^[A-Za-z]/.test(value)) return false // Intl takes offsets too, which know no daylight saving
  try {
    new Intl.DateTimeFormat('en', { timeZone: value })
    return true
  } catch {
    return false
  }
}

function isOrigin(value: string): boolean {
  return /^https?:/.test(value) && URL.parse(value)?.origin === value
}

function isProxy(value: string): boolean {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(value)) return true
  const [address = '', bits, ...rest] = value.split('/')
  const version = isIP(address)
  if (version === 0 || rest.length > 0) return false
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128))
}
