/**
 * Searches for the solver's schedule of a variant: `npm run tune -- VARIANT [TURNS] [SEED]`, minutes to hours.
 *
 * Turn by turn, among random ways of searching, it takes the one that decides the most deals for the positions it looks into, on
 * fresh deals that all turns before have left undecided. Only deals above 40,000 are used, so that the deals up to 32,000 stay good for
 * measuring. Progress goes to the standard error; the turns are printed as lines for shared/solver/schedule.ts.
 */
import { type DealNumber, type Position, startGame, VARIANTS, type VariantId } from '@speedcell/shared/engine'
import { type FlightRule, flightRuleOf, Search, type Stage, type Weights } from '@speedcell/shared/solver'

const DEALS = 120
/** Deals on which a candidate is tried first; it stays in the race if it is at least this good, as a share of the best so far. */
const FIRST_DEALS = 30
const STILL_GOOD = 0.6
const CANDIDATES = 160
/** The most positions that the first turn may look into, and by how much more each later one. */
const FIRST_QUOTA = 250
const QUOTA_GROWTH = 1.35
const FIRST_DEAL = 40_001

const [variantId = 'freecell-4', turns = '12', seed = '1'] = process.argv.slice(2)
if (!Object.hasOwn(VARIANTS, variantId)) throw new Error(`no variant ${variantId}`)
const variant = VARIANTS[variantId as VariantId]
const flightRule: FlightRule = flightRuleOf(variant, variant.autoplay)
const search = new Search()

let state = Number(seed) * 7919
/** A whole number within bounds; the same ones for the same seed (a linear congruential generator, of which the high bits are good). */
function within(low: number, high: number): number {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0
  return low + Math.floor((state / 2 ** 32) * (high - low + 1))
}

type Way = Pick<Stage, 'order' | 'weights'>

/** Positions looked into until the deal is decided; Infinity if the quota is not enough. */
function effort(way: Way, position: Position, quota: number): number {
  const outcome = search.run(position, variant, flightRule, { ...way, expansions: quota }, Number.MAX_SAFE_INTEGER, undefined)
  return outcome === 'won' || outcome === 'exhausted' ? search.expanded : Number.POSITIVE_INFINITY
}

/** For the quota that makes the most of a way: deals decided per position looked into. */
function bestQuota(efforts: readonly number[]): { quota: number; rate: number } {
  const sorted = efforts.filter(Number.isFinite).sort((a, b) => a - b)
  let best = { quota: 0, rate: 0 }
  let spent = 0
  for (const [index, quota] of sorted.entries()) {
    spent += quota
    const rate = (index + 1) / (spent + (efforts.length - index - 1) * quota)
    if (rate > best.rate) best = { quota, rate }
  }
  return best
}

function randomWeights(): Weights {
  return {
    notHome: within(0, 24),
    cell: within(4, 40),
    aboveNext: within(0, 12),
    aboveLower: within(1, 14),
    break: within(1, 20),
    emptyColumn: within(0, 40),
    inversion: within(0, 6),
  }
}

function changed(weights: Weights): Weights {
  const other = randomWeights()
  const entries = Object.entries(weights).map(([name, value]) => [
    name,
    within(0, 2) === 0 ? other[name as keyof Weights] : value,
  ])
  return Object.fromEntries(entries) as Weights
}

const schedule: Stage[] = []
let deal = FIRST_DEAL + within(0, 100_000)

function undecidedDeal(): Position {
  for (;;) {
    const { position } = startGame({ deal: deal++ as DealNumber, variant: variant.id, autoplay: variant.autoplay })
    if (schedule.every((stage) => effort(stage, position, stage.expansions) === Number.POSITIVE_INFINITY)) return position
  }
}

for (let turn = 0; turn < Number(turns); turn++) {
  const before = deal
  const positions = Array.from({ length: DEALS }, undecidedDeal)
  const cap = Math.round(FIRST_QUOTA * QUOTA_GROWTH ** turn)
  let best = { rate: 0, quota: 0, way: undefined as Way | undefined }
  for (let candidate = 0; candidate < CANDIDATES; candidate++) {
    const weights = best.way && candidate > CANDIDATES / 2 ? changed(best.way.weights) : randomWeights()
    const way: Way = { order: within(0, 5) === 0 ? 'deep' : 'greedy', weights }
    const efforts: number[] = []
    for (const position of positions) {
      efforts.push(effort(way, position, cap))
      if (efforts.length === FIRST_DEALS && bestQuota(efforts).rate < STILL_GOOD * best.rate) break
    }
    const { quota, rate } = bestQuota(efforts)
    if (efforts.length === DEALS && rate > best.rate) best = { rate, quota, way }
  }
  if (!best.way) break
  schedule.push({ ...best.way, expansions: best.quota })
  const w = best.way.weights
  const numbers = [w.notHome, w.cell, w.aboveNext, w.aboveLower, w.break, w.emptyColumn, w.inversion]
  console.log(`{ order: '${best.way.order}', expansions: ${best.quota}, weights: weights(${numbers.join(', ')}) },`)
  console.error(
    `turn ${turn + 1}: left ${DEALS} of ${deal - before} deals; positions looked into a deal decided: ${(1 / best.rate).toFixed(0)}`,
  )
}
