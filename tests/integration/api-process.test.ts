import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { freePort } from '../../apps/standalone/processes.ts'
import { freshDatabase } from '../support/database.ts'

const { url } = await freshDatabase()
const main = path.resolve(import.meta.dirname, '../../apps/api/main.ts')
const node = path.resolve(import.meta.dirname, '../../node_modules/.bin/node')

let api: ChildProcess | undefined
afterEach(() => void api?.kill('SIGKILL'))

async function start(env: Record<string, string> = {}): Promise<{ process: ChildProcess; origin: string }> {
  const port = await freePort()
  api = fork(main, {
    execPath: node,
    execArgv: [],
    stdio: 'pipe',
    env: {
      ...process.env,
      SECRET: 'a secret of these tests and no other',
      DATABASE_URL: url,
      PORT: `${port}`,
      LOG_LEVEL: 'warn',
      ...env,
    },
  })
  const [message] = await Promise.race([once(api, 'message'), once(api, 'exit').then(() => [undefined])])
  expect(message).toMatchObject({ ready: true })
  return { process: api, origin: `http://127.0.0.1:${port}` }
}

test('it answers once it has said that it is ready, and ends on SIGTERM', async () => {
  const { process: api, origin } = await start()
  expect(await (await fetch(`${origin}/api/health`)).json()).toEqual({ status: 'ok' })
  const ended = once(api, 'exit')
  api.kill('SIGTERM')
  expect(await ended).toEqual([0, null])
})

test('it ends when whoever started it is gone', async () => {
  const { process: api } = await start()
  const ended = once(api, 'exit')
  api.disconnect()
  expect(await ended).toEqual([0, null])
})

test('it does not start without a database to use', async () => {
  await expect(start({ DATABASE_URL: '' })).rejects.toThrow()
  expect(api?.exitCode).toBe(2)
})
