/** What becomes of the site when its Redis goes and comes back empty: it goes on, and every due thing still happens. */
import { connectRedis, createLogger } from '@speedcell/services/core'
import { createReadiness } from '@speedcell/services/health'
import { JOB_NAMES, startJobs } from '@speedcell/services/jobs'
import { createPublisher, createSubscriber, type Heard } from '@speedcell/services/realtime'
import { afterAll, expect, test, vi } from 'vitest'
import { ALLOWANCES, createLimits } from '../../apps/api/limits.ts'
import { freshDatabase } from '../support/database.ts'
import { startRedis } from '../support/redis.ts'

const { database, url } = await freshDatabase()
const server = await startRedis()
const lines: string[] = []
const logger = createLogger('test', 'warn', { write: (line) => lines.push(line) })
const redis = await connectRedis(server.url, logger)
const publisher = createPublisher({ database, redis, logger })
const subscriber = createSubscriber({ databaseUrl: url, redis, logger })
const limits = createLimits({ database, redis }, { ...ALLOWANCES, name: { calls: 2, seconds: 60 } })
const look = createReadiness({ database, redis }, logger)
afterAll(async () => {
  await subscriber.close()
  redis.disconnect()
  await server.kill()
})

test('a Redis that goes for a while and comes back with nothing in it', async () => {
  const heard: Heard[] = []
  await subscriber.subscribe((notice) => heard.push(notice))
  const tasks = Object.fromEntries(JOB_NAMES.map((name) => [name, vi.fn(async () => {})])) as Record<
    (typeof JOB_NAMES)[number],
    ReturnType<typeof vi.fn<() => Promise<void>>>
  >
  const jobs = await startJobs({ databaseUrl: url, redisUrl: server.url, zone: 'Europe/Berlin', tasks, logger })
  await vi.waitFor(() => expect(tasks.sweep).toHaveBeenCalled(), 10_000)
  const wrong = () => limits.tryAt('sign-in', 'imme', () => Promise.reject(new Error('wrong')))
  await expect(wrong()).rejects.toThrow('wrong')
  expect(await look()).toEqual({ ready: true, parts: { database: 'ok', redis: 'ok' } })

  await server.kill()
  await vi.waitFor(async () => expect(await look()).toEqual({ ready: false, parts: { database: 'ok', redis: 'away' } }), 10_000)
  // Nobody waits for it, tries are counted all the same, and what cannot be told is not in the way.
  await publisher.publish([{ type: 'ended', stage: 'untold' }])
  await expect(wrong()).rejects.toThrow('wrong')
  await expect(wrong()).rejects.toThrow('wrong')
  await expect(wrong()).rejects.toMatchObject({ code: 'rate-limited' })

  heard.length = 0
  for (const task of Object.values(tasks)) task.mockClear()
  await server.start()
  await vi.waitFor(async () => expect((await look()).ready).toBe(true), 20_000)
  await vi.waitFor(() => expect(heard).toEqual([{ type: 'gap' }]), 20_000)
  await publisher.publish([{ type: 'ended', stage: 'told' }])
  await vi.waitFor(() => expect(heard.at(-1)).toEqual({ type: 'ended', stage: 'told' }))
  await expect(wrong()).rejects.toThrow('wrong')
  // What is due comes again by itself, on its schedule.
  await vi.waitFor(() => expect(tasks.draw).toHaveBeenCalled(), 40_000)
  const sweeps = tasks.sweep.mock.calls.length
  await vi.waitFor(() => expect(tasks.sweep.mock.calls.length).toBeGreaterThan(sweeps + 1), 40_000)
  expect(lines.filter((line) => line.includes('Redis is away'))).toHaveLength(1)
  expect(lines.filter((line) => line.includes('Redis is back'))).toHaveLength(1)
  await jobs.close()
}, 120_000)

test('a worker ends in good order while its Redis is away', async () => {
  const tasks = Object.fromEntries(JOB_NAMES.map((name) => [name, async () => {}])) as Record<
    (typeof JOB_NAMES)[number],
    () => Promise<void>
  >
  const jobs = await startJobs({ databaseUrl: url, redisUrl: server.url, zone: 'Europe/Berlin', tasks, logger })
  await server.kill()
  await jobs.close()
}, 60_000)
