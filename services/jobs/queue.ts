import { setTimeout as sleep } from 'node:timers/promises'
import {
  createPostgresBackend,
  createRedisBackend,
  ErrorCode,
  type IQueueBackend,
  type JobsOptions,
  type RepeatOptions,
  runMigrations,
  withBackend,
} from 'bullmq'
import pg from 'pg'

/** Where a queue is kept: in Redis where there is a URL of one, else in PostgreSQL. */
export interface QueueStore {
  readonly databaseUrl: string
  readonly redisUrl?: string | undefined
}

/** A queue and whoever works at it in this process. */
export interface WorkedQueue {
  /** The names of the jobs that come by themselves. */
  scheduled(): Promise<ReadonlySet<string>>
  /** Lets a job come by itself from now on. */
  schedule(name: string, repeat: Omit<RepeatOptions, 'key'>, options: JobsOptions): Promise<void>
  /** Lets a job come once, now. */
  add(name: string, options: JobsOptions): Promise<void>
  /** Takes no more jobs, waits for those under way here, and closes the connections. */
  close(): Promise<void>
}

interface Work {
  readonly name: string
  run(job: string): Promise<void>
  onError(error: Error): void
}

/** How long it may take to close the connections, in milliseconds. */
const CLOSING_MS = 3_000
/** Jobs under way at the same time in one process. */
const CONCURRENCY = 3
/** The longest pause before a broken connection to Redis is tried again, in milliseconds. */
const LONGEST_PAUSE_MS = 2_000

/** Opens a queue and begins to work at it. Resolves when it is at work. */
export async function workAt({ databaseUrl, redisUrl }: QueueStore, work: Work): Promise<WorkedQueue> {
  if (redisUrl !== undefined) {
    const retryStrategy = (times: number): number => Math.min(50 * 2 ** times, LONGEST_PAUSE_MS)
    return open(withBackend(createRedisBackend), { url: redisUrl, maxRetriesPerRequest: null, retryStrategy }, work)
  }
  await prepareSchema(databaseUrl)
  return open(withBackend(createPostgresBackend), { connectionString: databaseUrl, max: 2, schema: 'bullmq' }, work)
}

type Backend<B extends IQueueBackend, C> = ReturnType<typeof withBackend<B, C>>

async function open<B extends IQueueBackend, C>(backend: Backend<B, C>, connection: C, work: Work): Promise<WorkedQueue> {
  const queue = new backend.Queue(work.name, { connection })
  const underWay = new Set<Promise<void>>()
  const run = (job: string): Promise<void> => {
    const running = work.run(job).finally(() => underWay.delete(running))
    underWay.add(running)
    return running
  }
  const worker = new backend.Worker(work.name, (job) => run(job.name), { connection, concurrency: CONCURRENCY })
  queue.on('error', work.onError)
  worker.on('error', work.onError)
  await worker.waitUntilReady()
  return {
    async scheduled() {
      return new Set((await queue.getJobSchedulers()).map(({ key }) => key))
    },
    async schedule(name, repeat, opts) {
      await queue.upsertJobScheduler(name, repeat, { name, opts }).catch(passIfScheduled)
    },
    async add(name, options) {
      await queue.add(name, {}, options)
    },
    async close() {
      const closing = worker.close().then(() => queue.close())
      await Promise.allSettled(underWay)
      // Where the other side is away it cannot be told that we go, and need not be.
      const patience = new AbortController()
      const isClosed = await Promise.race([
        closing.then(
          () => true,
          () => false,
        ),
        sleep(CLOSING_MS, false, { signal: patience.signal }).catch(() => false),
      ])
      patience.abort()
      // These wait for the other side as well.
      if (!isClosed) for (const end of [worker, queue]) end.disconnect().catch(() => {})
    },
  }
}

// Another worker that begins at the same moment has just scheduled the same.
const SCHEDULED: readonly unknown[] = [ErrorCode.SchedulerJobIdCollision, ErrorCode.SchedulerJobSlotsBusy]

function passIfScheduled(error: unknown): void {
  if (!(error instanceof Error && 'code' in error && SCHEDULED.includes(error.code))) throw error
}

/** Makes or renews BullMQ's own schema. Whoever comes at the same time waits. */
async function prepareSchema(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    await runMigrations(client)
  } finally {
    await client.end()
  }
}
