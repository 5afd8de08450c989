import { expect, test, vi } from 'vitest'
import { createLogger } from '../core/index.ts'
import { createReadiness } from './readiness.ts'

const logger = createLogger('test', 'silent')
const answering = async () => [] as never
const refusing = async () => Promise.reject(new Error('gone'))
const silent = () => new Promise<never>(() => {})
const redisThat = (ping: () => Promise<unknown>) => ({ ping: ping as () => Promise<'PONG'> })

test.each<[what: string, needs: Parameters<typeof createReadiness>[0], answer: unknown]>([
  ['a database that answers', { database: { $queryRaw: answering as never } }, { ready: true, parts: { database: 'ok' } }],
  [
    'both that answer',
    { database: { $queryRaw: answering as never }, redis: redisThat(answering) },
    { ready: true, parts: { database: 'ok', redis: 'ok' } },
  ],
  ['a database that is away', { database: { $queryRaw: refusing as never } }, { ready: false, parts: { database: 'away' } }],
  [
    'Redis that is away',
    { database: { $queryRaw: answering as never }, redis: redisThat(refusing) },
    { ready: false, parts: { database: 'ok', redis: 'away' } },
  ],
])('%s', async (_what, needs, answer) => {
  expect(await createReadiness(needs, logger)()).toEqual(answer)
})

test('a part that says nothing is away after a while, and is asked once by all who look meanwhile', async () => {
  vi.useFakeTimers()
  try {
    const ping = vi.fn(silent)
    const look = createReadiness({ database: { $queryRaw: answering as never }, redis: redisThat(ping) }, logger)
    const answers = Promise.all([look(), look()])
    await vi.advanceTimersByTimeAsync(2_000)
    const gone = { ready: false, parts: { database: 'ok', redis: 'away' } }
    expect(await answers).toEqual([gone, gone])
    expect(ping).toHaveBeenCalledTimes(1)
  } finally {
    vi.useRealTimers()
  }
})
