import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  canFinish,
  type DealNumber,
  type Game,
  isWon,
  legalMoves,
  makeMove,
  type Position,
  playEvents,
  type Setup,
  samePosition,
  startGame,
  VARIANT_IDS,
  VARIANTS,
  type VariantId,
} from '../engine/index.ts'
import { type Advice, findHint, hintQuestion, type Judge, judgeWithin, type Line } from './hint.ts'
import { solve, type Verdict } from './solve.ts'

const SETUP = setupOf(617)
const START = startGame(SETUP)
const ENOUGH = { positions: 3_000_000, shorter: 3_000 }

function setupOf(deal: number, variant: VariantId = 'freecell-4'): Setup {
  return { deal: deal as DealNumber, variant, autoplay: VARIANTS[variant].autoplay }
}

/** The game after some events. */
function after(game: Game, ...events: readonly string[]): Game {
  const played = playEvents(
    game,
    events.map((e) => [game.lastT, e] as const),
  )
  if (!played.ok) throw new Error(`${played.index}: ${played.reason}`)
  return played.game
}

const movesIn = ({ position, setup }: Game): string[] =>
  legalMoves(position, VARIANTS[setup.variant]).map((move) => makeMove(position, move))

function winOf(game: Game): readonly string[] {
  const answer = solve(game.position, game.setup, ENOUGH)
  if (answer.verdict !== 'solved') throw new Error('choose a game that can be won')
  return answer.moves
}

// One way to win, which the solver is free to find or not.
const SOLUTION = [
  ...'83 8a 83 32 87 8b 28x3 71 27 72 4c 46 42 4d 41 dh 4d 74x1 d4 7d 74 c7x1 47 4a d4x1 83 8c 4d b4x1 24 18x2'.split(' '),
  ...'2b 12 d1 82 c8x1 38 2c 16 42 1h c4 1c 18 15 1d b1x1 2b 42 b4 1b 31x1 35 38 31 3h 73x1 7h bh 51 57x1 d5'.split(' '),
  ...'52 65 24 6h 6h 6h 76 3b 23x4 67x2 26 5a 5h'.split(' '),
]
const SOLVED: Line = { from: START.position, moves: SOLUTION }

const realJudge = ({ setup }: Game): Judge => judgeWithin(setup, ENOUGH)
const UNKNOWN: Verdict = { verdict: 'unknown', positions: 1 }
const LOST: Verdict = { verdict: 'unsolvable', positions: 1 }
const WON: Verdict = { verdict: 'solved', moves: ['1a'], positions: 1 }
const judgeOf =
  (verdict: (position: Position) => Verdict): Judge =>
  (position) =>
    verdict(position)

/** A judge that must not be asked. */
const nobody: Judge = () => {
  throw new Error('asked')
}

const hintIn = (game: Game, judge: Judge, lines: readonly Line[] = []): Advice | undefined =>
  findHint(hintQuestion(game), lines, judge)

/** Follows hint after hint to the win, and gives the positions on the way. */
function followed(game: Game, judge: Judge, lines: readonly Line[] = []): Position[] {
  const positions = [game.position]
  let known = lines
  for (let at = game; !at.won; ) {
    expect(positions.length).toBeLessThan(300)
    const advice = hintIn(at, judge, known)
    expect(advice?.hint).toMatchObject({ kind: 'move', takeBack: null })
    known = advice?.lines ?? []
    at = after(at, advice?.hint.move ?? '')
    positions.push(at.position)
  }
  return positions
}

describe('on a known line', () => {
  test('every hint is its next move, to the end, and nobody is asked', () => {
    for (const [index, move] of SOLUTION.entries()) {
      const game = after(START, ...SOLUTION.slice(0, index))
      if (canFinish(game.position)) return expect(index).toBeGreaterThan(20)
      expect(hintIn(game, nobody, [SOLVED])).toEqual({ hint: { kind: 'move', move, takeBack: null }, lines: [SOLVED] })
    }
  })

  test('also for who left it and comes back, by undos or by moves', () => {
    const onLine = after(START, ...SOLUTION.slice(0, 3))
    const { off, line } = detour(onLine)
    const elsewhere = hintIn(off, () => ({ verdict: 'solved', moves: line.moves, positions: 1 }), [SOLVED])
    expect(elsewhere).toEqual({ hint: { kind: 'move', move: line.moves[0], takeBack: null }, lines: [line, SOLVED] })
    const back = hintIn(after(off, 'undo'), nobody, elsewhere?.lines)
    // The line that was said last is followed first from now on.
    expect(back).toEqual({ hint: { kind: 'move', move: SOLUTION[3], takeBack: null }, lines: [SOLVED, line] })
  })

  test('of several on which the game stands the first one counts', () => {
    const game = after(START, SOLUTION[0] ?? '')
    const other: Line = { from: game.position, moves: winOf(game) }
    expect(hintIn(game, nobody, [SOLVED, other])?.lines).toEqual([SOLVED, other])
    expect(hintIn(game, nobody, [other, SOLVED])?.lines).toEqual([other, SOLVED])
  })

  test.each<[what: string, moves: readonly string[]]>([
    ['leaves the rules', [...SOLUTION.slice(0, 5), 'zz', ...SOLUTION.slice(5)]],
    ['ends before the win', SOLUTION.slice(0, -1)],
    ['has no move', []],
  ])('one that %s is not followed', (_what, moves) => {
    const lines = [{ from: START.position, moves }]
    expect(hintIn(START, () => WON, lines)?.hint.move).toBe('1a')
  })

  test('a few are remembered, the newest ones', () => {
    let lines: readonly Line[] = [SOLVED]
    const games = ['2d', '3d', '4d', '5d', '6d'].map((move) => after(START, move))
    for (const game of games) lines = hintIn(game, () => WON, lines)?.lines ?? []
    expect(lines.map(({ from }) => from)).toEqual(
      games
        .slice(1)
        .toReversed()
        .map(({ position }) => position),
    )
  })

  test('that comes to one place twice, the last time counts', () => {
    const { game, there, back, rest } = roundTrip()
    const circling: Line = { from: game.position, moves: [there, back, ...rest] }
    expect(hintIn(game, nobody, [circling])?.hint.move).toBe(rest[0])
  })

  test('the order of columns and of cells makes no difference', () => {
    const shuffled = fc.shuffledSubarray([0, 1, 2, 3, 4, 5, 6, 7], { minLength: 8 })
    const turn = fc.nat(3)
    fc.assert(
      fc.property(fc.nat(SOLUTION.length - 1), shuffled, turn, (count, order, turned) => {
        const game = after(START, ...SOLUTION.slice(0, count))
        const { columns, cells, foundations } = game.position
        const twin: Game = {
          ...game,
          position: {
            foundations,
            columns: order.map((index) => columns[index] ?? []),
            cells: [...cells.slice(turned), ...cells.slice(0, turned)],
          },
        }
        followed(twin, nobody, [SOLVED])
      }),
      { numRuns: 20 },
    )
  })
})

/** A game one move further on, off the solution, and a line that wins from there without coming back to where it was. */
function detour(game: Game): { off: Game; line: Line } {
  for (const move of movesIn(game)) {
    const off = after(game, move)
    const answer = solve(off.position, off.setup, ENOUGH)
    if (answer.verdict !== 'solved' || hintIn(off, () => UNKNOWN, [SOLVED])?.hint.kind === 'move') continue
    const line: Line = { from: off.position, moves: answer.moves }
    if (hintIn(game, () => UNKNOWN, [line])?.hint.kind !== 'move') return { off, line }
  }
  throw new Error('choose another game')
}

/** A place on the way to the win, the moves that go on from there, and two others that only lead back to it. */
function roundTrip(): { game: Game; there: string; back: string; rest: readonly string[] } {
  for (const count of SOLUTION.keys()) {
    const game = after(START, ...SOLUTION.slice(0, count))
    for (const there of movesIn(game)) {
      const moved = after(game, there)
      const back = movesIn(moved).find((move) => samePosition(after(moved, move).position, game.position))
      if (back !== undefined && there !== SOLUTION[count]) return { game, there, back, rest: SOLUTION.slice(count) }
    }
  }
  throw new Error('choose a deal with such a place')
}

describe('off the known lines', () => {
  test('hints lead to a win, and the judge is asked once', () => {
    const game = after(START, '2d')
    let asked = 0
    const judge: Judge = (position, effort) => {
      asked++
      return realJudge(game)(position, effort)
    }
    followed(game, judge, [SOLVED])
    expect(asked).toBe(1)
  })

  test('nobody is led in a circle, whatever they do meanwhile', () => {
    const choices = fc.array(fc.tuple(fc.nat(4), fc.nat(100)), { maxLength: 6 })
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 32_000 }), choices, (deal, wandering) => {
        let game = startGame(setupOf(deal))
        let lines: readonly Line[] = []
        for (const [hints, choice] of wandering) {
          for (let count = 0; count < hints && !game.won; count++) {
            const advice = hintIn(game, realJudge(game), lines)
            if (advice?.hint.kind !== 'move') return
            lines = advice.lines
            game = after(game, advice.hint.move ?? '')
          }
          const moves = game.won ? [] : movesIn(game)
          if (moves.length > 0) game = after(game, moves[choice % moves.length] ?? '')
        }
        if (game.won || solve(game.position, game.setup, ENOUGH).verdict !== 'solved') return
        const positions = followed(game, realJudge(game), lines)
        for (const [index, position] of positions.entries()) {
          expect(positions.findIndex((other) => samePosition(other, position))).toBe(index)
        }
      }),
      { numRuns: 20 },
    )
  })
})

describe('where nothing is decided', () => {
  const game = after(START, '1a')
  const hintWith = (verdict: (position: Position) => Verdict) =>
    hintIn(
      game,
      judgeOf((position) => (position === game.position ? UNKNOWN : verdict(position))),
    )

  test('a guess is a legal move, not one that loses at a glance', () => {
    const first = hintWith(() => UNKNOWN)
    expect(first).toMatchObject({ hint: { kind: 'guess', takeBack: null }, lines: [] })
    const afterFirst = after(game, first?.hint.move ?? '').position
    const second = hintWith((position) => (samePosition(position, afterFirst) ? LOST : UNKNOWN))
    expect(second?.hint.kind).toBe('guess')
    expect(second?.hint.move).not.toBe(first?.hint.move)
    after(game, second?.hint.move ?? '')
  })

  test('a win seen at a glance is no guess', () => {
    const next = after(game, '2b')
    const moves = winOf(next)
    const advice = hintWith((position) =>
      samePosition(position, next.position) ? { verdict: 'solved', moves, positions: 1 } : UNKNOWN,
    )
    expect(advice?.hint).toEqual({ kind: 'move', move: '2b', takeBack: null })
    expect(hintIn(next, nobody, advice?.lines)?.hint.move).toBe(moves[0])
  })

  test('but if every move loses, the game is lost', () => {
    expect(hintWith((position) => (samePosition(position, START.position) ? WON : LOST))?.hint).toEqual({
      kind: 'lost',
      move: null,
      takeBack: 1,
    })
  })

  test('a guess does not lead back to where the game was', () => {
    let at = START
    const seen: Position[] = [at.position]
    for (let count = 0; count < 12; count++) {
      const advice = hintIn(
        at,
        judgeOf(() => UNKNOWN),
      )
      if (!advice?.hint.move) break
      at = after(at, advice.hint.move)
      expect(seen.some((before) => samePosition(before, at.position))).toBe(false)
      seen.push(at.position)
    }
  })
})

describe('where the game is lost', () => {
  const moves = ['1a', '2b', '3c', '4d']
  const game = after(START, ...moves)
  const past = [...moves.keys()].map((count) => after(START, ...moves.slice(0, count)).position)
  const countOf = (position: Position): number => past.findIndex((known) => samePosition(known, position))

  test.each<[what: string, winnable: number, takeBack: number | null]>([
    ['the last move lost it', 3, 1],
    ['the one before', 2, 2],
    ['the second', 1, 3],
    ['the first', 0, 4],
    ['it was never winnable', -1, null],
  ])('the way back is found: %s', (_what, winnable, takeBack) => {
    const judge = judgeOf((position) => (countOf(position) >= 0 && countOf(position) <= winnable ? WON : LOST))
    expect(hintIn(game, judge)).toEqual({ hint: { kind: 'lost', move: null, takeBack }, lines: [] })
  })

  test.each<[what: string, verdicts: readonly Verdict[], takeBack: number | null]>([
    ['one that is not decided does not count as winnable', [WON, UNKNOWN, LOST, LOST], 4],
    ['nor as lost', [WON, UNKNOWN, UNKNOWN, WON], 1],
    ['nor does it hide one that is winnable', [WON, WON, UNKNOWN, WON], 1],
    ['nothing is decided', [UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN], null],
  ])('of the positions on the way, %s', (_what, verdicts, takeBack) => {
    const judge = judgeOf((position) => verdicts[countOf(position)] ?? LOST)
    expect(hintIn(game, judge)?.hint.takeBack).toBe(takeBack)
  })

  test('a known line is proof, and needs no judge', () => {
    const judge: Judge = (position) => {
      if (samePosition(position, START.position)) throw new Error('asked')
      return samePosition(position, game.position) ? LOST : UNKNOWN
    }
    expect(hintIn(game, judge, [SOLVED])?.hint).toEqual({ kind: 'lost', move: null, takeBack: 4 })
  })

  test('what was taken back is no part of the way', () => {
    const detour = after(START, '1a', '2b', 'undo', '3c', 'hint', '4d')
    const judge = judgeOf((position) => (samePosition(position, START.position) ? WON : LOST))
    expect(hintIn(detour, judge)?.hint.takeBack).toBe(3)
  })

  test.each<[variant: VariantId]>([['freecell-1'], ['freecell-2'], ['bakers-game']])(
    '%s: as many as one finds who tries every step',
    (variant) => {
      let compared = 0
      for (let deal = 1; compared < 4; deal++) {
        const lost = spoilt(setupOf(deal, variant), deal)
        if (!lost) continue
        const { earlier } = hintQuestion(lost)
        const verdicts = earlier.map((position) => solve(position, lost.setup, ENOUGH).verdict)
        expect(verdicts).not.toContain('unknown')
        const winnable = verdicts.indexOf('solved')
        expect(hintIn(lost, realJudge(lost))?.hint).toEqual({
          kind: 'lost',
          move: null,
          takeBack: winnable < 0 ? null : winnable + 1,
        })
        compared++
      }
    },
  )

  test('also where no move is left', () => {
    const stuck = after(startGame(setupOf(1)), '4a', '4b', '4c', '6d')
    const { hint } = hintIn(stuck, realJudge(stuck)) ?? {}
    expect(hint).toMatchObject({ kind: 'lost', move: null })
    const undone = after(stuck, ...Array.from({ length: hint?.takeBack ?? 0 }, () => 'undo'))
    expect(solve(undone.position, undone.setup, ENOUGH).verdict).toBe('solved')
  })

  test('a deal that is lost from the start has no way back', () => {
    const lost = startGame(setupOf(11982))
    expect(hintIn(lost, realJudge(lost))?.hint).toEqual({ kind: 'lost', move: null, takeBack: null })
  })
})

/** A game played at random until it is lost, with some moves more; undefined if it was not to be lost. */
function spoilt(setup: Setup, seed: number): Game | undefined {
  let state = seed
  let game = startGame(setup)
  let more = 5
  for (let count = 0; count < 40 && more > 0; count++) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    const moves = movesIn(game)
    const move = moves[Math.floor((state / 2 ** 32) * moves.length)]
    if (move === undefined) break
    game = after(game, move)
    if (solve(game.position, setup, ENOUGH).verdict === 'unsolvable') more--
  }
  return more < 5 ? game : undefined
}

describe('where home moves alone clear the table', () => {
  test.each<[VariantId, number]>([
    ['freecell-4', 617],
    ['freecell-2', 2],
    ['bakers-game', 2],
  ])('%s: they are the hints, and nobody is asked', (variant, deal) => {
    const setup: Setup = { ...setupOf(deal, variant), autoplay: 'off' }
    let game = startGame(setup)
    const win = winOf(game)
    const turn = win.findIndex((_, count) => canFinish(after(game, ...win.slice(0, count)).position))
    expect(turn).toBeGreaterThan(0)
    game = after(game, ...win.slice(0, turn))
    expect(isWon(followed(game, nobody).at(-1) as Position)).toBe(true)
    expect(hintIn(game, nobody)?.hint.move).toMatch(/^.h$/)
  })
})

test('a game that is won needs no hint', () => {
  expect(hintIn(after(START, ...SOLUTION), nobody)).toBeUndefined()
})

test('where nothing is decided and nothing can be moved, there is nothing to say', () => {
  const stuck = after(startGame(setupOf(1)), '4a', '4b', '4c', '6d')
  expect(
    hintIn(
      stuck,
      judgeOf(() => UNKNOWN),
    ),
  ).toBeUndefined()
})

test('in any game, with any budget: a move wins, a guess is legal, and what is lost is lost, but not after the way back', () => {
  const games = fc.record({
    deal: fc.integer({ min: 1, max: 32_000 }),
    variant: fc.constantFrom(...VARIANT_IDS),
    byItself: fc.boolean(),
    choices: fc.array(fc.nat(1_000), { maxLength: 40 }),
  })
  fc.assert(
    fc.property(games, fc.constantFrom(0, 300, 30_000), ({ deal, variant, byItself, choices }, positions) => {
      const setup: Setup = { ...setupOf(deal, variant), ...(byItself ? {} : { autoplay: 'off' }) }
      let game = startGame(setup)
      for (const choice of choices) {
        const moves = movesIn(game)
        if (moves.length > 0) game = after(game, moves[choice % moves.length] ?? '')
      }
      const { hint, lines } = hintIn(game, judgeWithin(setup, { positions, shorter: 1_000 })) ?? {}
      if (hint?.kind === 'move') followed(game, nobody, lines)
      if (hint?.kind === 'guess') after(game, hint.move ?? '')
      if (hint?.kind !== 'lost') return
      expect(solve(game.position, setup, ENOUGH).verdict).toBe('unsolvable')
      if (hint.takeBack === null) return
      const back = after(game, ...Array<string>(hint.takeBack).fill('undo'))
      expect(solve(back.position, setup, ENOUGH).verdict).toBe('solved')
    }),
    { numRuns: 60 },
  )
})

describe('the budget', () => {
  test('holds for all questions together', () => {
    const judge = judgeWithin(SETUP, { positions: 5_000, shorter: 0 })
    const lost = startGame(setupOf(11982)).position
    const spent = Array.from({ length: 10 }, () => judge(lost, 'look').positions)
    expect(spent[0]).toBeGreaterThanOrEqual(5_000)
    expect(spent.slice(1)).toEqual(Array(9).fill(0))
  })

  test('leaves something for the questions after the first one', () => {
    const judge = judgeWithin(SETUP, { positions: 20_000, shorter: 0 })
    expect(judge(startGame(setupOf(11982)).position, 'line').verdict).toBe('unknown')
    expect(judge(START.position, 'glance').positions).toBeGreaterThan(100)
  })

  test('leaves something for a shorter line', () => {
    const lengths = [0, 30_000].map((shorter) => {
      const verdict = judgeWithin(SETUP, { ...ENOUGH, shorter })(START.position, 'line')
      return verdict.verdict === 'solved' ? verdict.moves.length : Number.NaN
    })
    expect(lengths[1]).toBeLessThan(lengths[0] ?? 0)
    expect(after(START, ...winOf(START)).won).toBe(true)
  })

  test('of no time at all leaves a guess', () => {
    const judge = judgeWithin(SETUP, { ...ENOUGH, interrupted: () => true })
    expect(hintIn(START, judge)?.hint.kind).toBe('guess')
  })

  test('that ends on the way back leaves what is known by then', () => {
    const setup = setupOf(30, 'freecell-1')
    const start = startGame(setup)
    const lost = [...'12345678']
      .map((column) => after(start, `${column}a`))
      .find(({ position }) => solve(position, setup, ENOUGH).verdict === 'unsolvable')
    if (!lost) throw new Error('choose a deal that one move loses')
    let asked = 0
    const real = judgeWithin(setup, ENOUGH)
    const judge: Judge = (position, effort) => (asked++ === 0 ? real(position, effort) : UNKNOWN)
    expect(hintIn(lost, judge)?.hint).toEqual({ kind: 'lost', move: null, takeBack: null })
    asked = 0
    const line: Line = { from: start.position, moves: winOf(start) }
    expect(hintIn(lost, judge, [line])?.hint.takeBack).toBe(1)
  })
})
