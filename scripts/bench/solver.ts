import { spawnSync } from 'node:child_process'
import { type DealNumber, startGame, VARIANTS, type VariantId } from '@speedcell/shared/engine'
import { solve } from '@speedcell/shared/solver'

const BUDGET = { positions: 20_000_000 }

/** How many deals of each variant, from 1 on; and how fc-solve is told to solve the same, by what its authors found fastest. */
const SAMPLES: readonly { variant: VariantId; deals: number; fcSolve: readonly string[] }[] = [
  { variant: 'freecell-4', deals: 4000, fcSolve: ['-l', 'lg'] },
  { variant: 'freecell-3', deals: 500, fcSolve: ['--freecells-num', '3', '-l', 'lg'] },
  { variant: 'freecell-2', deals: 500, fcSolve: ['--freecells-num', '2', '-l', 'as'] },
  { variant: 'freecell-1', deals: 500, fcSolve: ['--freecells-num', '1', '-l', 'as'] },
  { variant: 'bakers-game', deals: 2000, fcSolve: ['-g', 'bakers_game', '-l', 'tfts'] },
]
/** Where fc-solve is to give up on a deal. */
const FC_SOLVE_LIMIT = '2000000'

interface Measured {
  readonly verdicts: readonly string[]
  /** Milliseconds a deal. */
  readonly times: readonly number[]
  /** Of processor time, on average. */
  readonly mean: number
}

/**
 * Solves deals one after another on one core, and beside it, where it is installed, with fc-solve (Debian's package freecell-solver-bin);
 * prints what was found and how many milliseconds a deal took: the mean in processor time, all else by the clock, which runs on while
 * a busy machine does other things. A search of fc-solve's that ends without a win proves nothing, so it counts as unknown.
 * BENCH_DEALS=32000 takes as many deals of the first variant, BENCH_VARIANT=freecell-1 no variant but that.
 */
export function run(): void {
  console.log('deals                      solved/unsolvable/unknown   median     mean      p95      p99      max')
  const only = process.env.BENCH_VARIANT
  for (const [index, { variant, deals, fcSolve }] of SAMPLES.entries()) {
    if (only && variant !== only) continue
    const count = (index === 0 && Number(process.env.BENCH_DEALS)) || deals
    // First some deals above all that are measured, so that the variant's code is compiled.
    for (let deal = 40_001; deal <= 40_050; deal++) timeToSolve(deal, variant)
    const ours = solveAll(variant, count)
    print(`${variant} 1..${count}`, ours)
    const theirs = fcSolveAll(count, fcSolve)
    if (!theirs) continue
    print(`  fc-solve ${fcSolve.join(' ')}`.slice(0, 26), theirs)
    const ratios = figures(ours).map((figure, column) => (figure / (figures(theirs)[column] as number)).toFixed(2).padStart(8))
    console.log('  ratio'.padEnd(52), ...ratios)
  }
}

function solveAll(variant: VariantId, count: number): Measured {
  const start = process.cpuUsage()
  const answers = Array.from({ length: count }, (_, index) => timeToSolve(index + 1, variant))
  const { user, system } = process.cpuUsage(start)
  const mean = (user + system) / 1000 / count
  return { verdicts: answers.map(({ verdict }) => verdict), times: answers.map(({ ms }) => ms), mean }
}

function timeToSolve(deal: number, variant: VariantId) {
  const setup = { deal: deal as DealNumber, variant, autoplay: VARIANTS[variant].autoplay }
  const { position } = startGame(setup)
  const start = performance.now()
  const { verdict } = solve(position, setup, BUDGET)
  return { verdict, ms: performance.now() - start }
}

/** Undefined where fc-solve is not installed. */
function fcSolveAll(count: number, options: readonly string[]): Measured | undefined {
  const range = ['1', String(count), '1', '--total-iterations-limit', FC_SOLVE_LIMIT]
  // The shell's `times` says last what its children took, as minutes and seconds for user and system.
  const script = 'freecell-solver-range-parallel-solve "$@" && times'
  const { stdout, status } = spawnSync('sh', ['-c', script, 'sh', ...range, ...options], { encoding: 'utf8', maxBuffer: 1 << 28 })
  if (status !== 0) return undefined
  const took = [...(stdout.trimEnd().split('\n').at(-1) ?? '').matchAll(/(\d+)m([\d.]+)s/g)]
  const processor = took.reduce((sum, [, minutes, seconds]) => sum + Number(minutes) * 60_000 + Number(seconds) * 1000, 0)
  const verdicts = Array.from({ length: count }, () => 'solved')
  for (const [, deal] of stdout.matchAll(/^(?:Unsolved|Intractable) Board No\. (\d+)/gm)) verdicts[Number(deal) - 1] = 'unknown'
  const clock = [...stdout.matchAll(/^(?:Started|Reached).* at ([\d.]+)/gm)].map(([, seconds]) => Number(seconds) * 1000)
  // The first deal is left out: with it the program makes itself ready.
  const times = clock.slice(2).map((now, index) => now - (clock[index + 1] as number))
  return { verdicts, times, mean: processor / count }
}

function print(name: string, measured: Measured): void {
  const counts = ['solved', 'unsolvable', 'unknown'].map((it) => measured.verdicts.filter((verdict) => verdict === it).length)
  console.log(name.padEnd(26), counts.join('/').padStart(25), ...figures(measured).map((ms) => ms.toFixed(3).padStart(8)))
}

/** Median, mean, the times that 5 % and 1 % of the deals exceed, and the longest. */
function figures({ times, mean }: Measured): number[] {
  const sorted = times.toSorted((a, b) => a - b)
  const quantile = (share: number): number => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
  return [quantile(0.5), mean, quantile(0.95), quantile(0.99), quantile(1)]
}
