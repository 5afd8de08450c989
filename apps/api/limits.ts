import { createHash } from 'node:crypto'
import { isIPv6 } from 'node:net'
import { type Database, DomainError, type Redis } from '@speedcell/services/core'
import type { Limit } from '@speedcell/shared/contracts'
import {
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterPrisma,
  RateLimiterRedis,
  RateLimiterRes,
} from 'rate-limiter-flexible'

/** So many calls in so many seconds, counted from the first. */
export interface Allowance {
  readonly calls: number
  readonly seconds: number
}

/** By address for every class of calls, for accounts made and for what is said of stages over sockets; by name for tries at one account. */
export type Limited = Limit | 'account' | 'socket' | 'name'

/** What one address may call, and how often one name may be tried. Many players can share an address. */
export const ALLOWANCES: Record<Limited, Allowance> = {
  read: { calls: 1_200, seconds: 60 },
  write: { calls: 600, seconds: 60 },
  hint: { calls: 120, seconds: 60 },
  export: { calls: 20, seconds: 3_600 },
  reveal: { calls: 240, seconds: 60 },
  // Free games: nobody ends more of them, and what waited for a line comes in at once.
  count: { calls: 1_200, seconds: 3_600 },
  account: { calls: 600, seconds: 3_600 },
  socket: { calls: 3_000, seconds: 60 },
  // Of these, only what is refused counts in the end.
  'sign-in': { calls: 100, seconds: 600 },
  name: { calls: 10, seconds: 600 },
}

// On Redis, all hold for all processes together. PostgreSQL is too good for counting every call: there, only those do that guard
// passwords and what stays in the database, and each process counts the others by itself.
const KEPT: ReadonlySet<Limited> = new Set(['reveal', 'count', 'sign-in', 'account', 'name'])

export interface Limits {
  /** Counts a call from an address. Throws `rate-limited` with the seconds to wait. */
  countAddress(limited: Limited, address: string): Promise<void>
  /** Takes back one that was counted. */
  forgive(limited: Limited, address: string): Promise<void>
  /**
   * Makes a try of a kind at a name, or at whatever else identifies an account, and counts it unless it succeeds. Throws
   * `rate-limited` with the seconds to wait, and whatever the try throws.
   */
  tryAt<T>(kind: string, name: string, attempt: () => Promise<T>): Promise<T>
}

/** Where calls are counted. */
interface Counters {
  readonly database: Database
  readonly redis?: Redis | undefined
}

/** The limits on calls, with the allowances as given. */
export function createLimits(counters: Counters, allowances: Record<Limited, Allowance>): Limits {
  const limiters = Object.fromEntries(
    Object.entries(allowances).map(([limited, { calls, seconds }]) => [
      limited,
      limiter(counters, limited as Limited, { points: calls, duration: seconds }),
    ]),
  ) as Record<Limited, RateLimiterAbstract>

  async function count(limited: Limited, key: string): Promise<void> {
    try {
      await limiters[limited].consume(key)
    } catch (error) {
      if (!(error instanceof RateLimiterRes)) throw error
      throw new DomainError('rate-limited', { retryAfter: Math.max(1, Math.ceil(error.msBeforeNext / 1_000)) })
    }
  }

  /** Takes back one that was counted. Where that fails the limit is the stricter for it, and nothing else is lost. */
  async function forgive(limited: Limited, key: string): Promise<void> {
    await limiters[limited].reward(key).catch(() => {})
  }

  return {
    countAddress: (limited, address) => count(limited, networkOf(address)),
    forgive: (limited, address) => forgive(limited, networkOf(address)),
    async tryAt(kind, name, attempt) {
      // Counted beforehand, so that many at once are no way around it.
      const key = createHash('sha256').update(`${kind}:${name}`).digest('base64url')
      await count('name', key)
      const result = await attempt()
      await forgive('name', key)
      return result
    },
  }
}

function limiter(
  { database, redis }: Counters,
  limited: Limited,
  allowance: { points: number; duration: number },
): RateLimiterAbstract {
  const inMemory = () => new RateLimiterMemory({ keyPrefix: limited, ...allowance })
  if (redis) {
    return new RateLimiterRedis({
      keyPrefix: `speedcell:limit:${limited}`,
      ...allowance,
      storeClient: redis,
      // While Redis is away each process counts by itself: better than to refuse everybody, or nobody.
      insuranceLimiter: inMemory(),
      rejectIfRedisNotReady: true,
    })
  }
  if (!KEPT.has(limited)) return inMemory()
  return new RateLimiterPrisma({
    keyPrefix: limited,
    ...allowance,
    storeClient: database,
    tableName: 'rateLimit',
    // The worker forgets what has run out.
    clearExpiredByTimeout: false,
  })
}

/** Who counts as one: an IPv4 address, or an IPv6 network of 64 bits, since one household has that many addresses. */
export function networkOf(address: string): string {
  const plain = address.split('%')[0] ?? ''
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(plain)
  if (mapped?.[1]) return mapped[1]
  if (!isIPv6(plain)) return plain
  const [head = [], tail = []] = plain.split('::').map((part) => part.split(':').filter((group) => group !== ''))
  const zeros = Array.from({ length: 8 - head.length - tail.length }, () => '0')
  const network = [...head, ...zeros, ...tail].slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16))
  return `${network.join(':')}::/64`
}
