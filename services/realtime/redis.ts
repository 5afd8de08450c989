import type { Logger, Redis } from '../core/index.ts'
import { decodeNotice, encodeNotice, type Heard, type Publisher, type Subscriber } from './channel.ts'

/** How often an idle line is tried, so that one cut without a word is noticed. */
const PROBE_MS = 30_000

/** Redis tells a channel to all of its numbered databases: each has a channel of its own here. */
const channelOf = (redis: Redis): string => `speedcell:${redis.options.db ?? 0}`

/** Publishes by Redis's PUBLISH. While Redis is away, nothing is told. */
export function createRedisPublisher(redis: Redis, logger: Logger): Publisher {
  const channel = channelOf(redis)
  return {
    async publish(notices) {
      try {
        // One after the other on one connection: they are heard in this order.
        await Promise.all(notices.map((notice) => redis.publish(channel, encodeNotice(notice))))
      } catch (error) {
        logger.warn({ err: error }, 'a notice could not be published')
      }
    },
  }
}

/** Hears Redis's PUBLISH on a connection like the given one, made with the first subscriber and anew whenever it breaks. */
export function createRedisSubscriber(redis: Redis, logger: Logger): Subscriber {
  const channel = channelOf(redis)
  const listeners = new Set<(heard: Heard) => void>()
  const line = redis.duplicate({ lazyConnect: true, autoResubscribe: false })
  let listening: Promise<void> | undefined
  let probe: NodeJS.Timeout | undefined

  const tell = (heard: Heard): void => {
    for (const listener of listeners) listener(heard)
  }

  line.on('error', (error: Error) => logger.debug({ err: error }, 'the line for notices is down'))
  line.on('message', (_channel: string, text: string) => {
    const notice = decodeNotice(text)
    if (notice) tell(notice)
  })

  /** Listens now and each time the connection is there again. Resolves at the first time, or when the line is closed. */
  function listen(): Promise<void> {
    probe = setInterval(() => {
      if (line.status === 'ready') line.ping().catch(() => line.disconnect(true))
    }, PROBE_MS).unref()
    return new Promise((resolve) => {
      line.on('end', resolve)
      line.on('ready', () => {
        line.subscribe(channel).then(
          () => {
            tell({ type: 'gap' })
            resolve()
          },
          () => line.disconnect(true),
        )
      })
      // Where it fails it is tried again, however long it takes.
      line.connect().catch(() => {})
    })
  }

  return {
    async subscribe(listener) {
      listeners.add(listener)
      listening ??= listen()
      await listening
    },
    async close() {
      listeners.clear()
      clearInterval(probe)
      line.disconnect()
    },
  }
}
