import { describe, expect, test } from 'vitest'
import { givenDeal } from './given.ts'
import { type Log, type LogEvent, MAX_T } from './log.ts'
import { cardsHome, emptyCells, samePosition } from './position.ts'
import {
  earlierPositions,
  type Game,
  type Limits,
  LOG_ERRORS,
  lastMoveOf,
  playEvent,
  playEvents,
  REASONS,
  replay,
  type Setup,
  startGame,
  summary,
  undoable,
} from './replay.ts'

const DEAL_617: Setup = { deal: givenDeal(617), variant: 'freecell-4', autoplay: 'safe' }

// Found by the solver. The last move but one leaves a table that home moves alone can clear.
const WIN = [
  ...'83 8a 83 32 87 8b 28x3 71 27 72 4c 46 42 4d 41 dh 4d 74x1 d4 7d 74 c7x1 47 4a d4x1 83 8c 4d b4x1 24 18x2'.split(' '),
  ...'2b 12 d1 82 c8x1 38 2c 16 42 1h c4 1c 18 15 1d b1x1 2b 42 b4 1b 31x1 35 38 31 3h 73x1 7h bh 51 57x1 d5'.split(' '),
  ...'52 65 24 6h 6h 6h 76 3b 23x4 67x2 26 5a 5h'.split(' '),
]
const NEARLY = WIN.slice(0, -1)

/** A game after events that are all at 1000 ms. */
function givenGame(texts: readonly string[], setup = DEAL_617): Game {
  const result = playEvents(
    startGame(setup),
    texts.map((text): LogEvent => [1000, text]),
  )
  if (!result.ok) throw new Error(`event ${result.index}, ${texts[result.index]}: ${result.reason}`)
  return result.game
}

const givenLog = (...texts: readonly string[]): Log => ({
  v: 1,
  ...DEAL_617,
  events: texts.map((text, index): LogEvent => [index * 1000, text]),
})

const totals = ({ moves, undos, hints, events, lastT, won }: Game) => ({ moves, undos, hints, events, lastT, won })

describe('startGame', () => {
  const setups = Array.from({ length: 20 }, (_, index): Setup => ({ ...DEAL_617, deal: givenDeal(index + 1) }))
  const flying = setups.filter((setup) => cardsHome(startGame(setup).position) > 0)

  test('some deals show an ace, which flies home at once, and some do not', () => {
    expect(flying.length).toBeGreaterThan(0)
    expect(flying.length).toBeLessThan(setups.length)
  })

  test.each(flying)('what flew home in deal $deal is no move and cannot be taken back', (setup) => {
    const game = startGame(setup)
    expect(totals(game)).toEqual({ moves: 0, undos: 0, hints: 0, events: 0, lastT: 0, won: false })
    expect(undoable(game)).toBe(false)
    expect(playEvent(game, [0, 'undo'])).toEqual({ ok: false, error: 'nothing-to-undo' })
    expect(cardsHome(startGame({ ...setup, autoplay: 'off' }).position)).toBe(0)
  })
})

describe('playEvent', () => {
  test('a move counts, and the game before it is as it was', () => {
    const before = givenGame(['83'])
    const after = playEvent(before, [1500, '8a'])
    expect(after.ok && totals(after.value)).toEqual({ moves: 2, undos: 0, hints: 0, events: 2, lastT: 1500, won: false })
    expect(totals(before)).toEqual({ moves: 1, undos: 0, hints: 0, events: 1, lastT: 1000, won: false })
    expect(emptyCells(before.position)).toBe(4)
  })

  test('a hint counts and changes nothing else', () => {
    const before = givenGame(['83'])
    const after = givenGame(['83', 'hint', 'hint'])
    expect(totals(after)).toEqual({ ...totals(before), hints: 2, events: 3 })
    expect(after.position).toEqual(before.position)
    expect(lastMoveOf(after)?.text).toBe('83')
  })

  test('an undo takes back the last move with the flights that followed it, and keeps its cost', () => {
    let game = startGame(DEAL_617)
    let flights = 0
    for (const text of NEARLY) {
      const moved = playEvent(game, [0, text])
      if (!moved.ok) throw new Error(text)
      flights += cardsHome(moved.value.position) - cardsHome(game.position) - (text.endsWith('h') ? 1 : 0)
      const undone = playEvent(moved.value, [0, 'undo'])
      expect(undone.ok && samePosition(undone.value.position, game.position)).toBe(true)
      expect(undone.ok && totals(undone.value)).toMatchObject({ moves: game.moves + 1, undos: game.undos + 1 })
      game = moved.value
    }
    expect(flights).toBeGreaterThan(10)
  })

  test('undos go back move by move, over hints and over other undos', () => {
    const game = givenGame(['83', '8a', 'undo', 'hint', '8b', 'undo', 'undo'])
    expect(samePosition(game.position, startGame(DEAL_617).position)).toBe(true)
    expect(totals(game)).toMatchObject({ moves: 3, undos: 3, hints: 1 })
    expect(undoable(game)).toBe(false)
  })

  test('finish clears the table, is no move, and wins', () => {
    const game = givenGame([...NEARLY, 'finish'])
    expect(totals(game)).toMatchObject({ moves: NEARLY.length, won: true })
    expect(cardsHome(game.position)).toBe(52)
    expect(undoable(game)).toBe(false)
  })

  test('the last card home wins, however it got there', () => {
    expect(givenGame(WIN).won).toBe(true)
  })
})

describe('every reason', () => {
  const rows: [string, readonly string[], LogEvent, Limits, string][] = [
    ['a time before the last one', ['83'], [999, '8a'], {}, 'time-falls'],
    ['a time that is not believed', ['83'], [2001, '8a'], { latestT: () => 2000 }, 'time-ahead'],
    ['a move after the end', WIN, [1000, '12'], {}, 'after-end'],
    ['an undo after the end', WIN, [1000, 'undo'], {}, 'after-end'],
    ['a hint after the end', WIN, [1000, 'hint'], {}, 'after-end'],
    ['finish after the end', WIN, [1000, 'finish'], {}, 'after-end'],
    ['an undo after finish', [...NEARLY, 'finish'], [1000, 'undo'], {}, 'after-end'],
    [
      'the fourth undo of three',
      ['83', 'undo', '83', 'undo', '83', 'undo', '83'],
      [1000, 'undo'],
      { undoLimit: 3 },
      'undo-limit',
    ],
    ['the first undo of none', ['83'], [1000, 'undo'], { undoLimit: 0 }, 'undo-limit'],
    ['an undo before the first move', [], [1000, 'undo'], {}, 'nothing-to-undo'],
    ['an undo after a hint only', ['hint'], [1000, 'undo'], {}, 'nothing-to-undo'],
    ['an undo after all is taken back', ['83', 'undo'], [1000, 'undo'], {}, 'nothing-to-undo'],
    ['finish too early', ['83'], [1000, 'finish'], {}, 'cannot-finish'],
    ['a move that the rules forbid', ['83'], [1000, '12'], {}, 'illegal-move'],
    ['a text that names no move', ['83'], [1000, 'Undo'], {}, 'illegal-move'],
    ['an empty text', ['83'], [1000, ''], {}, 'illegal-move'],
  ]

  test.each(rows)('%s', (_name, before, event, limits, reason) => {
    expect(playEvent(givenGame(before), event, limits)).toEqual({ ok: false, error: reason })
  })

  test('has a row', () => {
    expect([...new Set(rows.map((row) => row[4]))].sort()).toEqual([...REASONS].sort())
    expect(LOG_ERRORS).toEqual(expect.arrayContaining([...REASONS, 'not-a-log', 'log-conflict', 'wrong-game']))
  })
})

describe('of one event is judged', () => {
  const never: Limits = { undoLimit: 0, latestT: () => -1 }
  test.each([
    ['that its time falls, before all', WIN, [999, 'undo'], never, 'time-falls'],
    ['its time, before the end', WIN, [1000, 'undo'], never, 'time-ahead'],
    ['its time, before the undo limit', ['83'], [1000, 'undo'], never, 'time-ahead'],
    ['its time, before the move', ['83'], [999, '12'], {}, 'time-falls'],
    ['its time, before finish', ['83'], [999, 'finish'], {}, 'time-falls'],
    ['its time, also of a hint', ['83'], [999, 'hint'], {}, 'time-falls'],
    ['the end, before the undo limit', WIN, [1000, 'undo'], { undoLimit: 0 }, 'after-end'],
    ['the end, before a text that names no move', WIN, [1000, '?'], {}, 'after-end'],
    ['the undo limit, before that there is nothing to take back', [], [1000, 'undo'], { undoLimit: 0 }, 'undo-limit'],
  ] as [string, readonly string[], LogEvent, Limits, string][])('%s', (_name, before, event, limits, reason) => {
    expect(playEvent(givenGame(before), event, limits)).toEqual({ ok: false, error: reason })
  })
})

describe('what is still allowed', () => {
  test.each([
    ['the same time again', ['83'], [1000, '8a'], {}],
    ['the latest time that is believed', ['83'], [2000, '8a'], { latestT: () => 2000 }],
    ['the last undo of three', ['83', 'undo', '83', 'undo', '83'], [1000, 'undo'], { undoLimit: 3 }],
    ['the last time there is', ['83'], [MAX_T, '8a'], {}],
  ] as [string, readonly string[], LogEvent, Limits][])('%s', (_name, before, event, limits) => {
    expect(playEvent(givenGame(before), event, limits).ok).toBe(true)
  })
})

describe('playEvents', () => {
  test('in batches, it comes to the same as at once', () => {
    const { events } = givenLog(...WIN)
    let game = startGame(DEAL_617)
    for (let from = 0; from < events.length; from += 7) {
      const next = playEvents(game, events.slice(from, from + 7))
      if (!next.ok) throw new Error(next.reason)
      game = next.game
    }
    expect(replay(givenLog(...WIN))).toEqual({ ok: true, game })
  })

  test('the index of a bad event counts from the start of the log, in a later batch too', () => {
    const game = givenGame(['83', '8a', 'undo'])
    expect(
      playEvents(game, [
        [1000, '8a'],
        [1000, '12'],
        [0, '??'],
      ]),
    ).toEqual({ ok: false, index: 4, reason: 'illegal-move' })
  })

  test('each event is asked for by its index in the log', () => {
    const asked: number[] = []
    const latestT = (index: number) => {
      asked.push(index)
      return index === 4 ? 0 : MAX_T
    }
    const refused = playEvents(
      givenGame(['83', '8a']),
      [
        [1000, 'undo'],
        [1000, '8a'],
        [1000, 'hint'],
      ],
      { latestT },
    )
    expect(refused).toEqual({ ok: false, index: 4, reason: 'time-ahead' })
    expect(asked).toEqual([2, 3, 4])
  })

  test('no events are no change', () => {
    const game = givenGame(['83'])
    expect(playEvents(game, [])).toEqual({ ok: true, game })
  })
})

test('earlierPositions are where undos lead, one after another', () => {
  let game = givenGame(['83', '8a', 'hint', 'undo', '5a', '32'])
  const positions = earlierPositions(game)
  expect(positions).toHaveLength(3)
  for (const position of positions) {
    const undone = playEvent(game, [1000, 'undo'])
    if (!undone.ok) throw new Error(undone.error)
    game = undone.value
    expect(game.position).toBe(position)
  }
  expect(earlierPositions(game)).toEqual([])
})

describe('lastMoveOf', () => {
  test('is the last move that stands, with its count into an empty column', () => {
    expect(lastMoveOf(startGame(DEAL_617))).toBeUndefined()
    expect(lastMoveOf(givenGame(['83']))?.text).toBe('83')
    expect(lastMoveOf(givenGame(['83', '8a', 'undo']))?.text).toBe('83')
    expect(lastMoveOf(givenGame(WIN.slice(0, 7)))).toEqual({
      text: '28x3',
      move: { from: { kind: 'column', index: 1 }, to: { kind: 'column', index: 7 }, count: 3 },
    })
  })
})

describe('summary', () => {
  test('of a win', () => {
    const result = replay(givenLog(...WIN))
    expect(result.ok && summary(result.game)).toEqual({
      won: true,
      moves: 75,
      undos: 0,
      hints: 0,
      home: 52,
      points: 945,
      ms: 74_000,
      stuck: false,
      canFinish: false,
      position: {
        cells: ['--', '--', '--', '--'],
        home: { C: 13, D: 13, H: 13, S: 13 },
        columns: ['', '', '', '', '', '', '', ''],
      },
    })
  })

  test('of a table that could be cleared', () => {
    expect(summary(givenGame(NEARLY))).toMatchObject({ won: false, stuck: false, canFinish: true })
  })

  test('of a table where no move is left, until one is taken back', () => {
    const oneCell: Setup = { deal: givenDeal(1), variant: 'freecell-1', autoplay: 'safe' }
    expect(summary(startGame(oneCell)).stuck).toBe(false)
    expect(summary(givenGame(['1a'], oneCell)).stuck).toBe(true)
    expect(summary(givenGame(['1a', 'undo'], oneCell)).stuck).toBe(false)
  })
})
