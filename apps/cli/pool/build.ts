import { createHash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { DealNumber, VariantId } from '@speedcell/shared/engine'
import { measure, tierOf } from '@speedcell/shared/solver'
import { encodeRatings, loadPool, POOL_DEALS, type Rating } from '@speedcell/shared/solver/pools'
import { workOff } from './crew.ts'
import type { Findings, Proof } from './job.ts'
import { Progress } from './progress.ts'
import { WorkFile } from './work-file.ts'

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))
/** Where a pool lies in the repository, and where what is found is kept while one is made. */
export const POOLS_FOLDER = path.join(ROOT, 'shared', 'solver', 'pools')
export const WORK_FOLDER = path.join(ROOT, '.data', 'pools')

/** The deals that a pool tells of. */
const DEALS = Array.from({ length: POOL_DEALS }, (_, index) => (index + 1) as DealNumber)

/**
 * How a pool is made: with how many threads, and positions a deal; in which folders it lies, half done and done; and whether what the
 * repository's pool says of a deal is taken over, so that only what it leaves undecided is looked into.
 */
export interface Plan {
  readonly threads: number
  readonly positions: number
  readonly work: string
  readonly out: string
  readonly onlyUndecided: boolean
}

/**
 * Makes a variant's pool: first which deals can be won, then how hard these are. What an earlier build has found is not looked for
 * again, but for what it could not decide with fewer positions. Gives the ratings, the first deal's first.
 */
export async function buildPool(variant: VariantId, plan: Plan): Promise<readonly Rating[]> {
  mkdirSync(plan.out, { recursive: true })
  const isDecided = ({ verdict, positions }: Proof) => verdict !== 'unknown' || positions >= plan.positions
  const known = plan.onlyUndecided ? (await loadPool(variant)).ratings : []
  const ratingOf = (deal: DealNumber): Rating => known[deal - 1] ?? 'undecided'
  const open = DEALS.filter((deal) => ratingOf(deal) === 'undecided')
  const proofs = await findAll('proof', `proofs of ${variant}`, open, isDecided, variant, plan)
  const won = open.filter((deal) => proofs(deal)?.verdict === 'solved')
  const title = `measures of ${variant}, ${fingerprintOf(variant)}`
  const measures = await findAll('measures', title, won, () => true, variant, plan)
  const ratings = DEALS.map((deal): Rating => {
    if (ratingOf(deal) !== 'undecided') return ratingOf(deal)
    const measured = measures(deal)
    if (measured !== undefined) return tierOf(measured, variant)
    return proofs(deal)?.verdict === 'unsolvable' ? 'lost' : 'undecided'
  })
  writeFileSync(path.join(plan.out, `${variant}.ts`), moduleOf(variant, ratings))
  return ratings
}

/** How many deals tell whether deals were measured in the same way. */
const PROBES = 30

/** What changes when deals are measured in another way, be it only that the search looks at moves in another order. */
function fingerprintOf(variant: VariantId): string {
  const measures = DEALS.slice(0, PROBES).map((deal) => measure(deal, variant))
  return createHash('sha256').update(JSON.stringify(measures)).digest('hex').slice(0, 16)
}

/** Finds out one thing of deals, and gives what is known of them then. */
async function findAll<Name extends keyof Findings>(
  name: Name,
  title: string,
  deals: readonly DealNumber[],
  isDone: (finding: Findings[Name]) => boolean,
  variant: VariantId,
  { threads, positions, work }: Plan,
): Promise<(deal: DealNumber) => Findings[Name] | undefined> {
  const file = new WorkFile<Findings[Name]>(path.join(work, `${variant}-${name}.jsonl`), title)
  const left = deals.filter((deal) => {
    const finding = file.get(deal)
    return finding === undefined || !isDone(finding)
  })
  const progress = new Progress(title, deals.length, deals.length - left.length)
  for await (const [deal, finding] of workOff({ find: name, variant, positions }, left, threads)) {
    file.add(deal, finding)
    progress.step()
  }
  file.close()
  return (deal) => file.get(deal)
}

function moduleOf(variant: VariantId, ratings: readonly Rating[]): string {
  return `// Made by \`npm run -s speedcell -- pool build --variant ${variant}\`; ratings.ts says how it is read.
export const ratings =
  '${encodeRatings(ratings)}'
`
}
