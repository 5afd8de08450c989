import { type Autoplay, type Position, VARIANTS, type Variant, type VariantId } from '../engine/index.ts'
import type { FlightRule } from './board.ts'
import { lineOf } from './line.ts'
import { SCHEDULES } from './schedule.ts'
import { Search } from './search.ts'

/** The game's rules as a log states them. */
export interface Rules {
  readonly variant: VariantId
  readonly autoplay: Autoplay
}

/**
 * How much may be spent: positions looked at, over all stages (each takes some 100 bytes). Now and then, every few hundred
 * positions, `progress` is told how many it has been so far, and `interrupted` is asked whether to stop.
 */
export interface Budget {
  readonly positions: number
  readonly interrupted?: () => boolean
  readonly progress?: (positions: number) => void
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

/** The search of the last call, its memory ready to be used again; taken while a call runs. */
let idle: Search | undefined

/**
 * Judges any position of a game, as it stands after the last move's autoplay. A larger budget never does worse; the same call always
 * gives the same answer, apart from interruptions. Throws RangeError for what is no position of the variant.
 */
export function solve(position: Position, rules: Rules, budget: Budget): Verdict {
  const search = idle ?? new Search()
  idle = undefined
  const verdict = solveWith(search, position, rules, budget)
  if (search.bytes <= KEPT_BYTES) idle = search
  return verdict
}

function solveWith(search: Search, position: Position, rules: Rules, { positions, interrupted, progress }: Budget): Verdict {
  const variant = VARIANTS[rules.variant]
  const flightRule = flightRuleOf(variant, rules.autoplay)
  let spent = 0
  const pause = (): boolean => {
    progress?.(spent + search.found)
    return interrupted?.() ?? false
  }
  for (const stage of SCHEDULES[rules.variant]) {
    if (spent >= positions || interrupted?.()) break
    const outcome = search.run(position, variant, flightRule, stage, positions - spent, pause)
    spent += search.found
    if (outcome === 'won') {
      const moves = lineOf(position, variant, flightRule, rules.autoplay, search.winningMoves())
      return { verdict: 'solved', moves, positions: spent }
    }
    if (outcome === 'exhausted') return { verdict: 'unsolvable', positions: search.found }
    if (outcome === 'stopped') break
  }
  return { verdict: 'unknown', positions: spent }
}

/** What goes home at once in the search: whatever the game sends home, and beyond that whatever is never missed. */
export function flightRuleOf(variant: Variant, autoplay: Autoplay): FlightRule {
  // Built down in suit, only what is home already could lie on a card that fits home.
  return autoplay === 'all' || variant.buildsOn === 'same-suit' ? 'all' : 'horne'
}
