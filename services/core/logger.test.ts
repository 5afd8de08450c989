import { expect, test } from 'vitest'
import { createLogger } from './logger.ts'

function lines() {
  const written: string[] = []
  return { written, logger: createLogger('test', 'info', { write: (line) => written.push(line) }) }
}

test.each<[what: string, logged: object]>([
  ['a password', { password: 'hush' }],
  ['passwords within', { body: { password: 'hush', current: 'hush' } }],
  ['a token', { session: { token: 'hush' } }],
  ['a recovery code', { recoveryCode: 'hush' }],
  ['the secret', { config: { secret: 'hush' } }],
  ['a cookie', { req: { headers: { cookie: 'session=hush' } } }],
  ['a cookie that is set', { headers: { 'set-cookie': 'session=hush' } }],
  ['an authorization', { headers: { authorization: 'Bearer hush' } }],
])('%s is not written down', (_what, logged) => {
  const { written, logger } = lines()
  logger.info(logged, 'done')
  expect(written).toHaveLength(1)
  expect(written[0]).toContain('(not logged)')
  expect(written[0]).not.toContain('hush')
})

test('an error is written with its causes, and without what else hangs on it', () => {
  const { written, logger } = lines()
  const cause = Object.assign(new Error('no line'), { code: 'ECONNREFUSED' })
  logger.error({ err: Object.assign(new TypeError('no answer', { cause }), { client: { secretly: 'hush' } }) }, 'failed')
  const line = JSON.parse(written[0] ?? '')
  expect(line).toMatchObject({ name: 'test', level: 50, msg: 'failed' })
  expect(line.err).toMatchObject({ name: 'TypeError', message: 'no answer', cause: { message: 'no line', code: 'ECONNREFUSED' } })
  expect(line.err.stack).toContain('logger.test.ts')
  expect(written[0]).not.toContain('hush')
})

test('what is below the level is not written', () => {
  const { written, logger } = lines()
  logger.debug('detail')
  expect(written).toEqual([])
})
