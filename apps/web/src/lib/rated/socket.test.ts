import type { BoardId, ServerMessage } from '@speedcell/shared/contracts'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { Socket } from './socket.ts'

/** A line whose other end the test holds. */
class FakeLine {
  onopen: (() => void) | null = null
  onclose: (() => void) | null = null
  onmessage: ((event: { data: unknown }) => void) | null = null
  readonly sent: unknown[] = []
  closed = false

  send(text: string): void {
    this.sent.push(JSON.parse(text))
  }
  close(): void {
    this.closed = true
  }
  say(message: ServerMessage): void {
    this.onmessage?.({ data: JSON.stringify(message) })
  }
}

const DAY = '2026-11-30'
const STAGE = '0190f5a0-0000-7000-8000-000000000001'
const list = (day = DAY): ServerMessage => ({ type: 'list', day, players: 1, solved: 1, closed: false, entries: [] })

let lines: FakeLine[]
let socket: Socket
const line = () => lines.at(-1) as FakeLine
const sent = () => line().sent.filter((message) => (message as { type: string }).type !== 'ping')

beforeEach(() => {
  vi.useFakeTimers()
  lines = []
  const open = () => {
    const made = new FakeLine()
    lines.push(made)
    return made as unknown as WebSocket
  }
  socket = new Socket(open, () => 1)
})
afterEach(() => {
  vi.useRealTimers()
})

function joined() {
  const heard: ServerMessage[] = []
  const told: string[] = []
  const leave = socket.join({
    heard: (message) => heard.push(message),
    connected: () => told.push('connected'),
    disconnected: () => told.push('disconnected'),
  })
  return { heard, told, leave }
}

test('there is a line while someone needs it, and one for all', () => {
  const { told, leave } = joined()
  const unwatch = socket.watch(DAY, () => {})
  expect(lines).toHaveLength(1)
  expect(socket.connected).toBe(false)
  line().onopen?.()
  expect(socket.connected).toBe(true)
  expect(told).toEqual(['connected'])
  leave()
  expect(line().closed).toBe(false)
  unwatch()
  expect(line().closed).toBe(true)
  vi.advanceTimersByTime(100_000)
  expect(lines).toHaveLength(1)
})

test('whoever joins an open line is told so at once', () => {
  joined()
  line().onopen?.()
  expect(joined().told).toEqual(['connected'])
})

test('nothing is kept for later', () => {
  joined()
  expect(socket.send({ type: 'unwatch', day: DAY })).toBe(false)
  line().onopen?.()
  expect(sent()).toEqual([])
  expect(socket.send({ type: 'unwatch', day: DAY })).toBe(true)
  expect(sent()).toEqual([{ type: 'unwatch', day: DAY }])
})

test('messages reach everyone; a pong and what is no message reach nobody', () => {
  const { heard } = joined()
  line().onopen?.()
  line().say({ type: 'taken', stage: STAGE })
  line().say({ type: 'pong' })
  line().onmessage?.({ data: 'not JSON' })
  line().onmessage?.({ data: 'null' })
  expect(heard).toEqual([{ type: 'taken', stage: STAGE }])
})

describe('a lost line', () => {
  test('is tried again, later each time, and sooner again once something was heard', () => {
    const { told } = joined()
    line().onopen?.()
    const gaps = [500, 1_000, 2_000, 4_000, 8_000, 15_000, 15_000].map((wait) => {
      line().onclose?.()
      const before = lines.length
      vi.advanceTimersByTime(wait - 1)
      expect(lines).toHaveLength(before)
      vi.advanceTimersByTime(1)
      expect(lines).toHaveLength(before + 1)
      return wait
    })
    expect(told).toEqual(['connected', 'disconnected'])
    line().onopen?.()
    line().say({ type: 'pong' })
    line().onclose?.()
    vi.advanceTimersByTime(gaps[0] ?? 0)
    expect(lines).toHaveLength(gaps.length + 2)
  })

  test('is noticed by its silence', () => {
    const { told } = joined()
    line().onopen?.()
    line().say({ type: 'pong' })
    vi.advanceTimersByTime(20_000)
    expect(line().sent.filter((message) => (message as { type: string }).type === 'ping')).toHaveLength(2)
    vi.advanceTimersByTime(7_999)
    expect(told).toEqual(['connected'])
    vi.advanceTimersByTime(1)
    expect(told).toEqual(['connected', 'disconnected'])
    expect(line().closed).toBe(true)
    expect(socket.lost).toBe(true)
  })

  test('that never opens is given up', () => {
    joined()
    vi.advanceTimersByTime(8_000 + 500)
    expect(lines).toHaveLength(2)
  })

  test('says nothing any more, even if it still speaks', () => {
    const { heard } = joined()
    line().onopen?.()
    const [old] = lines
    socket.renew()
    old?.say({ type: 'taken', stage: STAGE })
    old?.onclose?.()
    expect(heard).toEqual([])
    expect(lines).toHaveLength(2)
    line().onopen?.()
    expect(socket.connected).toBe(true)
  })

  test('comes back at once when there is reason to hope', () => {
    joined()
    line().onclose?.()
    socket.check()
    expect(lines).toHaveLength(2)
  })

  test('that seems to be there is tried when there is reason to doubt', () => {
    joined()
    line().onopen?.()
    line().say({ type: 'pong' })
    socket.check()
    vi.advanceTimersByTime(8_000)
    expect(socket.connected).toBe(false)
  })
})

describe('a list', () => {
  test('is watched once a day, again on a new line, and not any more when nobody looks', () => {
    const first = socket.watch(DAY, () => {})
    const second = socket.watch(DAY, () => {})
    line().onopen?.()
    expect(sent()).toEqual([{ type: 'watch', day: DAY }])
    socket.watch('2026-11-29', () => {})
    expect(sent()).toHaveLength(2)
    line().onclose?.()
    vi.advanceTimersByTime(500)
    line().onopen?.()
    expect(sent()).toEqual([
      { type: 'watch', day: DAY },
      { type: 'watch', day: '2026-11-29' },
    ])
    first()
    first()
    expect(sent()).toHaveLength(2)
    second()
    expect(sent().at(-1)).toEqual({ type: 'unwatch', day: DAY })
  })

  test('is told to its own watchers, who also hear when they may have missed something', () => {
    const told: string[] = []
    socket.watch(
      DAY,
      ({ day }) => told.push(day),
      () => told.push('missed'),
    )
    line().onopen?.()
    line().say(list('2026-11-29'))
    line().say(list())
    line().onclose?.()
    vi.advanceTimersByTime(500)
    line().onopen?.()
    expect(told).toEqual([DAY, 'missed'])
  })
})

test('a board is watched as a list is, and told to its own watchers', () => {
  const board = 'week:2026-W49' as BoardId
  const message = (of: BoardId): ServerMessage => ({ type: 'board', board: of, players: 1, whole: true, came: [], left: [] })
  const told: string[] = []
  socket.watch(DAY, () => told.push('list'))
  const unwatch = socket.watchBoard(board, (change) => told.push(change.board))
  line().onopen?.()
  expect(sent()).toEqual([
    { type: 'watch', day: DAY },
    { type: 'watch-board', board },
  ])
  line().say(message('all' as BoardId))
  line().say(message(board))
  unwatch()
  line().say(message(board))
  expect(told).toEqual([board])
  expect(sent().at(-1)).toEqual({ type: 'unwatch-board', board })
})
