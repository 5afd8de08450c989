import { cardsHome, type Position, VARIANTS } from '../engine/index.ts'
import { Layers } from './layers.ts'
import { lineOf } from './line.ts'
import { type Budget, flightRuleOf, type Rules, solve } from './solve.ts'

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

/** The budget of `solve`, whose `positions` are those of all searches together; `found` is told each line at once, always a shorter one. */
export interface ShortBudget extends Budget {
  readonly found?: (line: ShortLine) => void
}

/**
 * `solved`: the shortest line found, and whether it is proven that there is no shorter one. The others are as `solve` has them, and so
 * are the `positions` that were looked at.
 */
export type ShortVerdict =
  | ({ readonly verdict: 'solved'; readonly shortest: boolean; readonly positions: number } & ShortLine)
  | { readonly verdict: 'unsolvable'; readonly positions: number }
  | { readonly verdict: 'unknown'; readonly positions: number }

/** Memory above which a search is not kept for the next call. */
const KEPT_BYTES = 32 << 20

/** The search of the last call, its memory ready to be used again; taken while a call runs. */
let idle: Layers | undefined

/**
 * Looks for a short line from a position as it stands after the last move's autoplay: takes the first that `solve` finds, then ever shorter
 * ones until the budget ends or there is none. A larger budget never gives a longer line; the same call always gives the same answer,
 * apart from interruptions. Throws RangeError for what is no position of the variant.
 */
export function shortest(position: Position, rules: Rules, counting: Counting, budget: ShortBudget): ShortVerdict {
  const first = solve(position, rules, budget)
  if (first.verdict !== 'solved') return first
  const layers = idle ?? new Layers()
  idle = undefined
  const verdict = shorten(layers, position, rules, counting, budget, first.moves, first.positions)
  if (layers.bytes <= KEPT_BYTES) idle = layers
  return verdict
}

function shorten(
  layers: Layers,
  position: Position,
  rules: Rules,
  counting: Counting,
  { positions, interrupted, progress, found }: ShortBudget,
  first: readonly string[],
  spent: number,
): ShortVerdict {
  const variant = VARIANTS[rules.variant]
  const left = 52 - cardsHome(position)
  const moved = (moves: readonly string[]): number => moves.filter((move) => !move.endsWith('h')).length
  const lineWith = (moves: readonly string[]): ShortLine => ({
    moves,
    length: counting === 'all' ? moved(moves) + left : moves.length,
  })

  // Where each card that goes home counts, or none does, lines differ only by their other moves, and whatever is never missed may fly.
  const homeCounts = counting === 'player' && rules.autoplay === 'safe'
  const flightRule = homeCounts ? 'safe' : flightRuleOf(variant, rules.autoplay)
  let best = lineWith(first)
  found?.(best)
  layers.start(position, variant, flightRule, homeCounts ? 1 : 0, homeCounts ? first.length : moved(first))
  const pause = (): boolean => {
    progress?.(spent + layers.found)
    return interrupted?.() ?? false
  }
  for (;;) {
    const outcome = layers.improve(positions - spent, pause)
    if (outcome !== 'shorter') {
      return { verdict: 'solved', ...best, shortest: outcome === 'exhausted', positions: spent + layers.found }
    }
    const line = lineWith(lineOf(position, variant, flightRule, rules.autoplay, layers.winningMoves()))
    // Before autoplay has seen the position, the line begins with a move that the search takes for a flight.
    if (line.length >= best.length) continue
    best = line
    found?.(best)
  }
}
