import { cardsHome, type Position, VARIANTS } from '../engine/index.ts'
import { Layers, MOST_LAYERS } from './layers.ts'
import { lineOf } from './line.ts'
import { type Budget, flightRuleOf, type Rules, solve, type Verdict } from './solve.ts'

/**
 * What counts as a move. `player`: what a log holds, so that a run is one move, and what flies home by itself none; the shortest line
 * is a deal's par. `all`: every card that flies home as well. Both count from the position on: what flew before it is no part of the line.
 */
export type Counting = 'player' | 'all'

/** A log's moves that win from a position, and how many they are as they are counted. */
export interface ShortLine {
  readonly moves: readonly string[]
  readonly length: number
}

/** The budget of `solve`, whose `positions` are those of all searches together; `found` is told each line at once, ever shorter ones. */
export interface ShortBudget extends Budget {
  readonly found?: (line: ShortLine) => void
}

/**
 * `solved`: the shortest line found, and whether it is proven that there is no shorter one. The others are as `solve` has them. The
 * `positions` are those looked at, or for a loss those that were exhausted.
 */
export type ShortVerdict =
  | ({ readonly verdict: 'solved'; readonly shortest: boolean; readonly positions: number } & ShortLine)
  | { readonly verdict: 'unsolvable'; readonly positions: number }
  | { readonly verdict: 'unknown'; readonly positions: number }

/** Memory above which a search is not kept for the next call. */
const KEPT_BYTES = 32 << 20

/** Positions for a first line: so many of `solve`, then of the layers, then all that are left of `solve`. Hardly a deal is hard for both. */
const FIRST_POSITIONS = 30_000

/** The search of the last call, its memory ready to be used again; taken while a call runs. */
let idle: Layers | undefined

/**
 * Looks for a short line from a position as it stands after the last move's autoplay: takes the first that is found, then ever shorter
 * ones until the budget ends or there is none. A larger budget never gives a longer line; the same call always gives the same answer,
 * apart from interruptions. Throws RangeError for what is no position of the variant.
 */
export function shortest(position: Position, rules: Rules, counting: Counting, budget: ShortBudget): ShortVerdict {
  const first = solve(position, rules, { ...budget, positions: Math.min(budget.positions, FIRST_POSITIONS) })
  if (first.verdict === 'unsolvable' || (first.verdict === 'unknown' && first.positions >= budget.positions)) return first
  const layers = idle ?? new Layers()
  idle = undefined
  const verdict = shorten(layers, position, rules, counting, budget, first)
  if (layers.bytes <= KEPT_BYTES) idle = layers
  return verdict
}

function shorten(
  layers: Layers,
  position: Position,
  rules: Rules,
  counting: Counting,
  budget: ShortBudget,
  first: Verdict,
): ShortVerdict {
  const { positions, interrupted, progress, found } = budget
  const variant = VARIANTS[rules.variant]
  const left = 52 - cardsHome(position)
  const moved = (moves: readonly string[]): number => moves.filter((move) => !move.endsWith('h')).length

  // Where each card that goes home counts, or none does, lines differ only by their other moves, and whatever is never missed may fly.
  const homeCounts = counting === 'player' && rules.autoplay === 'safe'
  const flightRule = homeCounts ? 'safe' : flightRuleOf(variant, rules.autoplay)
  const limitOf = (verdict: Verdict): number => {
    if (verdict.verdict !== 'solved') return Number.POSITIVE_INFINITY
    return homeCounts ? verdict.moves.length : moved(verdict.moves)
  }

  let spent = first.positions
  let best: ShortLine | undefined
  const take = (moves: readonly string[]): void => {
    const length = counting === 'all' ? moved(moves) + left : moves.length
    // Before autoplay has seen the position, a line begins with a move that the layers take for a flight, so it may be no shorter.
    if (best && length >= best.length) return
    best = { moves, length }
    found?.(best)
  }
  const pause = (): boolean => {
    progress?.(spent + layers.found)
    return interrupted?.() ?? false
  }

  if (first.verdict === 'solved') take(first.moves)
  layers.start(position, variant, flightRule, homeCounts ? 1 : 0, limitOf(first))
  for (;;) {
    const outcome = layers.improve(Math.min(positions - spent, best ? positions : FIRST_POSITIONS), pause)
    if (outcome === 'shorter') {
      take(lineOf(position, variant, flightRule, rules.autoplay, layers.winningMoves()))
      continue
    }
    const total = spent + layers.found
    if (best)
      return { verdict: 'solved', ...best, shortest: outcome === 'exhausted' && best.length <= MOST_LAYERS, positions: total }
    if (total >= positions || interrupted?.()) return { verdict: 'unknown', positions: total }
    const again = solve(position, rules, {
      ...budget,
      positions: positions - total,
      progress: (more) => progress?.(total + more),
    })
    if (again.verdict === 'unsolvable') return again
    spent += again.positions
    if (again.verdict === 'unknown') return { verdict: 'unknown', positions: spent + layers.found }
    take(again.moves)
    layers.limitTo(limitOf(again))
  }
}
