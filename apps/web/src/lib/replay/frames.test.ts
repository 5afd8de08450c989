import { type LogEvent, MAX_EVENTS, parseDealNumber, playEvents, type Setup, startGame } from '@speedcell/shared/engine'
import { solve } from '@speedcell/shared/solver'
import { describe, expect, test } from 'vitest'
import { framesOf, standingEvents } from './frames.ts'

function setup(number: number, variant: Setup['variant'] = 'freecell-4'): Setup {
  const deal = parseDealNumber(number)
  if (!deal.ok) throw new RangeError(String(number))
  return { deal: deal.value, variant, autoplay: 'safe' }
}

function winOf(game: Setup): LogEvent[] {
  const found = solve(startGame(game).position, game, { positions: 500_000 })
  if (found.verdict !== 'solved') throw new Error(found.verdict)
  return found.moves.map((e, index) => [index * 1_500 + 900, e])
}

test('without an event there is the deal, with what flew home by itself', () => {
  const frames = framesOf(setup(617), [])
  expect(frames).toHaveLength(1)
  expect(frames[0]).toMatchObject({ kind: 'deal', text: '', t: 0, flown: frames[0]?.home })
})

test('each frame is the game after its event', () => {
  const game = setup(617)
  const events = winOf(game)
  const frames = framesOf(game, events)
  expect(frames).toHaveLength(events.length + 1)
  for (const [index, frame] of frames.entries()) {
    const played = playEvents(startGame(game), events.slice(0, index))
    if (!played.ok) throw new Error(played.reason)
    expect(frame.game.position).toEqual(played.game.position)
    expect(frame.game.moves).toBe(played.game.moves)
  }
  expect(frames.at(-1)).toMatchObject({ home: 52, t: events.at(-1)?.[0] })
  expect(frames.slice(1).map(({ thought }) => thought)).toEqual([900, ...events.slice(1).map(() => 1_500)])
})

test('cards home are those that moved there and those that flew, all counted once', () => {
  const game = setup(617)
  const frames = framesOf(game, winOf(game))
  const counted = frames.reduce((sum, { flown, move }) => sum + flown + (move?.to.kind === 'foundation' ? 1 : 0), 0)
  expect(counted).toBe(52)
})

describe('what is in a log beside moves', () => {
  const game = setup(617)
  const frames = framesOf(game, [
    [500, '1a'],
    [700, '2b'],
    [900, 'hint'],
    [1_000, 'undo'],
    [1_200, '2b'],
    [1_300, 'undo'],
    [1_350, 'undo'],
  ])

  test('has its kind', () => {
    expect(frames.map(({ kind }) => kind)).toEqual(['deal', 'move', 'move', 'hint', 'undo', 'move', 'undo', 'undo'])
  })

  test('moves know whether they were taken back, the last one first', () => {
    const some = framesOf(game, [
      [500, '1a'],
      [700, '2b'],
      [1_000, 'undo'],
      [1_200, '2b'],
    ])
    expect(some.map(({ undone }) => undone)).toEqual([false, false, true, false, false])
    expect(frames.map(({ undone }) => undone)).toEqual([false, true, true, false, false, true, false, false])
  })

  test('moves know their cards, the lowest first', () => {
    const top = frames[0]?.game.position.columns[0]?.at(-1)
    expect(frames[1]?.cards).toEqual([top])
    expect(frames[3]?.cards).toEqual([])
  })
})

test('the moves that stand at a frame lead to it by themselves', () => {
  const game = setup(617)
  const frames = framesOf(game, [
    [500, '1a'],
    [700, '2b'],
    [900, 'hint'],
    [1_000, 'undo'],
    [1_200, '2c'],
    [1_500, '3b'],
    [1_600, 'undo'],
  ])
  expect(standingEvents(frames, 5)).toEqual([
    [500, '1a'],
    [1_200, '2c'],
  ])
  for (const [index, frame] of frames.entries()) {
    const played = playEvents(startGame(game), standingEvents(frames, index))
    expect(played.ok && played.game.position).toEqual(frame.game.position)
  }
})

test('what cannot be played is no replay', () => {
  expect(() => framesOf(setup(617), [[0, 'undo']])).toThrow(RangeError)
})

test('the longest log is one too', () => {
  const events = Array.from({ length: MAX_EVENTS }, (_, index): LogEvent => [index, index % 2 === 0 ? '1a' : 'undo'])
  expect(framesOf(setup(617), events)).toHaveLength(MAX_EVENTS + 1)
})
