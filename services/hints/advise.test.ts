import {
  type DealNumber,
  type Game,
  type Position,
  playEvents,
  type Setup,
  samePosition,
  startGame,
} from '@speedcell/shared/engine'
import { solve, type Verdict } from '@speedcell/shared/solver'
import { describe, expect, test } from 'vitest'
import { advise, type Judge, lineFromStart } from './advise.ts'

const SETUP: Setup = { deal: 617 as DealNumber, variant: 'freecell-4', autoplay: 'safe' }

function play(moves: readonly string[], setup: Setup = SETUP): Game {
  const played = playEvents(
    startGame(setup),
    moves.map((move, index) => [index, move] as const),
  )
  if (!played.ok) throw new Error(`${played.index}: ${played.reason}`)
  return played.game
}

const proven = solve(startGame(SETUP).position, SETUP, { positions: 500_000 })
if (proven.verdict !== 'solved') throw new Error('617 can be won')
const SOLUTION = proven.moves

const realJudge: Judge = (position) => solve(position, SETUP, { positions: 200_000 })
const UNKNOWN: Verdict = { verdict: 'unknown', positions: 1 }
const LOST: Verdict = { verdict: 'unsolvable', positions: 1 }
const WON: Verdict = { verdict: 'solved', moves: ['1a'], positions: 1 }

/** A judge that must not be asked. */
const nobody: Judge = () => {
  throw new Error('asked')
}

describe('on a known line', () => {
  test('every hint is its next move, to the end, and nobody is asked', () => {
    for (const [index, move] of SOLUTION.entries()) {
      expect(advise(play(SOLUTION.slice(0, index)), [lineFromStart(startGame(SETUP), SOLUTION)], nobody)).toEqual({
        hint: { kind: 'move', move, takeBack: null },
        line: SOLUTION.slice(index),
      })
    }
  })

  test('also after a detour that was taken back', () => {
    const detour = playEvents(startGame(SETUP), [
      [1, '1a'],
      [2, 'undo'],
    ])
    if (!detour.ok) throw new Error(detour.reason)
    expect(advise(detour.game, [lineFromStart(detour.game, SOLUTION)], nobody)?.hint.move).toBe(SOLUTION[0])
  })

  test('the first line on which the game stands counts', () => {
    const game = play([])
    const other = ['1a', '2b']
    expect(advise(game, [{ from: game, moves: other }, lineFromStart(game, SOLUTION)], nobody)?.line).toEqual(other)
  })

  test('a line that leaves the rules is followed no further', () => {
    const game = play(['1a'])
    expect(advise(game, [{ from: startGame(SETUP), moves: ['zz', '1a'] }], () => WON)?.hint.move).toBe('1a')
  })
})

describe('off the known lines', () => {
  test('hints lead to a win, move by move, with the last line followed', () => {
    let game = play(['1a'])
    let line = lineFromStart(game, SOLUTION)
    let asked = 0
    const judge: Judge = (position, effort) => {
      asked++
      return realJudge(position, effort)
    }
    for (let count = 0; !game.won; count++) {
      expect(count).toBeLessThan(200)
      const advice = advise(game, [line], judge)
      if (!advice?.line || advice.hint.move === null) throw new Error('no way on')
      line = { from: game, moves: advice.line }
      const next = playEvents(game, [[count + 10, advice.hint.move]])
      if (!next.ok) throw new Error(next.reason)
      game = next.game
    }
    expect(asked).toBe(1)
  })

  test('where nothing is proven, a guess is a legal move, not one that loses at a glance', () => {
    const game = play(['1a'])
    const first = advise(game, [], () => UNKNOWN)
    expect(first?.hint).toMatchObject({ kind: 'guess', takeBack: null })
    const afterFirst = play(['1a', first?.hint.move ?? '']).position
    const judge: Judge = (position) => (samePosition(position, afterFirst) ? LOST : UNKNOWN)
    const second = advise(game, [], judge)
    expect(second?.hint.kind).toBe('guess')
    expect(second?.hint.move).not.toBe(first?.hint.move)
    play(['1a', second?.hint.move ?? ''])
  })

  test('a guess does not lead back to where the game was', () => {
    let game = play([])
    const seen: Position[] = [game.position]
    for (let count = 0; count < 12; count++) {
      const advice = advise(game, [], () => UNKNOWN)
      if (!advice?.hint.move) break
      const next = playEvents(game, [[count, advice.hint.move]])
      if (!next.ok) throw new Error(next.reason)
      game = next.game
      expect(seen.some((before) => samePosition(before, game.position))).toBe(false)
      seen.push(game.position)
    }
  })
})

describe('where the game is lost', () => {
  const moves = ['1a', '2b', '3c', '4d']

  test.each<[what: string, winnable: number, takeBack: number | null]>([
    ['the last move lost it', 3, 1],
    ['the one before', 2, 2],
    ['the second', 1, 3],
    ['the first', 0, 4],
    ['nothing is proven', -1, null],
  ])('the way back is found: %s', (_what, winnable, takeBack) => {
    const good = Array.from({ length: winnable + 1 }, (_, count) => play(moves.slice(0, count)).position)
    const judge: Judge = (position) => (good.some((known) => samePosition(known, position)) ? WON : LOST)
    expect(advise(play(moves), [], judge)).toEqual({ hint: { kind: 'lost', move: null, takeBack }, line: null })
  })

  test('a known line counts as proof, and an open question as none', () => {
    const game = play(moves)
    const judge: Judge = (position) => (samePosition(position, game.position) ? LOST : UNKNOWN)
    expect(advise(game, [lineFromStart(game, SOLUTION)], judge)?.hint).toEqual({ kind: 'lost', move: null, takeBack: 4 })
  })

  test('by the real solver: no move left', () => {
    const setup: Setup = { deal: 11982 as DealNumber, variant: 'freecell-4', autoplay: 'safe' }
    const judge: Judge = (position) => solve(position, setup, { positions: 2_000_000 })
    expect(advise(play([], setup), [], judge)?.hint).toEqual({ kind: 'lost', move: null, takeBack: null })
  })
})

test('where nothing is proven and nothing can be moved, there is nothing to say', () => {
  const game = play([])
  const blocked: Game = { ...game, position: { ...game.position, columns: game.position.columns.map(() => []), cells: [] } }
  expect(advise(blocked, [], () => UNKNOWN)).toBeUndefined()
})
