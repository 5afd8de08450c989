import underPressure from '@fastify/under-pressure'
import { DomainError } from '@speedcell/services/core'
import { ERROR_CODES, type ErrorCode, problemSchema } from '@speedcell/shared/contracts'
import Fastify from 'fastify'
import { describe, expect, test, vi } from 'vitest'
import { PROBLEMS, problemOf, refusalOf } from './problem.ts'

test.each(ERROR_CODES)('%s has a status of its kind, and a document', (code) => {
  const problem = problemOf(code)
  expect(problemSchema.parse(problem)).toEqual(problem)
  expect(problem).toMatchObject({ type: `urn:speedcell:problem:${code}`, code, title: expect.stringMatching(/^[A-Z]/) })
  expect(problem.status >= 500).toBe(code === 'internal' || code === 'busy')
})

test('details stand beside, and cannot take the place of what is said', () => {
  expect(problemOf('illegal-move', { index: 3, status: 200, code: 'fine' })).toMatchObject({
    ...{ index: 3, status: PROBLEMS['illegal-move'].status, code: 'illegal-move' },
  })
})

describe('an error stands for', () => {
  const withFields = (fields: object) => Object.assign(new Error('told to nobody'), fields)
  const raw = (cause: object) => withFields({ code: 'P2010', meta: { driverAdapterError: { cause } } })
  test.each<[what: string, error: unknown, code: ErrorCode]>([
    ['a refusal of ours', new DomainError('name-taken'), 'name-taken'],
    ['a body that is too large', withFields({ statusCode: 413 }), 'too-large'],
    ['a type that is not read', withFields({ statusCode: 415 }), 'unsupported-media-type'],
    ['anything else wrong with the request', withFields({ statusCode: 431 }), 'bad-request'],
    ['a database that is not reached', withFields({ code: 'P1001' }), 'busy'],
    ['a connection that was cut', withFields({ code: 'P1017' }), 'busy'],
    ['no connection free', withFields({ code: 'P2024' }), 'busy'],
    ['a query of our own that found no database', raw({ kind: 'DatabaseNotReachable' }), 'busy'],
    ['a query of our own that was ended by a shutdown', raw({ kind: 'postgres', originalCode: '57P01' }), 'busy'],
    ['a commit that was ended by a shutdown', new Error('x', { cause: { kind: 'postgres', originalCode: '57P01' } }), 'busy'],
    ['others, again and again', raw({ kind: 'TransactionWriteConflict' }), 'busy'],
    ['a line that was cut', new Error('Connection terminated unexpectedly'), 'busy'],
    ['a line that was cut before', new Error('Client has encountered a connection error and is not queryable'), 'busy'],
    ['a cause further down', new Error('x', { cause: withFields({ code: 'ECONNREFUSED' }) }), 'busy'],
    ['a query that is wrong', raw({ kind: 'postgres', originalCode: '42601' }), 'internal'],
    ['an answer that is not what the contract says', withFields({ statusCode: 500 }), 'internal'],
    ['a mistake of ours', new TypeError('x is undefined'), 'internal'],
    ['what is no error at all', 'x', 'internal'],
    ['nothing', undefined, 'internal'],
  ])('%s', (_what, error, code) => {
    const refusal = refusalOf(error)
    expect(refusal.code).toBe(code)
    expect(JSON.stringify(refusal)).not.toContain('told to nobody')
  })

  test('a server under pressure', async () => {
    const app = Fastify()
    let caught: unknown
    app.setErrorHandler((error, _request, reply) => {
      caught = error
      return reply.send()
    })
    await app.register(underPressure, { maxHeapUsedBytes: 1, sampleInterval: 1 })
    app.get('/', async () => 'ok')
    await app.ready()
    await vi.waitUntil(() => app.isUnderPressure())
    await app.inject('/')
    await app.close()
    expect(refusalOf(caught)).toEqual({ code: 'busy', details: { retryAfter: 5 } })
  })
})
