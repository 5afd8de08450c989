import type { Hint } from '@speedcell/shared/contracts'
import {
  autoplay,
  cardsHome,
  emptyCells,
  emptyColumns,
  legalMoves,
  type Move,
  makeMove,
  type Position,
  playMove,
  rankOf,
  runLength,
  suitIndex,
  VARIANTS,
  type Variant,
} from '@speedcell/shared/engine'
import { type Rules, solve, type Verdict } from '@speedcell/shared/solver'

/** Where a player stands and asks for the next move. */
export interface HintQuestion {
  readonly position: Position
  readonly rules: Rules
  /** The positions that undos lead to, the nearest first. */
  readonly earlier: readonly Position[]
}

/** How many positions the solver may look at, for the answer and for each step back. */
const BUDGET = 600_000
const BUDGET_BACK = 200_000

/**
 * The next move of a win; or that the position is proven lost, and how many moves to take back to stand in a winnable one again; or,
 * where the solver finds neither in its budget, a guess. Undefined where there is no move at all.
 */
export function findHint({ position, rules, earlier }: HintQuestion): Hint | undefined {
  const verdict = solve(position, rules, { positions: BUDGET })
  switch (verdict.verdict) {
    case 'solved': {
      const [move] = verdict.moves
      return move === undefined ? undefined : { kind: 'move', move, takeBack: null }
    }
    case 'unsolvable':
      return { kind: 'lost', move: null, takeBack: stepsBack(earlier, rules) }
    case 'unknown': {
      const move = guessMove(position, rules)
      return move === undefined ? undefined : { kind: 'guess', move, takeBack: null }
    }
  }
}

/**
 * The fewest moves to take back that are known to help. From a winnable position one has come to each later one, so that whatever is
 * before a winnable one is winnable too: halving finds the turn. What the solver cannot tell in its budget does not count as winnable.
 */
function stepsBack(earlier: readonly Position[], rules: Rules): number | null {
  let [low, high] = [0, earlier.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (isWinnable(solve(earlier[middle] as Position, rules, { positions: BUDGET_BACK }))) high = middle
    else low = middle + 1
  }
  return low < earlier.length ? low + 1 : null
}

const isWinnable = ({ verdict }: Verdict): boolean => verdict === 'solved'

/** The move that leaves the tidiest table: cards home, room, long runs, low cards on top. */
function guessMove(position: Position, { variant: id, autoplay: rule }: Rules): string | undefined {
  const variant = VARIANTS[id]
  let best: Move | undefined
  let most = Number.NEGATIVE_INFINITY
  for (const move of legalMoves(position, variant)) {
    const worth = tidiness(autoplay(playMove(position, variant, move), rule).position, variant)
    if (worth > most) {
      most = worth
      best = move
    }
  }
  return best === undefined ? undefined : makeMove(position, best)
}

function tidiness(position: Position, variant: Variant): number {
  let worth = cardsHome(position) * 5 + emptyCells(position) * 4 + emptyColumns(position) * 6
  for (const [index, column] of position.columns.entries()) {
    worth += runLength(position, index, variant)
    for (const [depth, card] of column.entries()) {
      // The sooner a card can go home, the more it weighs what lies on it.
      const wait = rankOf(card) - 1 - (position.foundations[suitIndex(card)] ?? 0)
      if (wait < 3) worth -= (column.length - 1 - depth) * (3 - wait) * 0.5
    }
  }
  return worth
}
