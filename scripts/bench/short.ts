import { cardsHome, type DealNumber, startGame } from '@speedcell/shared/engine'
import { type Counting, shortest } from '@speedcell/shared/solver'

/**
 * Milliseconds a deal after which the best line is looked at: of processor time, since the clock runs on while a busy machine does
 * other things.
 */
const LIMITS = [10, 50, 200, 1000]
const DEALS = Number(process.env.BENCH_DEALS) || 200

const COUNTINGS: Readonly<Record<Counting, string>> = {
  all: 'all moves',
  player: "a player's moves",
}

/** How long a deal's line is at each of the limits, Infinity where there is none, and whether the last is proven the shortest. */
interface Shortened {
  readonly lengths: readonly number[]
  readonly proven: boolean
}

/**
 * Shortens the lines of deals from 1 on, one after another on one core, and prints how long they are: by a player's count, and by that of
 * fc-solve and others, in which every card that goes home is a move, even where it does so before the first.
 * BENCH_DEALS=20 takes as many deals.
 */
export function run(): void {
  for (let deal = 40_001; deal <= 40_020; deal++) shorten(deal, 'all', 50)
  console.log('four cells                     within   solved      mean   median      max')
  for (const counting of ['all', 'player'] as const) {
    const deals = Array.from({ length: DEALS }, (_, index) => shorten(index + 1, counting, LIMITS.at(-1) as number))
    for (const [index, limit] of LIMITS.entries()) {
      const lengths = deals.map((deal) => deal.lengths[index] as number).filter(Number.isFinite)
      const sorted = lengths.toSorted((a, b) => a - b)
      const mean = lengths.reduce((sum, length) => sum + length, 0) / lengths.length
      const figures = [mean.toFixed(2), sorted[Math.floor(sorted.length / 2)], sorted.at(-1)]
      const name = index === 0 ? `1..${DEALS}, ${COUNTINGS[counting]}` : ''
      const columns = [`${limit} ms`, lengths.length, ...figures].map((figure) => String(figure).padStart(9))
      console.log(name.padEnd(28), columns.join(''))
    }
    console.log(`  of these the shortest there is: ${deals.filter(({ proven }) => proven).length}`)
  }
}

function shorten(deal: number, counting: Counting, limit: number): Shortened {
  const setup = { deal: deal as DealNumber, variant: 'freecell-4', autoplay: 'safe' } as const
  const { position } = startGame(setup)
  const flown = counting === 'all' ? cardsHome(position) : 0
  const lengths = LIMITS.map(() => Number.POSITIVE_INFINITY)
  const start = now()
  const answer = shortest(position, setup, counting, {
    positions: Number.MAX_SAFE_INTEGER,
    interrupted: () => now() - start > limit,
    found: ({ length }) => {
      const ms = now() - start
      for (const [index, within] of LIMITS.entries()) if (ms <= within) lengths[index] = length + flown
    },
  })
  return { lengths, proven: answer.verdict === 'solved' && answer.shortest }
}

function now(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}
