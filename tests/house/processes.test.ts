/**
 * The processes of docker-compose.yml, started by hand with its commands and settings: two APIs and two workers on one database,
 * in a run on Redis with one of those.
 */
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { createDatabase, type Database } from '@speedcell/services/core'
import { contracts } from '@speedcell/shared/contracts'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../apps/standalone/embedded-postgres.ts'
import { commandLine, freePort, until } from '../../apps/standalone/processes.ts'
import { CrashPlayer } from '../faults/crash-site.ts'
import { Stream } from '../faults/stream.ts'
import { zoneOfNoon } from '../support/noon.ts'
import { type Part, partOf } from '../support/part.ts'
import { ON_REDIS, type RedisServer, startRedis } from '../support/redis.ts'
import { openSocket } from '../support/socket-client.ts'
import { filledIn, GIVEN, ROOT, serviceOf } from './compose.ts'

interface Process extends Part {
  /** Where it answers. */
  readonly url: string
}

const folder = mkdtempSync(path.join(tmpdir(), 'speedcell-processes-'))
let postgres: EmbeddedPostgres
let redis: RedisServer | undefined
let database: Database
/** What differs here from docker-compose.yml: where the servers are. */
let here: Record<string, string>
let apis: Process[]
let workers: Process[]

/** A process as docker-compose.yml starts it, at a port of its own. */
async function processOf(service: 'api' | 'worker'): Promise<Process> {
  const { command = [], environment } = serviceOf(service)
  const port = String(await freePort())
  const place = service === 'api' ? { PORT: port } : { WORKER_PORT: port }
  const env = { PATH: process.env.PATH ?? '', NODE_ENV: 'production', ...filledIn(environment, GIVEN), ...here, ...place }
  return { ...partOf(path.join(ROOT, command[1] ?? ''), env), url: `http://127.0.0.1:${port}` }
}

beforeAll(async () => {
  postgres = await startEmbeddedPostgres({ folder, database: 'speedcell', fast: true })
  redis = ON_REDIS ? await startRedis() : undefined
  database = createDatabase(postgres.url, 2)
  here = {
    DATABASE_URL: postgres.url,
    REDIS_URL: redis?.url ?? '',
    HOST: '127.0.0.1',
    DATA_DIR: folder,
    SITE_TIMEZONE: zoneOfNoon(),
    LOG_LEVEL: 'silent',
  }
  apis = [await processOf('api'), await processOf('api')]
  workers = [await processOf('worker'), await processOf('worker')]
  // All at once, on a database with nothing in it.
  await Promise.all([...apis, ...workers].map((part) => part.start()))
})

afterAll(async () => {
  await Promise.all([...(apis ?? []), ...(workers ?? [])].map((part) => part.stop()))
  await database?.$disconnect()
  await redis?.kill()
  await postgres?.stop()
  rmSync(folder, { recursive: true, force: true })
})

const get = async (url: string) => {
  const answer = await fetch(url)
  return { status: answer.status, text: await answer.text() }
}

/** A player who has revealed today's daily by the first API and may go on by the other, and the moves that win it. */
async function givenPlayer() {
  const [one, other] = apis.map(({ url }) => url)
  const door = { url: one ?? '', database }
  const player = new CrashPlayer(door)
  const moves = await player.reveal()
  return {
    player,
    moves,
    goTo: (which: 'one' | 'other') => {
      door.url = (which === 'one' ? one : other) ?? ''
    },
  }
}

/** Waits until a process is ready, on a machine that may be busy. */
const becomesReady = (part: Process, parts: object) =>
  vi.waitFor(
    async () => {
      const { status, text } = await get(`${part.url}/readyz`)
      expect([status, JSON.parse(text)]).toEqual([200, parts])
    },
    { timeout: 20_000, interval: 200 },
  )

test('each says that it lives and is ready, to the very question of its health check', async () => {
  for (const part of [...apis, ...workers]) {
    expect(await get(`${part.url}/healthz`)).toEqual({ status: 200, text: '{"status":"ok"}' })
    const used = { database: 'ok', ...(redis && { redis: 'ok' }) }
    await becomesReady(part, apis.includes(part) ? { ...used, pages: 'ok' } : used)
    const [, , probe = '', url = ''] = serviceOf(apis.includes(part) ? 'api' : 'worker').healthcheck.test
    const asked = url.replace(/^http:\/\/127\.0\.0\.1:\d+/, part.url)
    await promisify(execFile)(process.execPath, [path.join(ROOT, probe), asked])
  }
  await expect(
    promisify(execFile)(process.execPath, ['scripts/probe.cjs', `${apis[0]?.url}/api/nothing`], { cwd: ROOT }),
  ).rejects.toThrow()
})

test('every API serves the pages, and calls its own for what is on them', async () => {
  for (const { url } of apis) {
    const { status, text } = await get(`${url}/`)
    expect(status).toBe(200)
    expect(text).toContain('<html')
  }
})

test('a stage is played over both APIs, and what one hears the other tells its sockets', async () => {
  const { player, moves, goTo } = await givenPlayer()
  const { id, claim, day } = player.stage
  goTo('other')
  const attending = await player.socket()
  attending.say({ type: 'attend', stage: id, claim: claim ?? '' })
  await attending.rest()
  const watching = await openSocket(apis[1]?.url ?? '')
  watching.say({ type: 'watch', day: day ?? '' })
  await watching.rest()

  const stream = new Stream(player)
  for (const [index, move] of moves.slice(0, -1).entries()) {
    if (index % 20 === 0) {
      goTo(index % 40 === 0 ? 'one' : 'other')
      await stream.connect()
    }
    await stream.play(move)
  }
  goTo('one')
  const { status, body } = await player.finish([...stream.events, [0, moves.at(-1) ?? '']])
  expect([status, body.won]).toEqual([200, true])
  expect((await attending.next('ended')).result).toMatchObject({ won: true, score: body.score })
  let entries: readonly { run: string }[] = []
  while (entries.length === 0) entries = (await watching.next('list')).entries
  expect(entries.map(({ run }) => run)).toEqual([player.stage.run])
  for (const socket of [attending, watching]) socket.close()
})

test('a limit that guards accounts holds over both APIs', async () => {
  const statuses: number[] = []
  for (let turn = 0; turn < 12; turn++) {
    const answer = await fetch(`${apis[turn % 2]?.url}/api${contracts.accounts.signIn.path}`, {
      method: contracts.accounts.signIn.method,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'Niemand Imme', password: 'Honig und Wachs' }),
    })
    statuses.push(answer.status)
  }
  expect(statuses).toEqual([...Array(10).fill(401), 429, 429])
})

/** Lets a stage's time have run out an hour ago. */
async function letRunOut({ id, run }: { id: string; run: string }): Promise<Date> {
  const deadline = new Date(Date.now() - 3_600_000)
  const revealedAt = new Date(deadline.getTime() - 60_000)
  await database.stage.update({ where: { id }, data: { revealedAt, deadline } })
  await database.run.update({ where: { id: run }, data: { dueAt: deadline } })
  return deadline
}
const isClosed = (stageId: string, endedAt: Date) =>
  vi.waitFor(
    async () => {
      const results = await database.stageResult.findMany({ where: { stageId } })
      expect(results).toMatchObject([{ outcome: 'closed', endedAt }])
    },
    { timeout: 60_000, interval: 200 },
  )

test('a worker killed changes nothing: what is due is closed by the other, as it stood, once', async () => {
  const [first, second] = workers
  for (const part of [first, second]) {
    const { player, moves } = await givenPlayer()
    const stream = new Stream(player)
    await stream.connect()
    await stream.play(moves[0] ?? '')
    const deadline = await letRunOut(player.stage)
    await part?.kill()
    await isClosed(player.stage.id, deadline)
    await part?.start()
  }
})

test('an API killed in the middle of a stage: the player goes on by the other', async () => {
  const { player, moves, goTo } = await givenPlayer()
  const stream = new Stream(player)
  await stream.connect()
  for (const move of moves.slice(0, 5)) await stream.play(move)
  await apis[0]?.kill()
  goTo('other')
  await stream.connect()
  for (const move of moves.slice(5, -1)) await stream.play(move)
  expect(await player.finish([...stream.events, [0, moves.at(-1) ?? '']])).toMatchObject({ status: 200, body: { won: true } })
  await apis[0]?.start()
})

test.runIf(ON_REDIS)(
  'Redis gone for a while and back with nothing in it: games go on, and what is due happens, once',
  async () => {
    const [playing, due] = [await givenPlayer(), await givenPlayer()]
    due.goTo('other')
    const attending = await due.player.socket()
    attending.say({ type: 'attend', stage: due.player.stage.id, claim: due.player.stage.claim ?? '' })
    await attending.rest()
    await redis?.kill()
    const stream = new Stream(playing.player)
    await stream.connect()
    for (const move of playing.moves.slice(0, 5)) await stream.play(move)
    expect(await playing.player.finish(playing.moves.map((move) => [0, move]))).toMatchObject({
      status: 200,
      body: { won: true },
    })
    const deadline = await letRunOut(due.player.stage)
    expect((await get(`${apis[0]?.url}/readyz`)).status).toBe(503)
    await redis?.start()
    await isClosed(due.player.stage.id, deadline)
    expect((await attending.next('ended')).result.outcome).toBe('closed')
    await vi.waitFor(async () => expect((await get(`${apis[0]?.url}/readyz`)).status).toBe(200), {
      timeout: 20_000,
      interval: 200,
    })
    attending.close()
  },
  120_000,
)

describe('started by npm, alone', () => {
  test.each(['api', 'worker'] as const)('start:%s runs, and ends with its npm', async (name) => {
    const port = String(await freePort())
    const env = { ...process.env, ...here, SECRET: GIVEN.SECRET, [name === 'api' ? 'PORT' : 'WORKER_PORT']: port }
    const npm = spawn('npm', ['run', `start:${name}`], { cwd: ROOT, env, stdio: 'ignore', detached: true })
    await vi.waitFor(async () => expect((await get(`http://127.0.0.1:${port}/readyz`)).status).toBe(200), {
      timeout: 90_000,
      interval: 300,
    })
    const file = serviceOf(name).command?.[1] ?? ''
    const own = execFileLines('pgrep', ['-g', String(npm.pid)])
    const pid = (await own).map(Number).find((id) => commandLine(id).endsWith(`node ${file} `)) ?? 0
    expect(pid).toBeGreaterThan(0)
    npm.kill('SIGTERM')
    await once(npm, 'exit')
    expect(await until(() => commandLine(pid) === '', 30_000)).toBe(true)
  })

  test.each<[what: string, service: 'api' | 'worker', settings: Record<string, string>, code: number, said: RegExp]>([
    ['no database', 'api', { DATABASE_URL: '' }, 2, /DATABASE_URL is not set/],
    ['no database', 'worker', { DATABASE_URL: '' }, 2, /DATABASE_URL is not set/],
    [
      'a database that is not there',
      'api',
      { DATABASE_URL: 'postgresql://me:hush@127.0.0.1:1/x' },
      1,
      /The database cannot be used: .*See DATABASE_URL\./,
    ],
    [
      'a Redis that is not there',
      'worker',
      { REDIS_URL: 'redis://:hush@127.0.0.1:1' },
      1,
      /Redis cannot be used: .*ECONNREFUSED.*See REDIS_URL\./,
    ],
    ['a setting that is none', 'worker', { WORKER_PORT: 'none' }, 2, /WORKER_PORT is "none": it must be a whole number/],
  ])('without what it needs says so in one line: %s, %s', async (_what, service, settings, code, said) => {
    const part = partOf(path.join(ROOT, serviceOf(service).command?.[1] ?? ''), { PATH: process.env.PATH, ...here, ...settings })
    const refusal: Error = await part.start().then(
      () => new Error('it started'),
      (error: Error) => error,
    )
    expect(refusal.message).toMatch(said)
    expect(refusal.message.trim().split('\n')).toHaveLength(1)
    expect(refusal.message).not.toContain('hush')
    expect(await part.stop()).toBe(code)
  })

  test.each([
    ['api', 'PORT'],
    ['worker', 'WORKER_PORT'],
  ] as const)('on a port that is taken says so: %s', async (service, setting) => {
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const { port } = other.address() as { port: number }
    const env = { PATH: process.env.PATH, ...here, SECRET: GIVEN.SECRET, [setting]: String(port) }
    const part = partOf(path.join(ROOT, serviceOf(service).command?.[1] ?? ''), env)
    await expect(part.start()).rejects.toThrow(new RegExp(`\\(1\\): .*${port}`))
    other.close()
  })
})

async function execFileLines(command: string, args: string[]): Promise<string[]> {
  return (await promisify(execFile)(command, args)).stdout.trim().split('\n')
}
