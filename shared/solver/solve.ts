import { type Autoplay, type Position, VARIANTS, type VariantId } from '../engine/index.ts'
import { Board } from './board.ts'
import { lineOf } from './line.ts'
import { SCHEDULE } from './schedule.ts'
import { Search } from './search.ts'

/** The game's rules as a log states them. */
export interface Rules {
  readonly variant: VariantId
  readonly autoplay: Autoplay
}

/** How much may be spent: positions looked at, over all stages (each holds about 50 bytes), and a signal that is asked now and then. */
export interface Budget {
  readonly positions: number
  readonly interrupted?: () => boolean
}

/**
 * `solved`: the moves win, and `positions` were looked at to find them. `unsolvable`: the `positions` that can be reached were all looked
 * at, and none is won. `unknown`: the budget ended first.
 */
export type Verdict =
  | { readonly verdict: 'solved'; readonly moves: readonly string[]; readonly positions: number }
  | { readonly verdict: 'unsolvable'; readonly positions: number }
  | { readonly verdict: 'unknown'; readonly positions: number }

/** Memory above which a search is not kept for the next call. */
const KEPT_BYTES = 32 << 20

interface Solver {
  readonly board: Board
  readonly search: Search
}

/** The solver of the last call, its memory ready to be used again; taken while a call runs. */
let idle: Solver | undefined

/**
 * Judges any position of a game, as it stands after the last move's autoplay. A larger budget never does worse; the same call always
 * gives the same answer, apart from interruptions. Throws RangeError for what is no position of the variant.
 */
export function solve(position: Position, rules: Rules, budget: Budget): Verdict {
  const solver = idle ?? newSolver()
  idle = undefined
  try {
    return solveWith(solver, position, rules, budget)
  } finally {
    if (solver.search.bytes <= KEPT_BYTES) idle = solver
  }
}

function solveWith({ board, search }: Solver, position: Position, rules: Rules, budget: Budget): Verdict {
  const variant = VARIANTS[rules.variant]
  const off = rules.autoplay === 'off'
  // With autoplay off, what the variant's own autoplay would send home is sent home all the same: no win is lost by it.
  board.setRules(variant, off ? variant.autoplay : rules.autoplay)
  let spent = 0
  for (const stage of SCHEDULE) {
    if (budget.interrupted?.() || spent >= budget.positions) return { verdict: 'unknown', positions: spent }
    board.setWeights(stage.weights)
    board.load(position)
    board.fly()
    if (board.homeCount === 52) return { verdict: 'solved', moves: line([]), positions: 1 }
    const outcome = search.run(stage, budget.positions - spent, budget.interrupted)
    spent += search.found
    if (outcome === 'won') return { verdict: 'solved', moves: line(search.winningMoves()), positions: spent }
    if (outcome === 'exhausted') return { verdict: 'unsolvable', positions: search.found }
    if (outcome === 'stopped') break
  }
  return { verdict: 'unknown', positions: spent }

  function line(words: readonly number[]): string[] {
    board.load(position)
    return lineOf(board, position, words, off)
  }
}

function newSolver(): Solver {
  const [first] = SCHEDULE
  if (!first) throw new Error('the schedule is empty')
  const board = new Board(first.weights)
  return { board, search: new Search(board, first.weights) }
}
