import { Redis } from 'ioredis'
import type { Logger } from './logger.ts'

export type { Redis }

/** How long Redis may take for a command before it counts as away, in milliseconds. */
const COMMAND_MS = 2_000
/** The longest pause before a broken connection is tried again, in milliseconds. */
const LONGEST_PAUSE_MS = 2_000

/**
 * Connects to the Redis at a URL. From then on the connection is made anew whenever it breaks; as long as it is down, commands
 * fail at once instead of waiting, so that nobody waits for Redis. Throws if it cannot be reached now.
 */
export async function connectRedis(url: string, logger: Logger): Promise<Redis> {
  const redis = new Redis(url, {
    lazyConnect: true,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    commandTimeout: COMMAND_MS,
    connectTimeout: COMMAND_MS,
    retryStrategy: (times) => Math.min(50 * 2 ** times, LONGEST_PAUSE_MS),
  })
  let reason: Error | undefined
  let isAway = false
  redis.on('error', (error: Error) => {
    reason = error
  })
  try {
    await redis.connect()
  } catch (error) {
    redis.disconnect()
    throw reason ?? error
  }
  // One line when it goes and one when it comes, however often it is tried between.
  redis.on('close', () => {
    if (!isAway && redis.status !== 'end') logger.warn('Redis is away')
    isAway = true
  })
  redis.on('ready', () => {
    if (isAway) logger.warn('Redis is back')
    isAway = false
  })
  return redis
}
