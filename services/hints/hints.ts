import type { Hint } from '@speedcell/shared/contracts'
import type { LogEvent } from '@speedcell/shared/engine'
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

/** A hint on the record: its event, how many events there are now, and what it says. */
export interface GivenHint {
  readonly event: LogEvent
  readonly length: number
  readonly hint: Hint
}

export type Hints = ReturnType<typeof createHints>

/** Hints in rated play. */
export function createHints({ runs, solver, solutionOf }: Context) {
  /**
   * Gives a hint to the tab that plays a stage and has `length` events of it. It is on the record before it is shown; where there is
   * none, nothing is. Throws `not-your-stage`, `stage-over`, `played-elsewhere`, `stage-closed`, `log-incomplete`, `busy`, `no-hint`.
   */
  async function give(tab: Tab, length: number): Promise<GivenHint> {
    const { stage, progress } = await runs.hintable(tab, length)
    const { setup, events } = progress
    const lines: KnownLine[] = []
    // What was said last is followed first, then what was known from the start.
    if (stage.hintLine !== null) lines.push(readLine(stage.hintLine))
    if (stage.run.day !== null) lines.push({ at: 0, moves: await solutionOf(parseDay(stage.run.day)) })
    const advice = await solver.hint({ setup, events, lines })
    if (!advice) throw new DomainError('no-hint')
    const hintLine = advice.line ? writeLine({ at: length, moves: advice.line }) : stage.hintLine
    return { ...(await runs.recordHint(tab, length, hintLine)), hint: advice.hint }
  }

  return { give }
}

const writeLine = ({ at, moves }: KnownLine): string => [at, ...moves].join(' ')

function readLine(text: string): KnownLine {
  const [at, ...moves] = text.split(' ')
  return { at: Number(at), moves }
}
