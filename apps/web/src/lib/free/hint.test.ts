import {
  type Game,
  type Position,
  parseDealNumber,
  parseMove,
  playEvent,
  type Setup,
  startGame,
  VARIANTS,
  type VariantId,
} from '@speedcell/shared/engine'
import { solve } from '@speedcell/shared/solver'
import { describe, expect, test } from 'vitest'
import { HintGiver, type HintQuestion } from './hint.ts'

const findHint = (question: HintQuestion) => new HintGiver().hint(question)

function setupOf(deal: number, variant: VariantId = 'freecell-4'): Setup {
  const number = parseDealNumber(deal)
  if (!number.ok) throw new RangeError(String(deal))
  return { deal: number.value, variant, autoplay: VARIANTS[variant].autoplay }
}

/** A game, and where its undos lead. */
function given(setup: Setup, moves: readonly string[]) {
  let game: Game = startGame(setup)
  const earlier: Position[] = []
  for (const e of moves) {
    earlier.unshift(game.position)
    const next = playEvent(game, [0, e])
    if (!next.ok) throw new Error(`${e}: ${next.error}`)
    game = next.value
  }
  return { position: game.position, rules: setup, earlier }
}

test('following hint after hint wins', () => {
  const setup = setupOf(617)
  const giver = new HintGiver()
  let game = startGame(setup)
  for (let count = 0; count < 150 && !game.won; count++) {
    const hint = giver.hint({ position: game.position, rules: setup, earlier: [] })
    expect(hint?.kind).toBe('move')
    const next = playEvent(game, [0, hint?.move ?? ''])
    if (!next.ok) throw new Error(next.error)
    game = next.value
  }
  expect(game.won).toBe(true)
  // Any other start of the same rules is answered anew.
  const other = setupOf(618)
  expect(giver.hint({ position: startGame(other).position, rules: other, earlier: [] })?.kind).toBe('move')
})

describe('a lost position', () => {
  const setup = setupOf(30, 'freecell-1')

  test('is said to be lost, with the fewest moves back that make it winnable again', () => {
    const line = spoilt(setup)
    const question = given(setup, line)
    const hint = findHint(question)
    expect(hint?.kind).toBe('lost')
    expect(hint?.move).toBeNull()
    const back = hint?.takeBack ?? 0
    expect(back).toBeGreaterThan(0)
    const verdicts = question.earlier.slice(0, back).map((position) => solve(position, setup, { positions: 1_000_000 }).verdict)
    expect(verdicts).toEqual([...Array(back - 1).fill('unsolvable'), 'solved'])
  })

  test('that no way back mends has none', () => {
    const deal = setupOf(11_982)
    expect(findHint(given(deal, []))).toEqual({ kind: 'lost', move: null, takeBack: null })
  })
})

/** Moves from a winnable deal into a position that is proven lost. */
function spoilt(setup: Setup): string[] {
  const variant = VARIANTS[setup.variant]
  let game = startGame(setup)
  const line: string[] = []
  if (solve(game.position, setup, { positions: 1_000_000 }).verdict !== 'solved') throw new Error('choose a winnable deal')
  for (const letters of ['1a', '2a', '3a', '4a', '5a', '6a', '7a', '8a']) {
    const move = parseMove(game.position, variant, letters)
    const next = move.ok ? playEvent(game, [0, letters]) : move
    if (!next.ok) continue
    if (solve(next.value.position, setup, { positions: 1_000_000 }).verdict !== 'unsolvable') continue
    line.push(letters)
    game = next.value
    break
  }
  if (line.length === 0) throw new Error('no move of these spoils it')
  return line
}

test('where nothing can be told in time, the guess is a legal move', () => {
  const setup = setupOf(617)
  const hint = new HintGiver({ answer: 1, back: 1 }).hint({ position: startGame(setup).position, rules: setup, earlier: [] })
  expect(hint?.kind).toBe('guess')
  expect(parseMove(startGame(setup).position, VARIANTS['freecell-4'], hint?.move ?? '').ok).toBe(true)
})
