import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { connectRedis, createLogger, type Redis } from '@speedcell/services/core'
import { afterAll, vi } from 'vitest'
import { freePort } from '../../apps/standalone/processes.ts'

/** Whether this run of the tests is the one on Redis: `npm run test:redis`. */
export const ON_REDIS = process.env.TEST_BACKEND === 'redis'

/** A Redis of a test's own, which keeps nothing. */
export interface RedisServer {
  readonly url: string
  /** Starts it again after `kill`, at the same place, with nothing in it. */
  start(): Promise<void>
  /** kill -9. */
  kill(): Promise<void>
}

/** Starts a Redis. Whoever starts it kills it. */
export async function startRedis(): Promise<RedisServer> {
  const port = await freePort()
  const url = `redis://127.0.0.1:${port}`
  let server: ChildProcess | undefined

  async function start(): Promise<void> {
    const begun = spawn('redis-server', ['--port', `${port}`, '--bind', '127.0.0.1', '--save', '', '--dir', '/tmp'], {
      stdio: 'ignore',
    })
    server = begun
    await once(begun, 'spawn')
    await vi.waitFor(async () => (await connectRedis(url, createLogger('test', 'silent'))).disconnect(), 20_000)
  }

  await start()
  return {
    url,
    start,
    async kill() {
      if (!server || server.exitCode !== null || server.signalCode !== null) return
      const ended = once(server, 'exit')
      server.kill('SIGKILL')
      await ended
    },
  }
}

/** In a run on Redis, an empty one of this test file's own and a connection to it; otherwise nothing. Goes away with the file. */
export async function freshRedis(): Promise<{ redisUrl: string; redis: Redis } | Record<string, never>> {
  if (!ON_REDIS) return {}
  const server = await startRedis()
  const redis = await connectRedis(server.url, createLogger('test', 'silent'))
  afterAll(async () => {
    redis.disconnect()
    await server.kill()
  })
  return { redisUrl: server.url, redis }
}
