/**
 * What happens by itself, on BullMQ over Redis where the site has one, else over PostgreSQL. Jobs only make things punctual: losing one, running it twice, or stopping the
 * worker for an hour changes no result.
 *
 * ```ts
 * const jobs = await startJobs({ databaseUrl, redisUrl, zone, logger, tasks: createTasks({ database, clock, runs, dailies, measures }) })
 * await jobs.close()
 * ```
 */
export { JOB_NAMES, type JobName, startJobs } from './jobs.ts'
export { createTasks } from './tasks.ts'
