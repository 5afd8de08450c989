import type { Hint } from '@speedcell/shared/contracts'
import { type Day, DomainError, parseDay } from '../core/index.ts'
import type { Runs, Tab } from '../runs/index.ts'
import type { SolverThreads } from './solver.ts'
import type { KnownLine } from './worker.ts'

interface Context {
  readonly runs: Runs
  readonly solver: Pick<SolverThreads, 'hint'>
  /** The moves that are known to win a day's deal. */
  readonly solutionOf: (day: Day) => Promise<readonly string[]>
}

/** A player gets one hint in so many milliseconds. */
const PACE_MS = 1_000

/** A hint on the record: its event, how many events there are now, and what it says. */
export interface GivenHint {
  readonly event: [t: number, e: string]
  readonly length: number
  readonly hint: Hint
}

export type Hints = ReturnType<typeof createHints>

/** Hints in rated play. */
export function createHints({ runs, solver, solutionOf }: Context) {
  /** Whose hint is being thought about: nobody asks two questions at once. */
  const asking = new Set<string>()

  /**
   * Gives a hint to the tab that plays a stage and has `length` events of it. It is on the record before it is shown; where there is
   * none, nothing is. Throws `not-your-stage`, `stage-over`, `played-elsewhere`, `stage-closed`, `log-incomplete`, `rate-limited`,
   * `busy`, `no-hint`.
   */
  async function give(tab: Tab, length: number): Promise<GivenHint> {
    if (asking.has(tab.userId)) throw tooSoon()
    asking.add(tab.userId)
    try {
      return await think(tab, length)
    } finally {
      asking.delete(tab.userId)
    }
  }

  async function think(tab: Tab, length: number): Promise<GivenHint> {
    const { stage, progress, elapsed } = await runs.hintable(tab, length)
    const { setup, events } = progress
    const last = events.findLast(([, e]) => e === 'hint')
    if (last && elapsed - last[0] < PACE_MS) throw tooSoon()
    const lines: KnownLine[] = []
    // What was said last is followed first, then what was known from the start.
    if (stage.hintLine !== null) lines.push(readLine(stage.hintLine))
    if (stage.run.day !== null) lines.push({ at: 0, moves: await solutionOf(parseDay(stage.run.day)) })
    const advice = await solver.hint({ setup, events, lines })
    if (!advice) throw new DomainError('no-hint')
    const hintLine = advice.line ? writeLine({ at: length, moves: advice.line }) : stage.hintLine
    const { event, length: recorded } = await runs.recordHint(tab, length, hintLine)
    return { event: [...event], length: recorded, hint: advice.hint }
  }

  return { give }
}

const tooSoon = (): DomainError => new DomainError('rate-limited', { retryAfter: 1 })

const writeLine = ({ at, moves }: KnownLine): string => [at, ...moves].join(' ')

function readLine(text: string): KnownLine {
  const [at, ...moves] = text.split(' ')
  return { at: Number(at), moves }
}
