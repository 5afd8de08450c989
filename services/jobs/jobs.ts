import type { JobsOptions, RepeatOptions } from 'bullmq'
import type { Logger } from '../core/index.ts'
import { type QueueStore, workAt } from './queue.ts'

/** What is done again and again. Each may run twice, late, or at the same time elsewhere: what it does, it does by the rows. */
export const JOB_NAMES = ['sweep', 'draw', 'tidy', 'measure'] as const
export type JobName = (typeof JOB_NAMES)[number]

const QUEUE = 'speedcell'

// Tomorrow's deal is drawn at noon and, should that have failed, some more times before it is needed.
const SCHEDULE: Readonly<Record<JobName, (zone: string) => Omit<RepeatOptions, 'key'>>> = {
  sweep: () => ({ every: 5_000 }),
  draw: (tz) => ({ pattern: '0 0 12,18,22,23 * * *', tz }),
  tidy: () => ({ every: 600_000 }),
  measure: () => ({ every: 15_000 }),
}
const OPTIONS: JobsOptions = { removeOnComplete: true, removeOnFail: { count: 100 } }
/** How often a worker looks whether all is scheduled still: the queue may have been emptied, as by a Redis that came back empty. */
const LOOK_MS = 10_000

export interface JobsContext extends QueueStore {
  /** The site's time zone. */
  readonly zone: string
  readonly tasks: Readonly<Record<JobName, () => Promise<unknown>>>
  readonly logger: Logger
}

/** Runs all jobs on their schedule, and each once at the start. Resolves when it is at work; `close` waits for what is running. */
export async function startJobs({ zone, tasks, logger, ...store }: JobsContext): Promise<{ close(): Promise<void> }> {
  const warn = (error: unknown): void => logger.warn({ err: error }, 'the queue failed')
  const queue = await workAt(store, { name: QUEUE, run, onError: warn })

  async function run(name: string): Promise<void> {
    const task = tasks[name as JobName]
    try {
      await task?.()
    } catch (error) {
      logger.error({ err: error, job: name }, 'a job failed')
      throw error
    }
  }

  async function schedule(names: readonly JobName[]): Promise<void> {
    for (const name of names) {
      await queue.schedule(name, SCHEDULE[name](zone), OPTIONS)
      await queue.add(name, OPTIONS)
    }
  }

  async function scheduleWhatIsMissing(): Promise<void> {
    const scheduled = await queue.scheduled()
    await schedule(JOB_NAMES.filter((name) => !scheduled.has(name)))
  }

  await schedule(JOB_NAMES)
  let isLooking = false
  const timer = setInterval(() => {
    if (isLooking) return
    isLooking = true
    void scheduleWhatIsMissing()
      .catch(warn)
      .finally(() => {
        isLooking = false
      })
  }, LOOK_MS)
  return {
    async close() {
      clearInterval(timer)
      await queue.close()
    },
  }
}
