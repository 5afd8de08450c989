import { type Log, type LogEvent, MAX_EVENTS, parseLog, type Setup } from '@speedcell/shared/engine'
import { describe, expect, test } from 'vitest'
import { appendHint, gameOf, isRepeat, LATE_MS, type Progress, timeUsed, verifyBatch, verifyLog } from './verify.ts'

const parsed = parseLog({ v: 1, deal: 617, variant: 'freecell-4', autoplay: 'safe', events: [] })
if (!parsed.ok) throw new Error(parsed.error)
const LOG: Log = parsed.value
const SETUP: Setup = LOG
const HOUR = 3_600_000

/** A stage of deal 617 with an hour to play. */
const progressWith = (events: readonly LogEvent[] = [], extra: Partial<Progress> = {}): Progress => ({
  setup: SETUP,
  undoLimit: null,
  deadline: HOUR,
  events,
  arrivedMs: events.at(-1)?.[0] ?? 0,
  lateEvents: 0,
  ...extra,
})
const log = (events: readonly LogEvent[], extra: Partial<Log> = {}): Log => ({ ...LOG, events, ...extra })

const A: LogEvent = [1_000, '1a']
const B: LogEvent = [2_000, '2b']
const C: LogEvent = [3_000, '3c']

describe('a batch', () => {
  test('that follows on what the server has is appended', () => {
    const verdict = verifyBatch(progressWith([A]), 1, [B, C], 3_050)
    expect(verdict).toMatchObject({
      ok: true,
      progress: { events: [A, B, C], arrivedMs: 3_050, lateEvents: 0 },
      game: { moves: 3 },
    })
  })

  test('whose beginning the server has already brings the rest', () => {
    expect(verifyBatch(progressWith([A, B]), 0, [A, B, C], 3_050)).toMatchObject({ ok: true, progress: { events: [A, B, C] } })
  })

  test('that the server has already changes nothing, not even the arrival', () => {
    const progress = progressWith([A, B])
    expect(verifyBatch(progress, 0, [A, B], 50_000)).toMatchObject({ ok: true, progress })
    expect(verifyBatch(progress, 2, [], 50_000)).toMatchObject({ ok: true, progress })
  })

  test.each<[what: string, from: number, batch: LogEvent[], repeat: boolean]>([
    ['all of it', 0, [A, B], true],
    ['a part of it', 0, [A], true],
    ['the end of it', 1, [B], true],
    ['nothing at all', 2, [], true],
    ['more than the server has', 1, [B, C], false],
    ['something else', 0, [B], false],
    ['from beyond', 3, [], false],
  ])('says only what the server has: %s', (_what, from, batch, repeat) => {
    expect(isRepeat(progressWith([A, B]), from, batch)).toBe(repeat)
  })

  test.each<[what: string, from: number, batch: LogEvent[], elapsed: number, code: string, index?: number]>([
    ['leaves a gap', 3, [C], 4_000, 'log-conflict', 2],
    ['says another move', 1, [[2_000, '2c']], 4_000, 'log-conflict', 1],
    ['says another time', 0, [[1_001, '1a'], B], 4_000, 'log-conflict', 0],
    ['goes back in time', 2, [[1_999, '3c']], 4_000, 'time-falls', 2],
    ['is 1,001 ms ahead', 2, [[5_001, '3c']], 4_000, 'time-ahead', 2],
    ['is ahead in its second event', 2, [C, [5_001, '4d']], 4_000, 'time-ahead', 3],
    ['holds a hint', 2, [[3_000, 'hint']], 4_000, 'illegal-move', 2],
    ['holds a hint whose time is wrong too', 2, [[1_000, 'hint']], 4_000, 'time-falls', 2],
    ['holds what is no move', 2, [[3_000, 'please']], 4_000, 'illegal-move', 2],
    ['finishes too early', 2, [[3_000, 'finish']], 4_000, 'cannot-finish', 2],
    [
      'undoes more than there is',
      2,
      [
        [3_000, 'undo'],
        [3_000, 'undo'],
        [3_000, 'undo'],
      ],
      4_000,
      'nothing-to-undo',
      4,
    ],
  ])('is refused when it %s', (_what, from, batch, elapsed, code, index) => {
    expect(verifyBatch(progressWith([A, B]), from, batch, elapsed)).toEqual({ ok: false, code, index })
  })

  test('is refused whole', () => {
    const progress = progressWith([A])
    expect(verifyBatch(progress, 1, [B, [1, '3c']], 4_000)).toMatchObject({ ok: false, code: 'time-falls', index: 2 })
    expect(progress.events).toEqual([A])
  })

  test('may be 1,000 ms ahead', () => {
    expect(verifyBatch(progressWith([A, B]), 2, [[5_000, '3c']], 4_000)).toMatchObject({ ok: true })
  })

  test('the fourth undo of three is one too many, wherever it stands', () => {
    const limited = progressWith([A, [1_001, 'undo'], [1_002, '1a'], [1_003, 'undo']], { undoLimit: 3 })
    const third: LogEvent[] = [
      [1_004, '1a'],
      [1_005, 'undo'],
    ]
    expect(verifyBatch(limited, 4, third, 2_000)).toMatchObject({ ok: true, game: { undos: 3 } })
    expect(verifyBatch(limited, 4, [...third, [1_006, 'undo']], 2_000)).toEqual({ ok: false, code: 'undo-limit', index: 6 })
  })

  test('cannot make a log longer than a log may be', () => {
    const events: LogEvent[] = Array.from({ length: MAX_EVENTS - 1 }, (_, index) => [index, index % 2 === 0 ? '1a' : 'undo'])
    const full = progressWith(events)
    expect(verifyBatch(full, MAX_EVENTS - 1, [[6_000, 'undo']], 6_000)).toMatchObject({ ok: true })
    expect(
      verifyBatch(
        full,
        MAX_EVENTS - 1,
        [
          [6_000, 'undo'],
          [6_000, '1a'],
        ],
        6_000,
      ),
    ).toEqual({ ok: false, code: 'not-a-log' })
  })

  test.each<[after: number, late: number]>([
    [LATE_MS, 0],
    [LATE_MS + 1, 1],
  ])('that arrives %i ms after its t: %i late', (after, late) => {
    expect(verifyBatch(progressWith(), 0, [A], A[0] + after)).toMatchObject({ ok: true, progress: { lateEvents: late } })
  })

  test('counts each late event, on top of those before', () => {
    const progress = progressWith([A], { lateEvents: 2 })
    expect(verifyBatch(progress, 1, [B, C], C[0] + LATE_MS)).toMatchObject({ ok: true, progress: { lateEvents: 3 } })
  })
})

describe('a whole log', () => {
  test.each<[what: string, log: Log, code: string, index?: number]>([
    ['of another deal', log([A, B], { deal: 618 as Log['deal'] }), 'wrong-game'],
    ['of another variant', log([A, B], { variant: 'freecell-3' }), 'wrong-game'],
    ['without autoplay', log([A, B], { autoplay: 'off' }), 'wrong-game'],
    ['shorter than what the server has', log([A]), 'log-conflict', 1],
    ['empty', log([]), 'log-conflict', 0],
    ['without an undo that the server has', log([A, C]), 'log-conflict', 1],
    ['that is not over', log([A, B, C]), 'not-over'],
    ['that goes wrong after what the server has', log([A, B, [1_000, '3c']]), 'time-falls', 2],
    ['with a hint of its own', log([A, B, [3_000, 'hint']]), 'illegal-move', 2],
    ['from the future', log([A, B, [11_001, '3c']]), 'time-ahead', 2],
  ])('%s is refused', (_what, given, code, index) => {
    expect(verifyLog(progressWith([A, B]), given, 10_000, false)).toEqual({ ok: false, code, index })
  })

  test('may be given up, with what had not arrived yet', () => {
    expect(verifyLog(progressWith([A, B]), log([A, B, C]), 3_100, true)).toMatchObject({
      ok: true,
      progress: { events: [A, B, C], arrivedMs: 3_100 },
      game: { won: false, moves: 3 },
    })
  })

  test('judges the time of acknowledged events by when they arrived, not again', () => {
    expect(verifyLog(progressWith([[5_000, '1a']]), log([[5_000, '1a']]), 4_100, true)).toMatchObject({ ok: true })
  })

  test('may hold the hints that the server has', () => {
    const { progress } = appendHint(progressWith([A]), 1_500)
    expect(verifyLog(progress, log([A, [1_500, 'hint'], B]), 2_000, true)).toMatchObject({ ok: true, game: { hints: 1 } })
  })
})

describe('a hint', () => {
  test.each<[what: string, elapsed: number, t: number]>([
    ["is dated by the server's time", 1_500, 1_500],
    ['but never before the last event', 400, 1_000],
  ])('%s', (_what, elapsed, t) => {
    const { event, progress } = appendHint(progressWith([A]), elapsed)
    expect(event).toEqual([t, 'hint'])
    expect(progress).toMatchObject({ events: [A, event], arrivedMs: elapsed })
    expect(gameOf(progress).hints).toBe(1)
  })

  test('before any event', () => {
    expect(appendHint(progressWith(), 7).event).toEqual([7, 'hint'])
  })
})

describe('the time used', () => {
  test.each<[what: string, t: number, arrived: number, used: number]>([
    ['arrived at once', 60_000, 60_000, 60_000],
    ['a little ahead', 60_900, 60_000, 60_900],
    ['3,000 ms later: a slow line', 60_000, 63_000, 60_000],
    ['3,001 ms later: when it arrived', 60_000, 63_001, 63_001],
    ['at the deadline', HOUR, HOUR, HOUR],
    ['ahead of the deadline by its own clock', HOUR + 1_000, HOUR, HOUR],
    ['a slow line just before the deadline', HOUR - 3_000, HOUR, HOUR - 3_000],
  ])('%s', (_what, t, arrivedMs, used) => {
    expect(timeUsed(progressWith([[t, '1a']], { arrivedMs }))).toBe(used)
  })

  test('of nothing is nothing', () => {
    expect(timeUsed(progressWith())).toBe(0)
  })
})
