import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import { VARIANT_IDS, type VariantId } from '@speedcell/shared/engine'
import { loadPool, POOL_DEALS } from '@speedcell/shared/solver/pools'
import { parseCount, parseVariant } from './arguments.ts'
import { BadInput, type Command, FAILED, print } from './command.ts'
import { buildPool, POOLS_FOLDER, WORK_FOLDER } from './pool/build.ts'
import { statsOf } from './pool/stats.ts'
import { verifyPool } from './pool/verify.ts'

// Enough for all but a few of the hardest deals with two cells; one that takes them all takes some 2 GB.
const POSITIONS = 20_000_000
const SAMPLE = 500

const VARIANT = { variant: { type: 'string' } } as const
const SEARCH = {
  threads: { type: 'string', default: String(availableParallelism()) },
  budget: { type: 'string', default: String(POSITIONS) },
} as const

const ACTIONS: Readonly<Record<'build' | 'verify' | 'stats', (args: string[]) => Promise<void>>> = {
  async build(args) {
    const folders = { work: { type: 'string', default: WORK_FOLDER }, out: { type: 'string', default: POOLS_FOLDER } } as const
    const undecided = { type: 'boolean', default: false } as const
    const { values } = parseArgs({ args, options: { ...VARIANT, ...SEARCH, ...folders, undecided } })
    const plan = { ...parseSearch(values), work: values.work, out: values.out, onlyUndecided: values.undecided }
    for (const variant of parseVariants(values)) await print(statsOf(variant, await buildPool(variant, plan)))
  },

  async verify(args) {
    const which = { sample: { type: 'string', default: String(SAMPLE) }, all: { type: 'boolean', default: false } } as const
    const { values } = parseArgs({ args, options: { ...VARIANT, ...SEARCH, ...which } })
    const sample = values.all ? POOL_DEALS : Math.min(POOL_DEALS, parseCount(values.sample, '--sample'))
    const search = parseSearch(values)
    for (const variant of parseVariants(values)) {
      const answer = await verifyPool(variant, sample, search)
      await print(answer)
      if (answer.wrong.length > 0) process.exitCode = FAILED
    }
  },

  async stats(args) {
    const { values } = parseArgs({ args, options: VARIANT })
    for (const variant of parseVariants(values)) {
      const pool = await loadPool(variant)
      await print(statsOf(variant, pool.ratings))
    }
  },
}

export const pool: Command = {
  name: 'pool',
  summary: 'the pools of proven deals: their making, checking and counts',
  usage: `build|verify|stats [--variant V]

stats prints a line for each variant, {"variant":V,"won":…,"lost":…,"undecided":[…],"tiers":{"easy":…,"normal":…,"hard":…}}: how many of the
deals 1 to ${POOL_DEALS} can be won, are proven lost, which nobody has decided, and how hard those are that can be won.

build makes the pools, hours of work, and prints what stats would. It can be stopped at any moment, and goes on from there.
  --threads N   deals that are searched at the same time (default: one for each core, here ${availableParallelism()})
  --budget N    positions for a deal, default ${POSITIONS}; what was not decided with fewer is tried again
  --undecided   only what the pools in the repository leave undecided; of all other deals they are believed
  --work DIR    where what is found is kept until then, default .data/pools
  --out DIR     where the pools are written, default shared/solver/pools

verify judges deals anew and compares: a win counts once its moves are replayed. It prints {"variant":V,"checked":…,"won":…,"lost":…,
"undecided":…,"newlyDecided":…,"wrong":[{"deal":…,"pool":…,"found":…},…]}; exit code 1 if any is wrong.
  --sample N    so many deals, evenly spread, default ${SAMPLE}
  --all         all of them
  --threads N, --budget N  as above

  --variant V   freecell-4, freecell-3, freecell-2, freecell-1 or bakers-game; without it, each in turn`,

  async run([action = '', ...args]) {
    if (!Object.hasOwn(ACTIONS, action))
      throw new BadInput(`a pool can be told to ${Object.keys(ACTIONS).join(', ')}, not "${action}"`)
    await ACTIONS[action as keyof typeof ACTIONS](args)
  },
}

const parseVariants = ({ variant }: { variant?: string | undefined }): readonly VariantId[] =>
  variant === undefined ? VARIANT_IDS : [parseVariant(variant)]

const parseSearch = ({ threads, budget }: { threads: string; budget: string }) => ({
  threads: parseCount(threads, '--threads'),
  positions: parseCount(budget, '--budget'),
})
