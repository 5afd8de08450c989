import {
  type DealNumber,
  dealCards,
  emptyCells,
  type Game,
  playEvent,
  rankOf,
  startGame,
  VARIANTS,
  type VariantId,
} from '../engine/index.ts'
import { lineOf } from './line.ts'
import type { Tier } from './pools/index.ts'
import { Search, type Stage } from './search.ts'
import { flightRuleOf } from './solve.ts'
import { type Weights, weights } from './weights.ts'

/** What makes a deal hard: of each, the more the harder. */
export interface Measures {
  /** Positions that the panel looked into for each of its wins. */
  readonly effort: number
  /** Most cells in use at once in the panel's line that needs the fewest, and cells in use after one of its moves in the mean. */
  readonly cells: number
  readonly meanCells: number
  /** Moves of the panel's shortest line. */
  readonly length: number
  /** Cards that lie on aces and twos as dealt, once for each that they lie on. */
  readonly depth: number
}

/**
 * The panel: players of one method who judge differently, of which each loses patience. How many of them win, and how soon, says more than
 * what the best of them needs. They are not those of `solve`, so that a better solver leaves the ratings as they are.
 */
const PANEL: readonly Weights[] = [
  weights(9, 24, 4, 4, 7, 17, 0),
  weights(2, 24, 2, 5, 4, 15, 0),
  weights(13, 18, 0, 6, 9, 21, 0),
  weights(9, 21, 3, 4, 5, 9, 0),
  weights(8, 24, 3, 1, 20, 24, 0),
  weights(11, 21, 6, 1, 8, 30, 0),
  weights(5, 25, 4, 13, 8, 7, 0),
  weights(18, 14, 6, 3, 3, 25, 0),
]

/** How many positions each looks into, so that most deals are won by some and few by all. */
const PATIENCE: Readonly<Record<VariantId, number>> = {
  'freecell-4': 200,
  'freecell-3': 200,
  'freecell-2': 200,
  'freecell-1': 400,
  'bakers-game': 300,
}

/** Asked where nobody on the panel wins, with so many times their patience. */
const LAST_RESORT: Omit<Stage, 'expansions'> = { order: 'sweep', weights: weights(9, 24, 4, 4, 7, 17, 0) }
const LAST_RESORT_PATIENCE = 64
/** The length where that does not win either: longer than nearly all lines. */
const NO_LENGTH = 150

/** The panel's search, its memory ready to be used again. */
let kept: Search | undefined

/** Measures a deal that can be won; one that is lost looks like a hard one. The same everywhere, whatever the machine. */
export function measure(deal: DealNumber, id: VariantId): Measures {
  const variant = VARIANTS[id]
  const game = startGame({ deal, variant: id, autoplay: variant.autoplay })
  const flightRule = flightRuleOf(variant, variant.autoplay)
  kept ??= new Search()
  const search = kept
  const lines: (readonly string[])[] = []
  let looked = 0
  const ask = (stage: Stage): void => {
    const outcome = search.run(game.position, variant, flightRule, stage, Number.POSITIVE_INFINITY, undefined)
    looked += search.expanded
    if (outcome === 'won') lines.push(lineOf(game.position, variant, flightRule, variant.autoplay, search.winningMoves()))
  }
  const expansions = PATIENCE[id]
  for (const panelist of PANEL) ask({ order: 'greedy', expansions, weights: panelist })
  if (lines.length === 0) ask({ ...LAST_RESORT, expansions: expansions * LAST_RESORT_PATIENCE })
  const uses = lines.map((line) => cellsUsed(game, line)).sort((a, b) => a.cells - b.cells || a.meanCells - b.meanCells)
  return {
    effort: Math.round(looked / Math.max(1, lines.length)),
    ...(uses[0] ?? { cells: variant.cells, meanCells: variant.cells }),
    length: Math.min(NO_LENGTH, ...lines.map((line) => line.length)),
    depth: depthOf(deal),
  }
}

function cellsUsed(start: Game, line: readonly string[]): Pick<Measures, 'cells' | 'meanCells'> {
  let game = start
  let cells = 0
  let sum = 0
  for (const move of line) {
    const next = playEvent(game, [0, move])
    if (!next.ok) throw new Error(`deal ${start.setup.deal}: ${move} cannot be played in ${line.join(' ')}`)
    game = next.value
    const used = game.position.cells.length - emptyCells(game.position)
    cells = Math.max(cells, used)
    sum += used
  }
  return { cells, meanCells: Math.round((100 * sum) / line.length) / 100 }
}

function depthOf(deal: DealNumber): number {
  let depth = 0
  for (const column of dealCards(deal)) {
    for (const [height, card] of column.entries()) if (rankOf(card) <= 2) depth += column.length - 1 - height
  }
  return depth
}

/**
 * How hard a deal is as one number. One more is twice the effort, or a cell more all the time, or twelve moves more, or ten cards more on aces
 * and twos: over the deals of a variant effort then varies about twice as much as each of the others.
 */
export function scoreOf({ effort, cells, meanCells, length, depth }: Measures): number {
  return Math.log2(effort) + (cells + meanCells) / 2 + length / 12 + depth / 10
}

/** Up to which score a deal is easy, and normal: see docs/decisions/pools.md. */
const LIMITS: Readonly<Record<VariantId, readonly [easy: number, normal: number]>> = {
  'freecell-4': [14.4, 18.2],
  'freecell-3': [15.5, 21.3],
  'freecell-2': [17.5, 23.7],
  'freecell-1': [16.7, 23.5],
  'bakers-game': [14.7, 20.6],
}

/** How hard a deal is among those of its variant that can be won. */
export function tierOf(measures: Measures, variant: VariantId): Tier {
  const score = scoreOf(measures)
  const [easy, normal] = LIMITS[variant]
  return score <= easy ? 'easy' : score <= normal ? 'normal' : 'hard'
}
