import { EventEmitter } from 'node:events'
import { DomainError } from '@speedcell/services/core'
import { claimDigest } from '@speedcell/services/runs'
import type { ServerMessage } from '@speedcell/shared/contracts'
import { describe, expect, test, vi } from 'vitest'
import type { WebSocket } from 'ws'
import { SocketConnection } from './socket-connection.ts'
import { createTopics } from './socket-topics.ts'

const STAGE = '019391aa-0000-7000-8000-000000000000'
const CLAIM = 'c'.repeat(32)
const LIST: ServerMessage = { type: 'list', day: '2026-11-30', players: 1, solved: 1, closed: false, entries: [] }
const events = (from: number) => ({ type: 'events', stage: STAGE, claim: CLAIM, from, events: [[0, '1a']] })

class FakeSocket extends EventEmitter {
  readonly OPEN = 1
  readyState = 1
  bufferedAmount = 0
  readonly sent: ServerMessage[] = []
  readonly closed: [code: number, reason: string | undefined][] = []
  terminated = false
  pings = 0
  send(text: string): void {
    this.sent.push(JSON.parse(text))
  }
  close(code: number, reason?: string): void {
    this.closed.push([code, reason])
  }
  terminate(): void {
    this.terminated = true
    this.readyState = 3
  }
  ping(): void {
    this.pings++
  }
  /** What the client says, as it comes over the line. */
  says(message: unknown): void {
    this.emit('message', Buffer.from(typeof message === 'string' ? message : JSON.stringify(message)), false)
  }
}

function givenConnection({
  userId = 'me',
  append = vi.fn(),
  signedIn = true,
}: {
  userId?: string | null
  append?: unknown
  signedIn?: boolean
} = {}) {
  const socket = new FakeSocket()
  const topics = () => ({ ...createTopics<never, never>(vi.fn(), vi.fn()), watch: vi.fn(), unwatch: vi.fn() })
  const hub = { attend: vi.fn(async () => {}), unattend: vi.fn(), lists: topics(), boards: topics() }
  const log = { debug: vi.fn(), error: vi.fn() }
  const connection = new SocketConnection({
    socket: socket as unknown as WebSocket,
    userId,
    isSignedIn: async () => signedIn,
    count: async () => {},
    hub,
    runs: { append: append as never },
    log,
  })
  return { socket, hub, log, connection }
}

describe('events', () => {
  test('are answered one after the other, in their order', async () => {
    const order: string[] = []
    const append = async (_tab: unknown, from: number) => {
      order.push(`begin ${from}`)
      await new Promise((resolve) => setTimeout(resolve, 5 - from))
      order.push(`end ${from}`)
      return { length: from + 1, elapsed: 7, result: null }
    }
    const { socket } = givenConnection({ append })
    for (const from of [0, 1, 2]) socket.says(events(from))
    socket.says({ type: 'ping' })
    await vi.waitFor(() => expect(socket.sent).toHaveLength(4))
    expect(order).toEqual(['begin 0', 'end 0', 'begin 1', 'end 1', 'begin 2', 'end 2'])
    expect(socket.sent[0]).toEqual({ type: 'accepted', stage: STAGE, length: 1, elapsed: 7, result: null })
    expect(socket.sent[3]).toEqual({ type: 'pong' })
  })

  test.each<[error: Error, code: string, details: object]>([
    [new DomainError('illegal-move', { index: 3, elapsed: 9 }), 'illegal-move', { index: 3, elapsed: 9 }],
    [
      new DomainError('log-conflict', { index: 0, length: 1, events: [[0, '2a']], elapsed: 9 }),
      'log-conflict',
      { index: 0, length: 1, events: [[0, '2a']], elapsed: 9 },
    ],
    [new DomainError('played-elsewhere'), 'played-elsewhere', {}],
    [new Error('secret path'), 'internal', {}],
  ])('are refused with what there is to say: %s', async (error, code, details) => {
    const { socket } = givenConnection({ append: async () => Promise.reject(error) })
    socket.says(events(0))
    await vi.waitFor(() => expect(socket.sent).toHaveLength(1))
    expect(socket.sent[0]).toEqual({
      type: 'refused',
      stage: STAGE,
      code,
      index: null,
      length: null,
      events: null,
      elapsed: null,
      ...details,
    })
  })

  test('that arrived are kept also when the socket closes before their turn', async () => {
    const append = vi.fn(async () => ({ length: 1, elapsed: 0, result: null }))
    const { socket } = givenConnection({ append })
    socket.says(events(0))
    socket.says(events(1))
    socket.readyState = 3
    socket.emit('close')
    await vi.waitFor(() => expect(append).toHaveBeenCalledTimes(2))
    expect(socket.sent).toEqual([])
  })

  test('of a visitor are refused', async () => {
    const { socket } = givenConnection({ userId: null })
    socket.says(events(0))
    socket.says({ type: 'attend', stage: STAGE, claim: CLAIM })
    await vi.waitFor(() => expect(socket.sent).toHaveLength(2))
    expect(socket.sent).toMatchObject([
      { type: 'refused', code: 'not-signed-in' },
      { type: 'error', code: 'not-signed-in' },
    ])
  })
})

describe('what is no message', () => {
  test.each<[what: string, message: unknown]>([
    ['no JSON', '{"type":'],
    ['nothing', ''],
    ['null', null],
    ['a list', []],
    ['a text', 'ping'],
    ['NaN', '{"type":"ping","t":NaN}'],
    ['no type', {}],
    ['an unknown type', { type: 'win' }],
    ['an unknown key', { type: 'ping', really: true }],
    ['a key that reaches for the prototype', '{"type":"ping","__proto__":{"userId":"you"}}'],
    ['deep JSON', `${'['.repeat(50_000)}${']'.repeat(50_000)}`],
    ['no stage', { ...events(0), stage: undefined }],
    ['a stage that is none', { ...events(0), stage: "' OR 1=1 --" }],
    ['a short claim', { ...events(0), claim: 'c' }],
    ['a claim that is an object', { ...events(0), claim: { $ne: '' } }],
    ['a negative beginning', { ...events(0), from: -1 }],
    ['half a beginning', { ...events(0), from: 0.5 }],
    ['events that are none', { ...events(0), events: 'all' }],
    ['an event of three', { ...events(0), events: [[0, '1a', 1]] }],
    ['a time that is a text', { ...events(0), events: [['0', '1a']] }],
    ['a time before the reveal', { ...events(0), events: [[-1, '1a']] }],
    ['5,001 events', { ...events(0), events: Array.from({ length: 5_001 }, () => [0, '1a']) }],
    ['a day that is none', { type: 'watch', day: '2026-02-30' }],
    ['a day that is a number', { type: 'watch', day: 20261130 }],
    ['a board that is none', { type: 'watch-board', board: 'year:2026' }],
    ['a board that is a day', { type: 'watch-board', board: '2026-11-30' }],
  ])('is answered with bad-request: %s', async (_what, message) => {
    const append = vi.fn()
    const { socket, hub } = givenConnection({ append })
    socket.says(message)
    socket.says({ type: 'ping' })
    await vi.waitFor(() => expect(socket.sent).toEqual([{ type: 'error', code: 'bad-request' }, { type: 'pong' }]))
    expect(append).not.toHaveBeenCalled()
    expect(hub.lists.watch).not.toHaveBeenCalled()
    expect(hub.boards.watch).not.toHaveBeenCalled()
  })

  test('is bytes', () => {
    const { socket } = givenConnection()
    socket.emit('message', Buffer.from('{"type":"ping"}'), true)
    expect(socket.sent).toEqual([{ type: 'error', code: 'bad-request' }])
  })

  test('ten times closes the socket', () => {
    const { socket } = givenConnection()
    for (let count = 0; count < 9; count++) socket.says('?')
    expect(socket.closed).toEqual([])
    socket.says('?')
    expect(socket.closed).toEqual([[1008, 'bad-request']])
  })
})

describe('limits', () => {
  test('too many messages are refused, and closed if they go on', async () => {
    const { socket } = givenConnection()
    for (let count = 0; count < 75; count++) socket.says({ type: 'ping' })
    expect(socket.sent.filter(({ type }) => type === 'error')[0]).toEqual({ type: 'error', code: 'rate-limited' })
    expect(socket.closed[0]).toEqual([1008, 'rate-limited'])
  })

  test('a socket watches eight days, eight boards and attends eight stages, each as often as it likes', async () => {
    const { socket, hub } = givenConnection()
    for (let day = 1; day <= 9; day++) socket.says({ type: 'watch', day: `2026-11-0${day}` })
    socket.says({ type: 'watch', day: '2026-11-01' })
    for (let stage = 0; stage < 9; stage++)
      socket.says({ type: 'attend', stage: STAGE.replace(/.$/, String(stage)), claim: CLAIM })
    for (let week = 1; week <= 9; week++) socket.says({ type: 'watch-board', board: `week:2026-W0${week}` })
    socket.says({ type: 'ping' })
    await vi.waitFor(() => expect(socket.sent.at(-1)).toEqual({ type: 'pong' }))
    expect(hub.boards.watch).toHaveBeenCalledTimes(8)
    expect(hub.lists.watch).toHaveBeenCalledTimes(9)
    expect(hub.attend).toHaveBeenCalledTimes(8)
    expect(hub.attend).toHaveBeenLastCalledWith(expect.anything(), expect.stringMatching(/7$/), {
      userId: 'me',
      claim: claimDigest(CLAIM),
    })
    expect(socket.sent.filter(({ type }) => type === 'error')).toEqual(Array(3).fill({ type: 'error', code: 'rate-limited' }))
    socket.says({ type: 'unwatch', day: '2026-11-01' })
    socket.says({ type: 'watch', day: '2026-11-09' })
    await vi.waitFor(() => expect(hub.lists.watch).toHaveBeenCalledTimes(10))
  })

  test('a slow reader misses list messages, but nothing of its stage', () => {
    const { socket, connection } = givenConnection()
    socket.bufferedAmount = 64 * 1024 + 1
    connection.sendIfFree(LIST)
    expect(socket.sent).toEqual([])
    connection.send({ type: 'taken', stage: STAGE })
    expect(socket.sent).toHaveLength(1)
    socket.bufferedAmount = 0
    connection.sendIfFree(LIST)
    expect(socket.sent).toHaveLength(2)
  })

  test('a reader that has stopped is cut off', () => {
    const { socket, connection } = givenConnection()
    socket.bufferedAmount = 4 * 1024 * 1024 + 1
    connection.send({ type: 'pong' })
    expect(socket).toMatchObject({ terminated: true, sent: [] })
  })
})

describe('a heartbeat', () => {
  test('cuts off who does not answer', () => {
    const { socket, connection } = givenConnection()
    connection.beat()
    socket.emit('pong')
    connection.beat()
    expect(socket).toMatchObject({ pings: 2, terminated: false })
    connection.beat()
    expect(socket).toMatchObject({ pings: 2, terminated: true })
  })

  test('shuts out a session that has ended, and lets visitors be', async () => {
    const ended = givenConnection({ signedIn: false })
    const visitor = givenConnection({ userId: null, signedIn: false })
    for (const { connection } of [ended, visitor]) connection.beat()
    await vi.waitFor(() => expect(ended.socket.closed).toEqual([[1008, 'not-signed-in']]))
    expect(visitor.socket.closed).toEqual([])
  })
})

test('a socket that closes leaves what it attended and watched, and attends nothing afterwards', async () => {
  const { socket, hub } = givenConnection()
  socket.says({ type: 'attend', stage: STAGE, claim: CLAIM })
  socket.says({ type: 'watch-board', board: 'all' })
  socket.says({ type: 'watch', day: '2026-11-30' })
  await vi.waitFor(() => expect(hub.lists.watch).toHaveBeenCalledTimes(1))
  socket.says({ type: 'watch', day: '2026-11-29' })
  socket.readyState = 3
  socket.emit('close')
  expect(hub.unattend).toHaveBeenCalledWith(expect.anything(), STAGE)
  expect(hub.lists.unwatch).toHaveBeenCalledWith(expect.anything(), '2026-11-30')
  expect(hub.boards.unwatch).toHaveBeenCalledWith(expect.anything(), 'all')
  await new Promise((resolve) => setTimeout(resolve, 5))
  expect(hub.lists.watch).toHaveBeenCalledTimes(1)
})
