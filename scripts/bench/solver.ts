import { type DealNumber, startGame, VARIANTS, type VariantId } from '@speedcell/shared/engine'
import { solve } from '@speedcell/shared/solver'

const BUDGET = { positions: 20_000_000 }

/** Deals from 1 on, as many of each variant as take some seconds. */
const SAMPLES: readonly [VariantId, number][] = [
  ['freecell-4', 2000],
  ['freecell-3', 200],
  ['freecell-2', 60],
  ['freecell-1', 60],
  ['bakers-game', 200],
]

/** Solves deals one after another on one core, and prints what was found and how many milliseconds of processor time each took. */
export function run(): void {
  const warmUp = SAMPLES[0]?.[0] ?? 'freecell-4'
  for (let deal = 40_001; deal <= 40_500; deal++) timeToSolve(deal, warmUp)
  console.log('deals                  solved/unsolvable/unknown   median     mean      p95      p99      max   positions')
  for (const [variant, count] of SAMPLES) {
    const answers = Array.from({ length: count }, (_, index) => timeToSolve(index + 1, variant))
    const times = answers.map(({ ms }) => ms).sort((a, b) => a - b)
    const verdicts = ['solved', 'unsolvable', 'unknown'].map((it) => answers.filter(({ verdict }) => verdict === it).length)
    const figures = [quantile(times, 0.5), mean(times), quantile(times, 0.95), quantile(times, 0.99), quantile(times, 1)]
    const positions = mean(answers.map((answer) => answer.positions))
    console.log(
      `${variant} 1..${count}`.padEnd(22),
      verdicts.join('/').padStart(26),
      ...figures.map((ms) => ms.toFixed(3).padStart(8)),
      positions.toFixed(0).padStart(11),
    )
  }
}

function timeToSolve(deal: number, variant: VariantId) {
  const setup = { deal: deal as DealNumber, variant, autoplay: VARIANTS[variant].autoplay }
  const { position } = startGame(setup)
  const start = process.cpuUsage()
  const { verdict, positions } = solve(position, setup, BUDGET)
  const { user, system } = process.cpuUsage(start)
  return { verdict, positions, ms: (user + system) / 1000 }
}

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length

const quantile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
