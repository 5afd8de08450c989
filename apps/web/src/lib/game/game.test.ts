import { readFileSync } from 'node:fs'
import {
  type LogEvent,
  MAX_EVENTS,
  parseDealNumber,
  parseLog,
  replay,
  type Setup,
  summary,
  TABLE_EVENT_LIMIT,
} from '@speedcell/shared/engine'
import { describe, expect, test } from 'vitest'
import { TableGame, type TableGameOptions } from './game.svelte.ts'

const deal = parseDealNumber(617)
if (!deal.ok) throw new RangeError('617')
const SETUP: Setup = { deal: deal.value, variant: 'freecell-4', autoplay: 'safe' }

/** A game on deal 617 with a clock to turn by hand. */
function given(options: Partial<TableGameOptions> = {}) {
  const clock = { now: 0 }
  const heard: number[] = []
  const game = new TableGame({
    setup: SETUP,
    clock: () => clock.now,
    onevents: ({ events }) => heard.push(events.length),
    ...options,
  })
  return { game, clock, heard }
}

describe('events', () => {
  test('a move is written down in its one form, with the whole milliseconds of the clock', () => {
    const { game, clock } = given()
    clock.now = 350.9
    expect(game.play('6a').ok).toBe(true)
    expect(game.events).toEqual([[350, '6a']])
    expect(game.log()).toEqual({ v: 1, ...SETUP, events: [[350, '6a']] })
  })

  test('what is no move changes nothing', () => {
    const { game, heard } = given()
    for (const text of ['11', 'a1', 'undo', 'finish', '', '1hx2'])
      expect(game.play(text)).toEqual({ ok: false, error: 'illegal-move' })
    expect(game.undo()).toEqual({ ok: false, error: 'nothing-to-undo' })
    expect(game.finish()).toEqual({ ok: false, error: 'cannot-finish' })
    expect(game.events).toEqual([])
    expect(heard).toEqual([])
  })

  test('times never fall, even if the clock does', () => {
    const { game, clock } = given()
    clock.now = 900
    game.play('6a')
    clock.now = 100
    game.undo()
    expect(game.events.map(([t]) => t)).toEqual([900, 900])
  })

  test('the listener hears of own events, one at a time, and not of the server’s', () => {
    const { game, heard } = given()
    game.play('6a')
    game.undo()
    game.appendFromServer([[10, 'hint']])
    expect(heard).toEqual([1, 2])
    expect(game.hints).toBe(1)
  })

  test('a frozen game takes nothing', () => {
    const { game } = given()
    game.play('6a')
    game.frozen = true
    expect(game.play('1b')).toEqual({ ok: false, error: 'frozen' })
    expect(game.undo()).toEqual({ ok: false, error: 'frozen' })
    expect(game.canUndo).toBe(false)
  })

  test('undos end at their limit', () => {
    const { game } = given({ undoLimit: 1 })
    game.play('6a')
    game.play('1b')
    expect(game.canUndo).toBe(true)
    game.undo()
    expect(game.canUndo).toBe(false)
    expect(game.undo()).toEqual({ ok: false, error: 'undo-limit' })
  })

  test('a log that nears its end is said to, and a full one takes nothing', () => {
    const events = (length: number): LogEvent[] => Array.from({ length }, (_, t) => [t, 'hint'])
    const { game } = given({ events: events(TABLE_EVENT_LIMIT - 1) })
    expect(game.nearlyFull).toBe(false)
    game.hint()
    expect(game.nearlyFull).toBe(true)
    game.replaceEvents(events(MAX_EVENTS))
    expect(game.hint()).toEqual({ ok: false, error: 'log-full' })
  })
})

describe('what follows from the log', () => {
  const events: LogEvent[] = [
    [100, '6a'],
    [200, '1b'],
    [300, 'undo'],
    [400, 'hint'],
  ]

  test('is what the engine makes of it', () => {
    const { game } = given({ events })
    const replayed = replay(game.log())
    if (!replayed.ok) throw new Error(replayed.reason)
    const { moves, undos, hints, home, points, won, stuck } = summary(replayed.game)
    expect(game).toMatchObject({ moves, undos, hints, home, points, won, stuck, canFinish: false, cellsFree: 3 })
    expect(game.position).toEqual(replayed.game.position)
  })

  test('changes with another log', () => {
    const { game } = given({ events })
    game.replaceEvents(events.slice(0, 1))
    expect(game).toMatchObject({ moves: 1, undos: 0, hints: 0 })
  })

  test('is refused if the log cannot be played', () => {
    expect(() => given({ events: [[0, 'undo']] })).toThrow(RangeError)
    const { game } = given({ events })
    expect(() => game.replaceEvents([[5, 'a1']])).toThrow('event 0: illegal-move')
    expect(() => game.appendFromServer([[5, 'hint']])).toThrow('event 4: time-falls')
    expect(game.events).toEqual(events)
  })
})

describe('a table that can be cleared', () => {
  // A won game with autoplay off; home moves alone clear the table well before its end.
  const fixture = new URL('../../../../../tests/fixtures/wins.jsonl', import.meta.url)
  const [line] = readFileSync(fixture, 'utf8').split('\n') as [string]
  const log = parseLog(JSON.parse(line).log)
  if (!log.ok) throw new Error('no log in wins.jsonl')
  const { events, ...setup } = log.value

  test('is cleared by itself after the move that made it possible', () => {
    const { game } = given({ setup })
    const last = events.findIndex(([, e]) => game.play(e).ok && game.won)
    expect(last).toBeLessThan(events.length - 1)
    expect(game.events.slice(-2).map(([, e]) => e)).toEqual([events[last]?.[1], 'finish'])
    expect(game.home).toBe(52)
  })

  test('is left alone where that is not wanted', () => {
    const { game } = given({ setup, finishesItself: false })
    for (const [, e] of events.slice(0, -1)) game.play(e)
    expect(game).toMatchObject({ won: false, canFinish: true })
    expect(game.finish().ok).toBe(true)
    expect(game.won).toBe(true)
    expect(game.undo()).toEqual({ ok: false, error: 'after-end' })
  })

  test('is not cleared by taking a move back', () => {
    const { game } = given({ setup, finishesItself: false })
    for (const [, e] of events.slice(0, -1)) game.play(e)
    game.finishesItself = true
    game.undo()
    expect(game).toMatchObject({ won: false, canFinish: true })
  })
})
