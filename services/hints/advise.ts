import type { Hint } from '@speedcell/shared/contracts'
import {
  cardsHome,
  emptyCells,
  emptyColumns,
  type Game,
  legalMoves,
  makeMove,
  type Position,
  playEvent,
  runLength,
  samePosition,
  startGame,
  VARIANTS,
} from '@speedcell/shared/engine'
import type { Verdict } from '@speedcell/shared/solver'

/** Moves that win from a position; not necessarily the one that a game stands in. */
export interface Line {
  /** The game at the line's beginning. */
  readonly from: Game
  readonly moves: readonly string[]
}

export interface Advice {
  readonly hint: Hint
  /** The winning moves from where the game stands, if the hint follows such a line. */
  readonly line: readonly string[] | null
}

/** Judges a position of the game's rules: thoroughly, or only at a glance. */
export type Judge = (position: Position, effort: 'thorough' | 'glance') => Verdict

/**
 * Advises on the next move. Known lines are followed as long as the game stands on one, so that one hint leads on from the last;
 * else the position is judged. Where it is lost, the way back is to the last position of the game that can be won. Where nothing is
 * proven, it is a guess. Undefined where there is nothing to say: no move, and no proof either.
 */
export function advise(game: Game, lines: readonly Line[], judge: Judge): Advice | undefined {
  const followed = restOfLine(game.position, lines)
  if (followed) return towards(followed)
  const verdict = judge(game.position, 'thorough')
  switch (verdict.verdict) {
    case 'solved':
      return towards(verdict.moves)
    case 'unsolvable':
      return { hint: { kind: 'lost', move: null, takeBack: wayBack(game, lines, judge) }, line: null }
    case 'unknown': {
      const move = guess(game, judge)
      return move === undefined ? undefined : { hint: { kind: 'guess', move, takeBack: null }, line: null }
    }
  }
}

function towards(moves: readonly string[]): Advice | undefined {
  const [move] = moves
  return move === undefined ? undefined : { hint: { kind: 'move', move, takeBack: null }, line: moves }
}

/** The moves that remain of the first line on which a position lies. */
function restOfLine(position: Position, lines: readonly Line[]): readonly string[] | undefined {
  for (const { from, moves } of lines) {
    let game = from
    for (const [index, move] of moves.entries()) {
      if (samePosition(game.position, position)) return moves.slice(index)
      const next = playEvent(game, [game.lastT, move])
      if (!next.ok) break
      game = next.value
    }
  }
  return undefined
}

/** The positions that undos would lead back to, the nearest first. */
function pastPositions(game: Game): Position[] {
  const past: Position[] = []
  for (let step = game.history; step !== null; step = step.earlier) past.push(step.position)
  return past
}

/**
 * How many moves to take back to stand in a position that can be won; null if none is proven. From a winnable one every earlier one
 * can be won too, by the same moves, so the border is found by halving.
 */
function wayBack(game: Game, lines: readonly Line[], judge: Judge): number | null {
  const past = pastPositions(game)
  const winnable = (position: Position): boolean =>
    restOfLine(position, lines) !== undefined || judge(position, 'thorough').verdict === 'solved'
  let lost = -1
  let won = past.length
  while (won - lost > 1) {
    const middle = Math.floor((lost + won) / 2)
    if (winnable(past[middle] as Position)) won = middle
    else lost = middle
  }
  return won < past.length ? won + 1 : null
}

/** The move that leaves the table in the best order, of those that do not lose at a glance; rather not back to where the game was. */
function guess(game: Game, judge: Judge): string | undefined {
  const variant = VARIANTS[game.setup.variant]
  const seen = [game.position, ...pastPositions(game)]
  const choices = legalMoves(game.position, variant).flatMap((move) => {
    const text = makeMove(game.position, move)
    const next = playEvent(game, [game.lastT, text])
    if (!next.ok) return []
    const { position } = next.value
    const fresh = !seen.some((before) => samePosition(before, position))
    return [{ text, position, worth: orderOf(position, game) + (fresh ? 1_000 : 0) }]
  })
  choices.sort((a, b) => b.worth - a.worth)
  return (choices.find(({ position }) => judge(position, 'glance').verdict !== 'unsolvable') ?? choices[0])?.text
}

/** How good a table looks: cards home first, then room, then ordered runs. */
function orderOf(position: Position, { setup }: Game): number {
  const variant = VARIANTS[setup.variant]
  const runs = position.columns.reduce((sum, _column, index) => sum + runLength(position, index, variant), 0)
  return 10 * cardsHome(position) + 4 * emptyCells(position) + 8 * emptyColumns(position) + runs
}

/** A line from a game's start. */
export const lineFromStart = ({ setup }: Game, moves: readonly string[]): Line => ({ from: startGame(setup), moves })
