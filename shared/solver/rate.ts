// biome-ignore-all lint/style/noNonNullAssertion: indices are in range by construction
import {
  type DealNumber,
  dealCards,
  emptyCells,
  type Game,
  playEvent,
  startGame,
  VARIANTS,
  type VariantId,
} from '../engine/index.ts'
import { lineOf } from './line.ts'
import type { Tier } from './pools/index.ts'
import { Search, type Stage } from './search.ts'
import { flightRuleOf } from './solve.ts'
import type { Weights } from './weights.ts'

/** Raised whenever `measure` would measure something else, so that what was measured before is not taken for the same. */
export const MEASURES_VERSION = 1

/** What makes a deal hard, each the more the harder. */
export interface Measures {
  /** Positions that a searcher looks into for one win, in the mean over the panel: all that it looked into by the searches that won. */
  readonly effort: number
  /** Of the panel's line that needs the fewest: the most cells used at once, and in the mean over its moves. */
  readonly cells: number
  readonly meanCells: number
  /** Moves of the panel's shortest line. */
  readonly length: number
  /** Cards that lie on the aces and twos as dealt. */
  readonly depth: number
}

const weights = (
  notHome: number,
  cell: number,
  aboveNext: number,
  aboveLower: number,
  breaks: number,
  emptyColumn: number,
): Weights => ({ notHome, cell, aboveNext, aboveLower, break: breaks, inversion: 0, emptyColumn })

/**
 * The panel: players who judge in different ways, each with some patience. It has nothing to do with the schedule of `solve`, so that a
 * faster solver changes no rating.
 */
const PANEL: readonly Weights[] = [
  weights(9, 24, 4, 4, 7, 17),
  weights(2, 24, 2, 5, 4, 15),
  weights(13, 18, 0, 6, 9, 21),
  weights(9, 21, 3, 4, 5, 9),
  weights(8, 24, 3, 1, 20, 24),
  weights(11, 21, 6, 1, 8, 30),
  weights(5, 25, 4, 13, 8, 7),
  weights(18, 14, 6, 3, 3, 25),
]

const PATIENCE: Readonly<Record<VariantId, number>> = {
  'freecell-4': 400,
  'freecell-3': 600,
  'freecell-2': 1500,
  'freecell-1': 4000,
  'bakers-game': 1500,
}

const search = new Search()

/** Measures a deal that can be won. */
export function measure(deal: DealNumber, variantId: VariantId): Measures {
  const variant = VARIANTS[variantId]
  const game = startGame({ deal, variant: variantId, autoplay: variant.autoplay })
  const flightRule = flightRuleOf(variant, variant.autoplay)
  let looked = 0
  let wins = 0
  let best = { cells: Number.POSITIVE_INFINITY, meanCells: Number.POSITIVE_INFINITY }
  let length = Number.POSITIVE_INFINITY
  const ask = (stage: Stage) => {
    const outcome = search.run(game.position, variant, flightRule, stage, Number.MAX_SAFE_INTEGER, undefined)
    looked += search.expanded
    if (outcome !== 'won') return
    wins++
    const line = lineOf(game.position, variant, flightRule, variant.autoplay, search.winningMoves())
    const use = cellsUsed(game, line)
    if (use.cells < best.cells || (use.cells === best.cells && use.meanCells < best.meanCells)) best = use
    length = Math.min(length, line.length)
  }
  for (const each of PANEL) ask({ order: 'greedy', expansions: PATIENCE[variantId], weights: each })
  if (wins === 0) ask({ order: 'sweep', expansions: Number.MAX_SAFE_INTEGER, weights: PANEL[0]! })
  return { effort: Math.round(looked / wins), ...best, length, depth: depthOf(deal) }
}

function cellsUsed(start: Game, line: readonly string[]): { cells: number; meanCells: number } {
  let game = start
  let cells = 0
  let sum = 0
  for (const move of line) {
    const next = playEvent(game, [0, move])
    if (!next.ok) throw new Error(`${move} cannot be played: ${next.error}`)
    game = next.value
    const used = game.position.cells.length - emptyCells(game.position)
    cells = Math.max(cells, used)
    sum += used
  }
  return { cells, meanCells: sum / Math.max(1, line.length) }
}

/** Cards that lie on the aces and twos of a deal, each counted once for each of them. */
function depthOf(deal: DealNumber): number {
  let depth = 0
  for (const column of dealCards(deal)) {
    for (const [height, card] of column.entries()) if (card < 8) depth += column.length - 1 - height
  }
  return depth
}

/** A deal's difficulty: 0 for the easiest there could be, one more for twice the effort or one cell more in use. */
export function scoreOf({ effort, meanCells, length, depth }: Measures): number {
  return Math.log2(effort) + meanCells + length / 12 + depth / 10
}

/** Up to which score a deal is easy, and normal. */
const LIMITS: Readonly<Record<VariantId, readonly [easy: number, normal: number]>> = {
  'freecell-4': [13.6, 17],
  'freecell-3': [13, 17],
  'freecell-2': [13, 17],
  'freecell-1': [13, 17],
  'bakers-game': [13, 17],
}

/** How hard a deal is, among those of its variant that can be won. */
export function tierOf(measures: Measures, variant: VariantId): Tier {
  const score = scoreOf(measures)
  const [easy, normal] = LIMITS[variant]
  return score <= easy ? 'easy' : score <= normal ? 'normal' : 'hard'
}
