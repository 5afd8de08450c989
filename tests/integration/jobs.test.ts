import { createLogger, type Logger } from '@speedcell/services/core'
import { createMeasures } from '@speedcell/services/fair-play'
import { createTasks, JOB_NAMES, startJobs } from '@speedcell/services/jobs'
import { createPostgresBackend, createRedisBackend, withBackend } from 'bullmq'
import { describe, expect, test, vi } from 'vitest'
import { freshDatabase } from '../support/database.ts'
import { testApi } from './api-client.ts'
import { givenPlayer } from './daily-play.ts'

const fresh = await freshDatabase()
const { database, url, redisUrl } = fresh
const api = await testApi(fresh)
const { services, clock } = api
const zone = 'Europe/Berlin'
const logger = createLogger('test', 'silent')
const measures = createMeasures({ database, clock, logger, share: async () => null })
const tasks = createTasks({ database, clock, runs: services.runs, dailies: services.dailies, measures })

describe('what the jobs do', () => {
  test("draw: the deals of today and tomorrow, by the site's own midnight", async () => {
    clock.set('2027-02-01T23:30:00Z') // half past midnight in Berlin
    await tasks.draw()
    expect(await database.daily.findMany({ select: { day: true }, orderBy: { day: 'asc' } })).toEqual([
      { day: '2027-02-02' },
      { day: '2027-02-03' },
    ])
  })

  test('sweep: stages and then days, in one go', async () => {
    clock.set('2027-02-05T12:00:00+01:00')
    const player = await givenPlayer(api, '2027-02-05')
    clock.set('2027-02-06T01:00:02.001+01:00')
    await tasks.sweep()
    expect((await player.look()).body.result).toMatchObject({ outcome: 'closed' })
    expect(await database.daily.findUniqueOrThrow({ where: { day: '2027-02-05' } })).toMatchObject({
      closedAt: new Date(clock.now()),
    })
  })

  test('sweep: a stage that cannot be closed does not hold up the others', async () => {
    clock.set('2027-02-08T12:00:00+01:00')
    const [broken, sound] = [await givenPlayer(api, '2027-02-08'), await givenPlayer(api, '2027-02-08')]
    await database.stage.update({ where: { id: broken.stage.id }, data: { events: 'unreadable' } })
    clock.set('2027-02-09T01:00:02.001+01:00')
    await tasks.sweep()
    expect((await sound.look()).body.result).toMatchObject({ outcome: 'closed' })
    expect(await database.daily.findUniqueOrThrow({ where: { day: '2027-02-08' } })).toMatchObject({ closedAt: null })
    await database.stage.update({ where: { id: broken.stage.id }, data: { events: '' } })
    await tasks.sweep()
    expect(await database.daily.findUniqueOrThrow({ where: { day: '2027-02-08' } })).toMatchObject({
      closedAt: new Date(clock.now()),
    })
  })

  test('tidy: sessions and counters that have run out, and no others', async () => {
    const { id: userId } = await database.user.create({
      data: { name: 'Ordentliche Biene', nameKey: 'ordentlich', locale: 'de' },
    })
    const now = clock.now()
    for (const [id, at] of [
      ['gone', 0],
      ['stays', 1],
    ] as const) {
      await database.session.create({ data: { id, userId, expiresAt: new Date(now + at) } })
      await database.rateLimit.create({ data: { key: id, points: 1, expire: new Date(now + at - (id === 'gone' ? 1 : 0)) } })
    }
    await database.rateLimit.create({ data: { key: 'for good', points: 1, expire: null } })
    await tasks.tidy()
    expect(await database.session.findMany({ where: { userId }, select: { id: true } })).toEqual([{ id: 'stays' }])
    expect(
      (await database.rateLimit.findMany({ where: { key: { in: ['gone', 'stays', 'for good'] } }, select: { key: true } }))
        .map(({ key }) => key)
        .sort(),
    ).toEqual(['for good', 'stays'])
  })
})

describe('the queue', () => {
  const store = { databaseUrl: url, redisUrl }
  /** The queue from outside. */
  const openQueue = () =>
    redisUrl !== undefined
      ? new (withBackend(createRedisBackend).Queue)('speedcell', { connection: { url: redisUrl } })
      : new (withBackend(createPostgresBackend).Queue)('speedcell', {
          connection: { connectionString: url, schema: 'bullmq', max: 1 },
        })

  /** Tasks that count how often they are run. */
  const counting = () => ({
    sweep: vi.fn(async () => {}),
    draw: vi.fn(async () => {}),
    tidy: vi.fn(async () => {}),
    measure: vi.fn(async () => {}),
  })

  test('runs everything once at the start, and goes on with what is due', async () => {
    const counted = counting()
    const jobs = await startJobs({ ...store, zone, tasks: counted, logger })
    await vi.waitFor(() => {
      for (const name of JOB_NAMES) expect(counted[name]).toHaveBeenCalled()
    }, 10_000)
    const before = counted.sweep.mock.calls.length
    await vi.waitFor(() => expect(counted.sweep.mock.calls.length).toBeGreaterThan(before), 20_000)
    await jobs.close()
    const after = counted.sweep.mock.calls.length
    await new Promise((resolve) => setTimeout(resolve, 6_000))
    expect(counted.sweep).toHaveBeenCalledTimes(after)
  })

  test("draws by the clock of the site's zone", async () => {
    const jobs = await startJobs({ ...store, zone: 'Asia/Kolkata', tasks: counting(), logger })
    const queue = openQueue()
    const scheduled = await queue.getJobSchedulers()
    expect(scheduled.map(({ key }) => key).sort()).toEqual([...JOB_NAMES].sort())
    const draw = scheduled.find(({ key }) => key === 'draw')
    expect(draw).toMatchObject({ pattern: '0 0 12,18,22,23 * * *', tz: 'Asia/Kolkata' })
    // A full hour in Kolkata is half past one in UTC.
    expect(new Date(draw?.next ?? 0).getUTCMinutes()).toBe(30)
    await queue.close()
    await jobs.close()
  })

  test('begins with many workers at once, each in good order', async () => {
    const counted = counting()
    const jobs = await Promise.all(Array.from({ length: 4 }, () => startJobs({ ...store, zone, tasks: counted, logger })))
    await vi.waitFor(() => expect(counted.draw).toHaveBeenCalled(), 10_000)
    await Promise.all(jobs.map((job) => job.close()))
  })

  test('is filled again when it was emptied', async () => {
    const counted = counting()
    const jobs = await startJobs({ ...store, zone, tasks: counted, logger })
    await vi.waitFor(() => expect(counted.sweep).toHaveBeenCalled(), 10_000)
    const queue = openQueue()
    await queue.obliterate({ force: true })
    for (const name of JOB_NAMES) await queue.removeJobScheduler(name)
    expect(await queue.getJobSchedulers()).toEqual([])
    counted.draw.mockClear()
    await vi.waitFor(() => expect(counted.draw).toHaveBeenCalled(), 25_000)
    await vi.waitFor(async () => expect(await queue.getJobSchedulers()).toHaveLength(JOB_NAMES.length), 10_000)
    await queue.close()
    await jobs.close()
  }, 60_000)

  test('outlives a job that fails, and says so', async () => {
    const lines: string[] = []
    const loud: Logger = createLogger('test', 'error', { write: (line) => lines.push(line) })
    const failing = { ...counting(), tidy: vi.fn(async () => Promise.reject(new Error('no tidying today'))) }
    const jobs = await startJobs({ ...store, zone, tasks: failing, logger: loud })
    await vi.waitFor(() => expect(lines.join()).toContain('no tidying today'), 10_000)
    await vi.waitFor(() => expect(failing.sweep).toHaveBeenCalled(), 10_000)
    await jobs.close()
  })
})
