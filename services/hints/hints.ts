import type { Hint } from '@speedcell/shared/contracts'
import { type Clock, type Day, DomainError, parseDay } from '../core/index.ts'
import type { Runs, Tab } from '../runs/index.ts'
import type { SolverThreads } from './solver.ts'
import { createTurnstile } from './turnstile.ts'
import type { HintTask, KnownLine } from './worker.ts'

interface Context {
  readonly runs: Runs
  readonly solver: Pick<SolverThreads, 'hint'>
  readonly clock: Clock
  /** The moves that are known to win a day's deal. */
  readonly solutionOf: (day: Day) => Promise<readonly string[]>
  /** How many players may wait for a hint. */
  readonly mostAsking?: number
}

/** A player gets one hint in so many milliseconds. */
const PACE_MS = 1_000
/** How many hints at once read, and write, the database, whose connections all others need as well. */
const AT_ONCE = 2

/** A hint on the record: its event, how many events there are now, and what it says. */
export interface GivenHint {
  readonly event: [t: number, e: string]
  readonly length: number
  readonly hint: Hint
}

export type Hints = ReturnType<typeof createHints>

/** Hints in rated play. */
export function createHints({ runs, solver, clock, solutionOf, mostAsking = 500 }: Context) {
  /** Whose hint is being thought about: nobody asks two questions at once. */
  const asking = new Set<string>()
  const reading = createTurnstile(AT_ONCE)
  const writing = createTurnstile(AT_ONCE)
  /** When the solver was last asked for whom, in ms since the epoch, the latest last; who may ask again need not be in it. */
  const asked = new Map<string, number>()

  /**
   * Gives a hint to the tab that plays a stage and has `length` events of it. It is on the record before it is shown; where there is
   * none, nothing is. Throws `not-your-stage`, `stage-over`, `played-elsewhere`, `stage-closed`, `log-incomplete`, `rate-limited`,
   * `busy`, `no-hint`.
   */
  async function give(tab: Tab, length: number): Promise<GivenHint> {
    if (asking.has(tab.userId)) throw tooSoon()
    if (asking.size >= mostAsking) throw new DomainError('busy', { retryAfter: 5 })
    asking.add(tab.userId)
    try {
      return await think(tab, length)
    } finally {
      asking.delete(tab.userId)
    }
  }

  async function think(tab: Tab, length: number): Promise<GivenHint> {
    const answer = await solver.hint(await reading(() => load(tab, length)))
    if (!answer) throw new DomainError('no-hint')
    const { event, length: recorded } = await writing(() => runs.recordHint(tab, length, writeLines(answer.lines)))
    return { event: [...event], length: recorded, hint: answer.hint }
  }

  /** What the solver is asked. */
  async function load(tab: Tab, length: number): Promise<HintTask> {
    const { stage, progress, elapsed } = await runs.hintable(tab, length)
    const { setup, events } = progress
    // Another process may have given the last one.
    const last = events.findLast(([, e]) => e === 'hint')
    if (last && elapsed - last[0] < PACE_MS) throw tooSoon()
    takeTurn(tab.userId)
    const lines = readLines(stage.hintLines ?? '')
    if (stage.run.day !== null) addLine(lines, { at: 0, moves: await solutionOf(parseDay(stage.run.day)) })
    return { setup, events, lines }
  }

  /** Counts what the solver is asked, whatever comes of it: also who is told that it is busy comes again in a second at the earliest. */
  function takeTurn(userId: string): void {
    const now = clock.now()
    for (const [other, at] of asked) {
      // A clock that was set back makes nobody wait.
      if (Math.abs(now - at) < PACE_MS) break
      asked.delete(other)
    }
    if (asked.has(userId)) throw tooSoon()
    asked.set(userId, now)
  }

  return { give }
}

const tooSoon = (): DomainError => new DomainError('rate-limited', { retryAfter: 1 })

/** Adds a line at the end, unless it is there already. */
function addLine(lines: KnownLine[], line: KnownLine): void {
  const text = writeLines([line])
  if (lines.every((other) => writeLines([other]) !== text)) lines.push(line)
}

/** Lines as the stage's row keeps them, one a row of text. */
const writeLines = (lines: readonly KnownLine[]): string => lines.map(({ at, moves }) => [at, ...moves].join(' ')).join('\n')

function readLines(text: string): KnownLine[] {
  const rows = text.split('\n').filter((row) => row !== '')
  return rows.map((row) => {
    const [at, ...moves] = row.split(' ')
    return { at: Number(at), moves }
  })
}
