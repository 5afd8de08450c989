import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Database, Logger } from '../core/index.ts'
import { decodeNotice, encodeNotice, type Heard, type Publisher, type Subscriber } from './channel.ts'

const CHANNEL = 'speedcell'
/** How long to wait before the line is tried again: doubled from the first to the last. */
const RETRY_MS = { first: 100, last: 5_000 } as const
/** How often an idle line is tried, so that one cut without a word is noticed. */
const PROBE_MS = 30_000

/** Publishes by PostgreSQL's NOTIFY. */
export function createPostgresPublisher(database: Database, logger: Logger): Publisher {
  return {
    async publish(notices) {
      if (notices.length === 0) return
      const payloads = notices.map(encodeNotice)
      try {
        await database.$queryRaw`SELECT pg_notify(${CHANNEL}, payload)::text FROM unnest(${payloads}::text[]) AS payload`
      } catch (error) {
        logger.warn({ err: error }, 'a notice could not be published')
      }
    },
  }
}

/** Hears PostgreSQL's NOTIFY on a connection of its own, made with the first subscriber and anew whenever it breaks. */
export function createPostgresSubscriber(databaseUrl: string, logger: Logger): Subscriber {
  const listeners = new Set<(heard: Heard) => void>()
  const closing = new AbortController()
  let client: pg.Client | undefined
  let listening: Promise<void> | undefined

  const tell = (heard: Heard): void => {
    for (const listener of listeners) listener(heard)
  }

  async function connect(): Promise<void> {
    const line = new pg.Client({ connectionString: databaseUrl, keepAlive: true, query_timeout: PROBE_MS })
    const broken = new Promise<void>((resolve) => {
      line.on('error', () => resolve())
      line.on('end', () => resolve())
    })
    line.on('notification', ({ payload }) => {
      const notice = decodeNotice(payload ?? '')
      if (notice) tell(notice)
    })
    try {
      await line.connect()
      await line.query(`LISTEN ${CHANNEL}`)
    } catch (error) {
      void line.end().catch(() => {})
      throw error
    }
    client = line
    const probe = setInterval(() => line.query('SELECT 1').catch(() => line.end().catch(() => {})), PROBE_MS)
    void broken.then(() => {
      clearInterval(probe)
      if (closing.signal.aborted) return
      logger.warn('the line for notices broke')
      listening = keepTrying()
    })
    if (closing.signal.aborted) await line.end()
  }

  /** Connects, however long it takes, unless it is closed meanwhile. */
  async function keepTrying(): Promise<void> {
    for (let wait: number = RETRY_MS.first; !closing.signal.aborted; wait = Math.min(wait * 2, RETRY_MS.last)) {
      try {
        await connect()
        return tell({ type: 'gap' })
      } catch (error) {
        logger.debug({ err: error }, 'the line for notices is down')
        await sleep(wait, undefined, { signal: closing.signal, ref: false }).catch(() => {})
      }
    }
  }

  return {
    async subscribe(listener) {
      listeners.add(listener)
      listening ??= keepTrying()
      await listening
    },
    async close() {
      closing.abort()
      listeners.clear()
      await client?.end().catch(() => {})
    },
  }
}
