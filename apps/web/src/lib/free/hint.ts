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
  parseMove,
  playMove,
  rankOf,
  runLength,
  samePosition,
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

/** How many positions the solver may look at. */
export interface HintBudget {
  /** For the answer. */
  readonly answer: number
  /** For each step back. */
  readonly back: number
}

const BUDGET: HintBudget = { answer: 600_000, back: 200_000 }

/**
 * Gives hints, and keeps to the way to a win that it has once shown: whoever follows hint after hint gets there.
 */
export class HintGiver {
  readonly #budget: HintBudget
  /** The last way found: where one stands on it, and the move from there. */
  #way: readonly (readonly [position: Position, move: string])[] = []

  constructor(budget = BUDGET) {
    this.#budget = budget
  }

  /**
   * The next move of a win; or that the position is proven lost, and how many moves to take back to stand in a winnable one again; or,
   * where the solver finds neither in its budget, a guess. Undefined where there is no move at all.
   */
  hint({ position, rules, earlier }: HintQuestion): Hint | undefined {
    const next = this.#next(position)
    if (next !== undefined) return { kind: 'move', move: next, takeBack: null }
    const verdict = solve(position, rules, { positions: this.#budget.answer })
    switch (verdict.verdict) {
      case 'solved': {
        this.#way = wayOf(position, rules, verdict.moves)
        const move = this.#next(position)
        return move === undefined ? undefined : { kind: 'move', move, takeBack: null }
      }
      case 'unsolvable':
        return { kind: 'lost', move: null, takeBack: stepsBack(earlier, rules, this.#budget.back) }
      case 'unknown': {
        const move = guessMove(position, rules)
        return move === undefined ? undefined : { kind: 'guess', move, takeBack: null }
      }
    }
  }

  /** The move from here, if this is on the way; the last place on it counts, so that nobody is led in a circle. */
  #next(position: Position): string | undefined {
    return this.#way.findLast(([stand]) => samePosition(stand, position))?.[1]
  }
}

/** Where each move of a line is made. */
function wayOf(start: Position, { variant, autoplay: rule }: Rules, moves: readonly string[]): [Position, string][] {
  const way: [Position, string][] = []
  let position = start
  for (const text of moves) {
    way.push([position, text])
    const move = parseMove(position, VARIANTS[variant], text)
    if (!move.ok) break
    position = autoplay(playMove(position, VARIANTS[variant], move.value), rule).position
  }
  return way
}

/**
 * The fewest moves to take back that are known to help. From a winnable position one has come to each later one, so that whatever is
 * before a winnable one is winnable too: halving finds the turn. What the solver cannot tell in its budget does not count as winnable.
 */
function stepsBack(earlier: readonly Position[], rules: Rules, positions: number): number | null {
  let [low, high] = [0, earlier.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (isWinnable(solve(earlier[middle] as Position, rules, { positions }))) high = middle
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
