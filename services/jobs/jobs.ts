import { createPostgresBackend, ErrorCode, type JobsOptions, type RepeatOptions, runMigrations, withBackend } from 'bullmq'
import pg from 'pg'
import type { Logger } from '../core/index.ts'

/** What is done again and again. Each may run twice, late, or at the same time elsewhere: what it does, it does by the rows. */
export const JOB_NAMES = ['sweep', 'draw', 'tidy', 'measure'] as const
export type JobName = (typeof JOB_NAMES)[number]

const QUEUE = 'speedcell'
const { Queue, Worker } = withBackend(createPostgresBackend)

// Tomorrow's deal is drawn at noon and, should that have failed, some more times before it is needed.
const SCHEDULE: Readonly<Record<JobName, (zone: string) => Omit<RepeatOptions, 'key'>>> = {
  sweep: () => ({ every: 5_000 }),
  draw: (tz) => ({ pattern: '0 0 12,18,22,23 * * *', tz }),
  tidy: () => ({ every: 600_000 }),
  measure: () => ({ every: 15_000 }),
}
const OPTIONS: JobsOptions = { removeOnComplete: true, removeOnFail: { count: 100 } }
const CONCURRENCY = 3

export interface JobsContext {
  readonly databaseUrl: string
  /** The site's time zone. */
  readonly zone: string
  readonly tasks: Readonly<Record<JobName, () => Promise<unknown>>>
  readonly logger: Logger
}

/** Runs all jobs on their schedule, and each once at the start. Resolves when it is at work; `close` waits for what is running. */
export async function startJobs({ databaseUrl, zone, tasks, logger }: JobsContext): Promise<{ close(): Promise<void> }> {
  await prepare(databaseUrl)
  const connection = { connectionString: databaseUrl, max: 2, schema: 'bullmq' }
  const queue = new Queue(QUEUE, { connection })
  const worker = new Worker(QUEUE, async (job) => run(job.name), { connection, concurrency: CONCURRENCY })
  const warn = (error: Error) => logger.warn({ err: error }, 'the queue failed')
  queue.on('error', warn)
  worker.on('error', warn)

  async function run(name: string): Promise<void> {
    const task = tasks[name as JobName]
    try {
      await task?.()
    } catch (error) {
      logger.error({ err: error, job: name }, 'a job failed')
      throw error
    }
  }

  await worker.waitUntilReady()
  for (const name of JOB_NAMES) {
    await queue.upsertJobScheduler(name, SCHEDULE[name](zone), { name, opts: OPTIONS }).catch(passIfScheduled)
    await queue.add(name, {}, OPTIONS)
  }
  return {
    async close() {
      await worker.close()
      await queue.close()
    },
  }
}

// Another worker that begins at the same moment has just scheduled the same.
const SCHEDULED: readonly unknown[] = [ErrorCode.SchedulerJobIdCollision, ErrorCode.SchedulerJobSlotsBusy]

function passIfScheduled(error: unknown): void {
  if (!(error instanceof Error && 'code' in error && SCHEDULED.includes(error.code))) throw error
}

/** Makes or renews BullMQ's own schema. Whoever comes at the same time waits. */
async function prepare(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    await runMigrations(client)
  } finally {
    await client.end()
  }
}
