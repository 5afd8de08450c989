import {
  autoplay,
  bestTarget,
  canFinish,
  checkMove,
  decodeEvents,
  decodeLog,
  encodeEvents,
  encodeLog,
  finish,
  hasLegalMove,
  isSafeHome,
  isWon,
  type Log,
  legalMoves,
  makeMove,
  type Place,
  type Position,
  parseLog,
  parseMove,
  playEvent,
  playEvents,
  playMove,
  replay,
  samePosition,
  startGame,
  summary,
  undoable,
  VARIANTS,
} from '@speedcell/shared/engine'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { autoplays, events, positions, setups, walks } from './arbitraries.ts'

/** Each of the 52 cards is in one place, and each foundation has its cards in order. */
function expectWholeDeck({ cells, foundations, columns }: Position): void {
  const home = foundations.flatMap((count, suit) => Array.from({ length: count }, (_, rank) => rank * 4 + suit))
  const table = [...cells.filter((card) => card !== null), ...columns.flat()]
  expect([...home, ...table].sort((a, b) => a - b)).toEqual(Array.from({ length: 52 }, (_, card) => card))
}

function freeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value)
    for (const part of Object.values(value)) freeze(part)
  }
  return value
}

const places: Place[] = [
  { kind: 'foundation' },
  ...Array.from({ length: 4 }, (_, index): Place => ({ kind: 'cell', index })),
  ...Array.from({ length: 8 }, (_, index): Place => ({ kind: 'column', index })),
]

describe('positions', () => {
  test('52 cards, always, and nothing that was is changed', () => {
    fc.assert(
      fc.property(positions, autoplays, ({ setup, position }, rule) => {
        freeze(position)
        expectWholeDeck(position)
        const flights = freeze(autoplay(position, rule))
        expectWholeDeck(flights.position)
        for (const move of legalMoves(position, VARIANTS[setup.variant])) {
          expectWholeDeck(freeze(playMove(position, VARIANTS[setup.variant], move)))
        }
      }),
    )
  })

  test('the moves listed are exactly those that checking, and their texts, allow', () => {
    fc.assert(
      fc.property(positions, ({ setup, position }) => {
        const variant = VARIANTS[setup.variant]
        const listed = legalMoves(position, variant)
        const checked = places.flatMap((from) =>
          places.flatMap((to) =>
            Array.from({ length: 14 }, (_, count) => ({ from, to, count })).filter((move) => checkMove(position, variant, move)),
          ),
        )
        const byText = (a: { from: Place; to: Place; count: number }, b: typeof a) =>
          JSON.stringify(a) < JSON.stringify(b) ? -1 : 1
        expect([...listed].sort(byText)).toEqual(checked.sort(byText))
        expect(hasLegalMove(position, variant)).toBe(listed.length > 0)
      }),
    )
  })

  test('parsing what was made gives the same move, and two moves never share a text', () => {
    fc.assert(
      fc.property(positions, ({ setup, position }) => {
        const variant = VARIANTS[setup.variant]
        const moves = legalMoves(position, variant)
        for (const move of moves) {
          const text = makeMove(position, move)
          expect(parseMove(position, variant, text)).toEqual({ ok: true, value: move })
          const counted = text.includes('x') ? text : `${text}x${move.count}`
          expect(parseMove(position, variant, counted)).toEqual({ ok: true, value: move })
        }
        expect(new Set(moves.map((move) => makeMove(position, move))).size).toBe(moves.length)
      }),
    )
  })

  test('a move into an empty column without a count takes as many as it can', () => {
    fc.assert(
      fc.property(positions, ({ setup, position }) => {
        const variant = VARIANTS[setup.variant]
        for (const move of legalMoves(position, variant)) {
          const text = makeMove(position, move)
          const most = parseMove(position, variant, text.slice(0, 2))
          expect(most.ok && most.value.count >= move.count).toBe(true)
          if (most.ok) expect(checkMove(position, variant, { ...most.value, count: most.value.count + 1 })).toBe(false)
        }
      }),
    )
  })

  test('where a tapped card goes is legal, and there is none only if nothing but an empty column takes it', () => {
    fc.assert(
      fc.property(positions, fc.integer({ min: 1, max: 5 }), ({ setup, position }, count) => {
        const variant = VARIANTS[setup.variant]
        for (const from of places) {
          const best = bestTarget(position, variant, from, count)
          const legal = legalMoves(position, variant).filter(
            (move) => move.count === count && JSON.stringify(move.from) === JSON.stringify(from),
          )
          if (best !== undefined) expect(legal).toContainEqual(best)
          else expect(legal.every(({ to }) => to.kind === 'column' && position.columns[to.index]?.length === 0)).toBe(true)
        }
      }),
    )
  })

  test('autoplay ends where nothing more may fly, and safe flights are among all flights', () => {
    fc.assert(
      fc.property(positions, ({ position }) => {
        const safe = autoplay(position, 'safe')
        const all = autoplay(position, 'all')
        expect(autoplay(safe.position, 'safe').position).toBe(safe.position)
        expect(samePosition(autoplay(safe.position, 'all').position, all.position)).toBe(true)
        expect(autoplay(position, 'off')).toEqual({ position, cards: [] })
        const free = [...safe.position.cells, ...safe.position.columns.map((column) => column.at(-1) ?? null)]
        for (const card of free) expect(card !== null && isSafeHome(safe.position, card)).toBe(false)
        expect(canFinish(position)).toBe(!isWon(position) && isWon(finish(position).position))
      }),
    )
  })
})

describe('games', () => {
  test('52 cards, always, and no game on the way is changed by what follows', () => {
    fc.assert(
      fc.property(walks, ({ setup, games, events }) => {
        for (const game of games) expectWholeDeck(game.position)
        const frozen = freeze(startGame(setup))
        const again = playEvents(frozen, freeze(structuredClone(events) as typeof events))
        expect(again).toEqual({ ok: true, game: games.at(-1) })
      }),
    )
  })

  test('an undo restores the position before the last move that stands, and costs nothing but an undo', () => {
    fc.assert(
      fc.property(walks, ({ games, events }) => {
        const stack: Position[] = []
        for (const [index, [, e]] of events.entries()) {
          const before = games[index]
          const after = games[index + 1]
          if (before === undefined || after === undefined) throw new Error('a walk has one game more than events')
          if (e === 'undo') expect(after).toMatchObject({ position: stack.pop(), undos: before.undos + 1, moves: before.moves })
          else if (e === 'hint') expect(after).toMatchObject({ position: before.position, hints: before.hints + 1 })
          else if (e !== 'finish') stack.push(before.position)
          expect(undoable(after)).toBe(stack.length > 0 && !after.won)
        }
      }),
    )
  })

  test('a log replays to the same game, whole or cut anywhere into two batches', () => {
    fc.assert(
      fc.property(walks, fc.nat(80), ({ setup, games, events }, cut) => {
        const log: Log = { v: 1, ...setup, events }
        const end = { ok: true, game: games.at(-1) }
        expect(replay(log)).toEqual(end)
        const first = playEvents(startGame(setup), events.slice(0, cut))
        expect(first.ok && playEvents(first.game, events.slice(cut))).toEqual(end)
      }),
    )
  })

  test('after a win nothing is accepted, and stuck, won and finish exclude each other rightly', () => {
    fc.assert(
      fc.property(walks, ({ games }) => {
        for (const game of games) {
          const { won, stuck, canFinish: finishable, home } = summary(game)
          expect(won).toBe(home === 52)
          expect(won && (stuck || finishable)).toBe(false)
          expect(stuck && finishable).toBe(false)
          if (won)
            for (const e of ['undo', 'hint', 'finish', '12'])
              expect(playEvent(game, [game.lastT, e])).toEqual({ ok: false, error: 'after-end' })
        }
      }),
    )
  })
})

describe('logs', () => {
  const logs = fc.record({ setup: setups, events }).map(({ setup, events }): Log => ({ v: 1, ...setup, events }))

  test('compact texts read back as the same log', () => {
    fc.assert(
      fc.property(logs, (log) => {
        expect(decodeLog(encodeLog(log))).toEqual({ ok: true, value: log })
        expect(decodeEvents(encodeEvents(log.events))).toEqual({ ok: true, value: log.events })
      }),
    )
  })

  test('JSON reads back as the same log', () => {
    fc.assert(
      fc.property(logs, (log) => {
        expect(parseLog(JSON.parse(JSON.stringify(log)))).toEqual({ ok: true, value: log })
      }),
    )
  })

  test('whatever the events say, replay gives an answer: a game, or an index within the log', () => {
    fc.assert(
      fc.property(logs, fc.option(fc.nat(5), { nil: undefined }), (log, undoLimit) => {
        const result = replay(log, undoLimit === undefined ? {} : { undoLimit })
        if (result.ok) expect(result.game.events).toBe(log.events.length)
        else expect(result.index).toBeLessThan(log.events.length)
      }),
    )
  })
})
