import type { Database, Logger, Redis } from '../core/index.ts'
import type { Publisher, Subscriber } from './channel.ts'
import { createPostgresPublisher, createPostgresSubscriber } from './postgres.ts'
import { createRedisPublisher, createRedisSubscriber } from './redis.ts'

/** What carries notices from process to process: Redis where the site has one, else PostgreSQL. */
interface Line {
  readonly redis?: Redis | undefined
  readonly logger: Logger
}

/** Publishes on the site's line. */
export function createPublisher({ database, redis, logger }: Line & { readonly database: Database }): Publisher {
  return redis ? createRedisPublisher(redis, logger) : createPostgresPublisher(database, logger)
}

/** Hears the site's line, on a connection of its own. */
export function createSubscriber({ databaseUrl, redis, logger }: Line & { readonly databaseUrl: string }): Subscriber {
  return redis ? createRedisSubscriber(redis, logger) : createPostgresSubscriber(databaseUrl, logger)
}
