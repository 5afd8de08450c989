import { createLogger, DomainError, parseDay } from '@speedcell/services/core'
import type { BoardChange } from '@speedcell/services/leaderboard'
import type { Heard } from '@speedcell/services/realtime'
import type { BoardId, ServerMessage, StageResult } from '@speedcell/shared/contracts'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createSocketHub } from './socket-hub.ts'
import type { Listener } from './socket-topics.ts'

const DAY = parseDay('2026-11-30')
const BOARD = 'week:2026-W49' as BoardId
const RESULT = { stage: 's', won: true } as StageResult

/** A hub over services that say what a test lets them say, and a way to let it hear things. */
function givenHub() {
  const standings = new Map<string, { result: StageResult | null; claim: string | null }>()
  const asked: (readonly string[] | null)[] = []
  const changed: (readonly BoardChange[])[] = []
  let hear: (heard: Heard) => void = () => {}
  const hub = createSocketHub({
    runs: {
      async standing(userId, stage) {
        const standing = standings.get(stage)
        if (!standing || userId !== 'me') throw new DomainError('not-your-stage')
        return standing
      },
    },
    dailies: {
      async getNews(_day, runs) {
        asked.push(runs)
        return { players: asked.length, solved: 0, closed: false, entries: [] }
      },
    },
    leaderboard: {
      async getNews(_board, changes, most) {
        changed.push(changes)
        const whole = changes.length <= most
        return { players: changed.length, came: whole ? [] : null, left: whole ? [] : null }
      },
    },
    subscriber: {
      async subscribe(listener) {
        hear = listener
      },
      async close() {},
    },
    logger: createLogger('test', 'silent'),
  })
  return { hub, standings, asked, changed, hear: (heard: Heard) => hear(heard) }
}

function givenListener() {
  const heard: ServerMessage[] = []
  const listener: Listener = { send: (message) => heard.push(message), sendIfFree: (message) => heard.push(message) }
  return { listener, heard }
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})
afterEach(() => {
  vi.useRealTimers()
})

describe('a stage', () => {
  test('tells nothing to a stranger, who is not in the way either', async () => {
    const { hub, standings, hear } = givenHub()
    standings.set('s', { result: null, claim: 'mine' })
    const [before, own, after] = [givenListener(), givenListener(), givenListener()]
    const stranger = { userId: 'somebody', claim: 'made up' }
    await expect(hub.attend(before.listener, 's', stranger)).rejects.toThrow('not-your-stage')
    await hub.attend(own.listener, 's', { userId: 'me', claim: 'mine' })
    await expect(hub.attend(after.listener, 's', stranger)).rejects.toThrow('not-your-stage')
    hear({ type: 'taken', stage: 's', claim: 'mine' })
    standings.set('s', { result: RESULT, claim: 'mine' })
    hear({ type: 'ended', stage: 's' })
    await vi.waitFor(() => expect(own.heard).toEqual([{ type: 'ended', stage: 's', result: RESULT }]))
    expect([...before.heard, ...after.heard]).toEqual([])
  })

  test('tells the tabs that lost it, and no other', async () => {
    const { hub, standings, hear } = givenHub()
    standings.set('s', { result: null, claim: 'new' })
    const [old, own, elsewhere] = [givenListener(), givenListener(), givenListener()]
    await hub.attend(own.listener, 's', { userId: 'me', claim: 'new' })
    await hub.attend(old.listener, 's', { userId: 'me', claim: 'old' })
    standings.set('t', { result: null, claim: 'old' })
    await hub.attend(elsewhere.listener, 't', { userId: 'me', claim: 'old' })
    expect(old.heard).toEqual([{ type: 'taken', stage: 's' }])
    hear({ type: 'taken', stage: 's', claim: 'newer' })
    expect(old.heard).toHaveLength(2)
    expect(own.heard).toEqual([{ type: 'taken', stage: 's' }])
    expect(elsewhere.heard).toEqual([])
  })

  test('tells everyone who attends it what it came to', async () => {
    const { hub, standings, hear } = givenHub()
    standings.set('s', { result: null, claim: 'c' })
    const tabs = [givenListener(), givenListener()]
    for (const { listener } of tabs) await hub.attend(listener, 's', { userId: 'me', claim: 'c' })
    standings.set('s', { result: RESULT, claim: 'c' })
    hear({ type: 'ended', stage: 's' })
    await vi.waitFor(() =>
      expect(tabs.map(({ heard }) => heard)).toEqual(Array(2).fill([{ type: 'ended', stage: 's', result: RESULT }])),
    )
  })

  test('that has ended is told at once, and one that is not their own to nobody', async () => {
    const { hub, standings } = givenHub()
    standings.set('s', { result: RESULT, claim: null })
    const { listener, heard } = givenListener()
    await hub.attend(listener, 's', { userId: 'me', claim: 'c' })
    expect(heard).toEqual([{ type: 'ended', stage: 's', result: RESULT }])
    await expect(hub.attend(listener, 's', { userId: 'you', claim: 'c' })).rejects.toThrow('not-your-stage')
  })

  test('is heard of no more by a tab that has left', async () => {
    const { hub, standings, hear } = givenHub()
    standings.set('s', { result: null, claim: 'c' })
    const { listener, heard } = givenListener()
    await hub.attend(listener, 's', { userId: 'me', claim: 'c' })
    hub.unattend(listener, 's')
    hear({ type: 'taken', stage: 's', claim: 'other' })
    expect(heard).toEqual([])
  })
})

describe('a list', () => {
  test('is told once a second, with all that came in', async () => {
    const { hub, asked, hear } = givenHub()
    const { listener, heard } = givenListener()
    hub.lists.watch(listener, DAY)
    for (const run of ['a', 'b', 'c']) hear({ type: 'list', day: DAY, run })
    await vi.advanceTimersByTimeAsync(999)
    expect(heard).toEqual([])
    hear({ type: 'list', day: DAY, run: 'd' })
    await vi.advanceTimersByTimeAsync(1)
    expect(heard).toEqual([{ type: 'list', day: DAY, players: 1, solved: 0, closed: false, entries: [] }])
    expect(asked).toEqual([['a', 'b', 'c', 'd']])
    hear({ type: 'list', day: DAY, run: 'e' })
    await vi.advanceTimersByTimeAsync(1_000)
    expect(asked).toEqual([['a', 'b', 'c', 'd'], ['e']])
  })

  test('brings the newest twenty of many', async () => {
    const { hub, asked, hear } = givenHub()
    hub.lists.watch(givenListener().listener, DAY)
    for (let run = 0; run < 50; run++) hear({ type: 'list', day: DAY, run: String(run) })
    await vi.advanceTimersByTimeAsync(1_000)
    expect(asked[0]).toEqual(Array.from({ length: 20 }, (_, index) => String(index + 30)))
  })

  test('is told when it closes, without an entry', async () => {
    const { hub, asked, hear } = givenHub()
    const { listener, heard } = givenListener()
    hub.lists.watch(listener, DAY)
    hear({ type: 'list', day: DAY, run: null })
    await vi.advanceTimersByTimeAsync(1_000)
    expect(asked).toEqual([[]])
    expect(heard).toHaveLength(1)
  })

  test('is not read for nobody', async () => {
    const { hub, asked, hear } = givenHub()
    const { listener } = givenListener()
    hub.lists.watch(listener, parseDay('2026-11-29'))
    hear({ type: 'list', day: DAY, run: 'a' })
    hub.lists.watch(listener, DAY)
    hear({ type: 'list', day: DAY, run: 'b' })
    hub.lists.unwatch(listener, DAY)
    await vi.advanceTimersByTimeAsync(2_000)
    expect(asked).toEqual([])
  })
})

describe('a board', () => {
  const came = (run: string): Heard => ({ type: 'board', board: BOARD, came: run, left: null })
  const news = { type: 'board', board: BOARD, whole: true, came: [], left: [] }

  test('is told once a second, with all that changed', async () => {
    const { hub, changed, hear } = givenHub()
    const { listener, heard } = givenListener()
    hub.boards.watch(listener, BOARD)
    hub.boards.watch(givenListener().listener, 'all' as BoardId)
    for (const run of ['a', 'b']) hear(came(run))
    await vi.advanceTimersByTimeAsync(999)
    expect(heard).toEqual([])
    hear(came('c'))
    await vi.advanceTimersByTimeAsync(1)
    expect(heard).toEqual([{ ...news, players: 1 }])
    expect(changed).toEqual([[came('a'), came('b'), came('c')]])
  })

  test('on which too much changed has to be read again', async () => {
    const { hub, hear } = givenHub()
    const { listener, heard } = givenListener()
    hub.boards.watch(listener, BOARD)
    for (let run = 0; run < 21; run++) hear(came(String(run)))
    await vi.advanceTimersByTimeAsync(1_000)
    expect(heard).toEqual([{ ...news, players: 1, whole: false }])
  })

  test('is not read for nobody', async () => {
    const { hub, changed, hear } = givenHub()
    const { listener } = givenListener()
    hub.boards.watch(listener, BOARD)
    hear(came('a'))
    hub.boards.unwatch(listener, BOARD)
    await vi.advanceTimersByTimeAsync(2_000)
    expect(changed).toEqual([])
  })
})

test('after a gap everything is made good: what was taken, what ended, the newest entries, and that a board has to be read', async () => {
  const { hub, standings, asked, changed, hear } = givenHub()
  hub.boards.watch(givenListener().listener, 'all' as BoardId)
  const { listener, heard } = givenListener()
  standings.set('taken', { result: null, claim: 'c' })
  standings.set('ended', { result: null, claim: 'c' })
  standings.set('kept', { result: null, claim: 'c' })
  for (const stage of standings.keys()) await hub.attend(listener, stage, { userId: 'me', claim: 'c' })
  hub.lists.watch(listener, DAY)
  hub.boards.watch(listener, BOARD)
  standings.set('taken', { result: null, claim: 'other' })
  standings.set('ended', { result: RESULT, claim: 'c' })
  hear({ type: 'gap' })
  await vi.advanceTimersByTimeAsync(1_000)
  expect(heard).toEqual([
    { type: 'taken', stage: 'taken' },
    { type: 'ended', stage: 'ended', result: RESULT },
    { type: 'list', day: DAY, players: 1, solved: 0, closed: false, entries: [] },
    { type: 'board', board: BOARD, players: 2, whole: false, came: [], left: [] },
  ])
  expect(asked).toEqual([null])
  expect(changed).toEqual([[], []])
})
