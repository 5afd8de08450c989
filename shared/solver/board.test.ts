import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Card, MAX_DEAL, type Position, VARIANT_IDS, VARIANTS } from '../engine/index.ts'
import { Board, COLUMNS, type FlightRule, LANE, PACKED } from './board.ts'
import { after, deal, rulesOf } from './given.ts'
import { lineOf } from './line.ts'
import { Moves, priorityOf } from './moves.ts'
import { flightRuleOf } from './solve.ts'
import { highChange, lowChange } from './tables.ts'
import type { Weights } from './weights.ts'

const WEIGHTS: Weights = { notHome: 9, cell: 24, aboveNext: 4, aboveLower: 5, break: 7, inversion: 2, emptyColumn: 17 }

/** The position that a board stands on, its cells as the board has them. */
function positionOf({ cards, length, cells, cellCount, cellLimit, home }: Board): Position {
  return {
    cells: Array.from({ length: cellLimit }, (_, cell) => (cell < cellCount ? (cells[cell] as Card) : null)),
    foundations: [...home] as unknown as Position['foundations'],
    columns: Array.from({ length: COLUMNS }, (_, column) => {
      const base = column << LANE
      return [...cards.subarray(base, base + (length[column] ?? 0))] as Card[]
    }),
  }
}

/** All that the search asks of a board, but for what has flown. */
function answersOf(board: Board, moves: Moves) {
  moves.find(board, WEIGHTS)
  const cards = Array.from({ length: 52 }, (_, card) => card)
  const columns = Array.from({ length: COLUMNS }, (_, column) => column)
  return {
    ...{ position: positionOf(board), homeCount: board.homeCount, hash: [board.hashLow, board.hashHigh] },
    prefixes: columns.map((column) => [...board.prefix.subarray(column << LANE, (column << LANE) + (board.length[column] ?? 0))]),
    places: cards.map((card) => [board.placeOf(card), board.flies(card)]),
    cells: Array.from({ length: board.cellCount }, (_, cell) => board.whereIs(board.cells[cell] ?? -1)),
    next: [0, 1, 2, 3].map((suit) => board.placeOfNext(suit)),
    priority: priorityOf(board, WEIGHTS),
    homeward: [...moves.homeward.subarray(0, moves.homewards)],
    moves: [...moves.move.subarray(0, moves.count)],
    changes: [...moves.change.subarray(0, moves.count)],
    shifts: [...moves.shift.subarray(0, moves.count)],
  }
}

const moves = new Moves()
const RULES = VARIANT_IDS.flatMap((id) => (['off', 'own', 'search'] as const).map((rule) => ({ id, rule })))

/** A board on a deal, and a way to ask a new one about where it stands. */
function given(number: number, { id, rule }: (typeof RULES)[number]) {
  const variant = VARIANTS[id]
  const rules = rulesOf(id)
  const flightRule: FlightRule = rule === 'off' ? 'off' : rule === 'own' ? rules.autoplay : flightRuleOf(variant, rules.autoplay)
  const board = new Board()
  board.prepare(variant, flightRule, WEIGHTS)
  board.load(deal(number, rules))
  board.fly()
  const asNew = () => {
    const other = new Board()
    other.prepare(variant, flightRule, WEIGHTS)
    other.load(positionOf(board))
    return answersOf(other, moves)
  }
  return { board, asNew }
}

const anyDeal = fc.integer({ min: 1, max: MAX_DEAL })
const anyRule = fc.constantFrom(...RULES)
/** Mostly moves, and rather those that are rare; else where the board stands is kept, gone back to, or taken back. */
const anyStep = fc.record({
  what: fc.constantFrom('play', 'play', 'play', 'from cell', 'home', 'pack', 'unpack', 'take back', 'look'),
  which: fc.nat(1_000),
})

describe('a board', () => {
  test('however it came to a position, answers as one that has just loaded it', () => {
    fc.assert(
      fc.property(anyDeal, anyRule, fc.array(anyStep, { minLength: 20, maxLength: 80 }), (number, rule, steps) => {
        const { board, asNew } = given(number, rule)
        const kept: { packed: Int32Array; low: number; high: number }[] = []
        let played: { move: number; low: number; high: number; flights: number }[] = []
        for (const { what, which } of steps) {
          if (what === 'pack') {
            // As in the search, among others.
            const packed = new Int32Array(PACKED * 3)
            board.pack(packed, PACKED)
            kept.push({ packed, low: board.hashLow, high: board.hashHigh })
          } else if (what === 'unpack') {
            const one = kept[which % kept.length]
            if (!one) continue
            board.unpack(one.packed, PACKED, one.low, one.high)
            played = []
          } else if (what === 'take back') {
            const last = played.pop()
            if (last) board.takeBack(last.move, last.low, last.high, last.flights)
          } else if (what === 'look') {
            // What sends cards home is played and taken back at once.
            moves.find(board, WEIGHTS)
            for (const move of moves.homeward.slice(0, moves.homewards)) {
              const { hashLow, hashHigh, flights } = board
              board.play(move)
              board.takeBack(move, hashLow, hashHigh, flights)
            }
          } else {
            moves.find(board, WEIGHTS)
            const homeward = moves.homeward.slice(0, moves.homewards)
            const all = [...homeward, ...moves.move.slice(0, moves.count)]
            const rare =
              what === 'home' ? [...homeward] : what === 'from cell' ? all.filter((move) => (move & 15) >= COLUMNS) : []
            const some = rare.length > 0 ? rare : all
            const move = some[which % some.length]
            if (move === undefined) continue
            played.push({ move, low: board.hashLow, high: board.hashHigh, flights: board.flights })
            board.play(move)
          }
          expect(answersOf(board, moves)).toEqual(asNew())
        }
      }),
      { numRuns: 120 },
    )
  })

  test('judges every move as it would once it is played', () => {
    fc.assert(
      fc.property(anyDeal, anyRule, fc.array(fc.nat(1_000), { maxLength: 60 }), (number, rule, choices) => {
        const { board } = given(number, rule)
        for (const choice of choices) {
          const before = answersOf(board, moves)
          for (const [i, move] of before.moves.entries()) {
            const { hashLow, hashHigh, flights } = board
            const shift = before.shifts[i] ?? 0
            board.play(move)
            expect(board.flights).toBe(flights)
            expect([priorityOf(board, WEIGHTS), board.hashLow, board.hashHigh]).toEqual([
              before.priority + (before.changes[i] ?? 0),
              hashLow ^ lowChange(shift),
              hashHigh ^ highChange(shift),
            ])
            board.takeBack(move, hashLow, hashHigh, flights)
          }
          const all = [...before.homeward, ...before.moves]
          const next = all[choice % all.length]
          if (next === undefined) break
          board.play(next)
        }
      }),
      { numRuns: 100 },
    )
  })

  test('goes where the game goes', () => {
    fc.assert(
      fc.property(anyDeal, fc.constantFrom(...VARIANT_IDS), fc.array(fc.nat(1_000), { maxLength: 60 }), (number, id, choices) => {
        const rules = rulesOf(id)
        const { board } = given(number, { id, rule: 'own' })
        const root = deal(number, rules)
        let position = root
        const words: number[] = []
        for (const choice of choices) {
          moves.find(board, WEIGHTS)
          const all = [...moves.homeward.slice(0, moves.homewards), ...moves.move.slice(0, moves.count)]
          const word = all[choice % all.length]
          if (word === undefined) break
          words.push(word)
          board.play(word)
        }
        const line = lineOf(root, VARIANTS[id], rules.autoplay, rules.autoplay, words)
        for (const move of line) position = after(position, rules, move)
        const there = positionOf(board)
        expect(line).toHaveLength(words.length)
        expect([position.columns, position.foundations]).toEqual([there.columns, there.foundations])
        expect(new Set(position.cells)).toEqual(new Set(there.cells))
      }),
      { numRuns: 100 },
    )
  })
})
