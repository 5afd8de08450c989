/**
 * Searches for a variant's turns in shared/solver/schedule.ts: `npm run tune -- VARIANT [DEALS] [CANDIDATES] [SEED] [KEPT]`, minutes to hours.
 *
 * It measures how much each of many random ways of searching takes for each of many deals, and from that table alone composes a
 * schedule that decides these deals for the least effort in the mean: first each turn in order is the way and the quota that decide
 * the most of what is left for the positions they look into, then turns are exchanged, added and dropped for as long as it helps.
 * The ways of the present schedule are among those tried; its first KEPT turns stay, and it looks for what comes after them, on deals that
 * they leave undecided. Only deals above 40,000 are used, so that the deals up to 32,000 stay good for measuring.
 */
import { type DealNumber, type Position, startGame, VARIANTS, type VariantId } from '@speedcell/shared/engine'
import { flightRuleOf, SCHEDULES, Search, type Stage, type Weights } from '@speedcell/shared/solver'

const FIRST_DEAL = 40_001
/** Most of the candidates are tried on a few deals only; the better ones, one in so many, on all. */
const FEW_DEALS = 60
const ONE_IN = 8
/** The most positions that a turn may look into; and the last one, which has to decide everything. */
const MOST = 2_000
const LAST_MOST = 400_000
const QUOTAS = Array.from({ length: 15 }, (_, step) => Math.round(40 * 1.32 ** step))
/** What it takes to look into a position in each order, relative to `greedy`. */
const COST = { greedy: 1, sweep: 1.2, deep: 0.7 }
/** Orders of random candidates: mostly greedy, which wins soonest or not at all. */
const ORDERS = ['greedy', 'greedy', 'greedy', 'greedy', 'sweep', 'deep'] as const

const [variantId = 'freecell-4', dealCount = '1000', candidateCount = '300', seed = '1', keptCount = '0'] = process.argv.slice(2)
if (!Object.hasOwn(VARIANTS, variantId)) throw new Error(`no variant ${variantId}`)
const variant = VARIANTS[variantId as VariantId]
const flightRule = flightRuleOf(variant, variant.autoplay)
const search = new Search()

let state = Number(seed) * 7919
/** A whole number within bounds, the same ones for the same seed: a linear congruential generator, of which the high bits are good. */
function within(low: number, high: number): number {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0
  return low + Math.floor((state / 2 ** 32) * (high - low + 1))
}

type Way = Omit<Stage, 'expansions'>

/** A way, and the positions that it looks into until each deal is decided; Infinity where that were too many. */
interface Candidate extends Way {
  readonly efforts: readonly number[]
}

interface Turn {
  readonly candidate: Candidate
  readonly quota: number
}

function effort(way: Way, position: Position, quota: number): number {
  const stage = { ...way, expansions: quota }
  const outcome = search.run(position, variant, flightRule, stage, Number.MAX_SAFE_INTEGER, undefined)
  return outcome === 'won' || outcome === 'exhausted' ? search.expanded : Number.POSITIVE_INFINITY
}

const measured = (way: Way, positions: readonly Position[], quota: number): Candidate => ({
  ...way,
  efforts: positions.map((position) => effort(way, position, quota)),
})

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

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)

/** What the deals take in all, turn after turn and then the last one. */
function total(turns: readonly Turn[], last: Candidate): number {
  let spent = 0
  for (let deal = 0; deal < last.efforts.length; deal++) {
    let decided = false
    for (const { candidate, quota } of turns) {
      const needed = candidate.efforts[deal] as number
      decided = needed <= quota
      spent += COST[candidate.order] * (decided ? needed : quota)
      if (decided) break
    }
    if (!decided) spent += COST[last.order] * Math.min(last.efforts[deal] as number, LAST_MOST)
  }
  return spent
}

/** The turn that decides the most of the deals for what it takes. */
function bestTurn(candidates: readonly Candidate[], deals: readonly number[]): Turn {
  let best = { rate: -1, turn: { candidate: candidates[0] as Candidate, quota: 0 } }
  for (const candidate of candidates) {
    for (const quota of QUOTAS) {
      const efforts = deals.map((deal) => candidate.efforts[deal] as number)
      const rate = efforts.filter((it) => it <= quota).length / sum(efforts.map((it) => Math.min(it, quota)))
      if (rate > best.rate) best = { rate, turn: { candidate, quota } }
    }
  }
  return best.turn
}

/** The best of the schedules that differ in one turn: another one in its place, one more before it, or none. */
function better(turns: readonly Turn[], last: Candidate, candidates: readonly Candidate[]): readonly Turn[] {
  let best = { turns, spent: total(turns, last) }
  const consider = (changed: readonly Turn[]): void => {
    const spent = total(changed, last)
    if (spent < best.spent * 0.9995) best = { turns: changed, spent }
  }
  for (let place = 0; place <= turns.length; place++) {
    const current = best.turns
    for (const candidate of candidates) {
      for (const quota of QUOTAS) {
        consider(current.toSpliced(place, 0, { candidate, quota }))
        if (place < current.length) consider(current.toSpliced(place, 1, { candidate, quota }))
      }
    }
    if (place < current.length) consider(current.toSpliced(place, 1))
  }
  return best.turns
}

const kept = SCHEDULES[variant.id].slice(0, Number(keptCount))
const positions: Position[] = []
for (let deal = FIRST_DEAL + within(0, 100_000); positions.length < Number(dealCount); deal++) {
  const { position } = startGame({ deal: deal as DealNumber, variant: variant.id, autoplay: variant.autoplay })
  if (kept.every((stage) => !Number.isFinite(effort(stage, position, stage.expansions)))) positions.push(position)
}
const few = positions.slice(0, FEW_DEALS)
const ways = Array.from({ length: Number(candidateCount) }, (_, index): Way => {
  const width = within(1, 4)
  return { order: ORDERS[index % ORDERS.length] as Way['order'], weights: randomWeights(), ...(width > 1 && { width }) }
})
const tried = ways.map((way) => ({ way, found: measured(way, few, MOST / 4).efforts.filter(Number.isFinite).length }))
const promising = tried.toSorted((a, b) => b.found - a.found).slice(0, ways.length / ONE_IN)
console.error(`${ways.length} ways tried; the best decides ${promising[0]?.found} of ${FEW_DEALS} deals`)
const present = SCHEDULES[variant.id].slice(kept.length, -1)
const candidates = [...promising.map(({ way }) => way), ...present].map((way) => measured(way, positions, MOST))
const best = candidates[0] as Candidate
const lasts = (['sweep', 'deep'] as const).map((order) => measured({ order, weights: best.weights }, positions, LAST_MOST))
console.error('all measured')

for (const last of lasts) {
  let turns: readonly Turn[] = []
  let left = positions.map((_, deal) => deal)
  while (left.length > positions.length / 100 && turns.length < 12) {
    const turn = bestTurn(candidates, left)
    const longer = [...turns, turn]
    if (total(longer, last) >= total(turns, last)) break
    turns = longer
    left = left.filter((deal) => (turn.candidate.efforts[deal] as number) > turn.quota)
  }
  for (let before = Number.POSITIVE_INFINITY; total(turns, last) < before; ) {
    before = total(turns, last)
    turns = better(turns, last, candidates)
    console.error(`${turns.length} turns, then ${last.order}: ${(total(turns, last) / positions.length).toFixed(0)} a deal`)
  }
  for (const { candidate, quota } of [...turns, { candidate: last, quota: 'Number.MAX_SAFE_INTEGER' }]) {
    const { order, width, weights: w } = candidate
    const narrow = width === undefined ? '' : ` width: ${width},`
    const numbers = [w.notHome, w.cell, w.aboveNext, w.aboveLower, w.break, w.emptyColumn, w.inversion]
    console.log(`{ order: '${order}',${narrow} expansions: ${quota}, weights: weights(${numbers.join(', ')}) },`)
  }
}
