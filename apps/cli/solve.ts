import { createReadStream } from 'node:fs'
import { parseArgs } from 'node:util'
import { type DealNumber, type Game, parseLog, replay, startGame } from '@speedcell/shared/engine'
import { solve as findSolution, shortest, type Verdict } from '@speedcell/shared/solver'
import { parseAutoplay, parseCount, parseDeals, parseVariant } from './arguments.ts'
import { BadInput, type Command, print } from './command.ts'
import { bytesOf, jsonFrom, MAX_BYTES } from './lines.ts'

// Enough to decide nearly every deal of every variant, at some 100 bytes a position.
const POSITIONS = 5_000_000
// A short line gets shorter for as long as one looks, but hardly so after that.
const SHORT_MS = 1000

export const solve: Command = {
  name: 'solve',
  summary: 'a win of a deal, or the proof that there is none',
  usage: `N|FROM-TO|--log FILE [--variant V] [--autoplay off] [--short] [--budget N] [--ms MS] [--summary]

Prints {"deal":N,"variant":V,"verdict":"solved"|"unsolvable"|"unknown","moves":[…],"positions":…,"ms":…}: the moves are those of a
log that wins, empty unless solved; positions is how many the solver looked at. Of several deals, FROM-TO, a line for each.

  --log FILE      judges the position in which a log ends, - for standard input, instead of a deal
  --variant V     freecell-4 (default), freecell-3, freecell-2, freecell-1 or bakers-game
  --autoplay off  without cards flying home by themselves
  --short         looks for a win in few moves, ${SHORT_MS} ms long unless said otherwise; "shortest":true is added if there is none in fewer
  --budget N      ends after so many positions, default ${POSITIONS}: "unknown", or the shortest win found until then
  --ms MS         the same after so many milliseconds
  --summary       of several deals one line for all: {"variant":V,"deals":…,"solved":…,"unsolvable":…,"unknown":…,"moves":the mean,
                  "ms":{"median":…,"mean":…,"p95":…,"p99":…,"max":…,"total":…}}`,

  async run(args) {
    const { positionals, values } = parseArgs({
      args,
      allowPositionals: true,
      options: {
        log: { type: 'string' },
        variant: { type: 'string' },
        autoplay: { type: 'string' },
        short: { type: 'boolean', default: false },
        budget: { type: 'string', default: String(POSITIONS) },
        ms: { type: 'string' },
        summary: { type: 'boolean', default: false },
      },
    })
    const { short } = values
    const ms = values.ms === undefined ? (short ? SHORT_MS : Number.POSITIVE_INFINITY) : parseCount(values.ms, '--ms')
    const limits = { short, positions: parseCount(values.budget, '--budget'), ms }
    if (values.log !== undefined) {
      const own = ['variant', 'autoplay', 'summary'] as const
      if (positionals.length > 0 || own.some((option) => values[option])) throw new BadInput('a log says itself what it is of')
      return print(judge(await gameOf(values.log), limits))
    }
    const deals = parseDeals(positionals)
    const variant = parseVariant(values.variant ?? 'freecell-4')
    const autoplay = parseAutoplay(values.autoplay, variant)
    const answers: Answer[] = []
    for (const deal of deals) {
      const answer = judge(startGame({ deal, variant, autoplay }), limits)
      if (values.summary) answers.push(answer)
      else await print(answer)
    }
    if (values.summary) await print({ variant, ...summaryOf(answers) })
  },
}

interface Limits {
  readonly short: boolean
  readonly positions: number
  readonly ms: number
}

interface Answer {
  readonly deal: DealNumber
  readonly variant: string
  readonly verdict: Verdict['verdict']
  readonly moves: readonly string[]
  readonly positions: number
  readonly ms: number
  /** Of a short line that was looked for: whether it is proven that there is none in fewer moves. */
  readonly shortest?: boolean | undefined
}

function judge({ setup, position }: Game, { short, positions, ms }: Limits): Answer {
  const start = performance.now()
  const interrupted = () => performance.now() - start >= ms
  const budget = { positions, interrupted }
  const found: Verdict & Pick<Answer, 'shortest'> = short
    ? shortest(position, setup, 'player', budget)
    : findSolution(position, setup, budget)
  return {
    ...{ deal: setup.deal, variant: setup.variant, verdict: found.verdict },
    moves: found.verdict === 'solved' ? found.moves : [],
    positions: found.positions,
    ms: rounded(performance.now() - start),
    shortest: found.shortest,
  }
}

/** The game at the end of a log in a file, or on standard input. Throws BadInput for what is no log or cannot be played. */
async function gameOf(file: string): Promise<Game> {
  const log = parseLog(jsonFrom(await bytesOf(file === '-' ? process.stdin : createReadStream(file), MAX_BYTES)))
  if (!log.ok) throw new BadInput('that is not a log')
  const replayed = replay(log.value)
  if (!replayed.ok) throw new BadInput(`event ${replayed.index} of the log cannot be played: ${replayed.reason}`)
  return replayed.game
}

function summaryOf(answers: readonly Answer[]) {
  const count = (verdict: Answer['verdict']): number => answers.filter((answer) => answer.verdict === verdict).length
  const times = answers.map(({ ms }) => ms).sort((a, b) => a - b)
  const quantile = (share: number): number => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0
  const total = times.reduce((sum, ms) => sum + ms, 0)
  const moves = answers.reduce((sum, answer) => sum + answer.moves.length, 0)
  const solved = count('solved')
  return {
    ...{ deals: answers.length, solved, unsolvable: count('unsolvable'), unknown: count('unknown') },
    moves: rounded(moves / Math.max(1, solved)),
    ms: {
      ...{ median: quantile(0.5), mean: rounded(total / times.length) },
      ...{ p95: quantile(0.95), p99: quantile(0.99), max: quantile(1), total: rounded(total) },
    },
  }
}

/** To three decimals. */
const rounded = (value: number): number => Math.round(value * 1000) / 1000
