import { availableParallelism } from 'node:os'
import type { Setup } from '@speedcell/shared/engine'
import { Piscina } from 'piscina'
import { DomainError } from '../core/index.ts'
import type { LineShare } from './line-share.ts'
import type { Answered, Asked, HintAnswer, HintTask, ShareTask } from './worker.ts'

/** How many threads solve, at most, however many processors there are. */
const MOST_THREADS = 4
const IDLE_MS = 60_000
/** Added to the threads' niceness: requests go before hints. */
const NICENESS = 5

/** The solver, off the thread that answers requests. First come, first served. */
export interface SolverThreads {
  /** The moves that win a deal; null if none were found. Throws `busy` where too many wait, or after too long a wait. */
  prove(setup: Setup): Promise<readonly string[] | null>
  /** A hint on a game; null where there is none. Throws `busy` where too many wait, or after too long a wait. */
  hint(task: HintTask): Promise<HintAnswer | null>
  /** How much of a game goes by the solver's lines. Throws `busy` where too many wait, or after too long a wait. */
  share(task: ShareTask): Promise<LineShare>
  close(): Promise<void>
}

export interface SolverLimits {
  /** How many threads there are at most. */
  readonly threads: number
  /** How many threads are there before anything is asked, and stay: the first question need not wait for one to start. */
  readonly ahead: number
  /** How many questions may wait for a thread. */
  readonly mostWaiting: number
  /** How many milliseconds one may wait. Whoever asked has given up by then, and others still hope. */
  readonly longestWait: number
}

const LIMITS: SolverLimits = {
  // One processor is left to whoever answers requests.
  threads: Math.min(MOST_THREADS, Math.max(1, availableParallelism() - 1)),
  ahead: 0,
  mostWaiting: 500,
  longestWait: 10_000,
}

/** Threads for the solver. More are started as they are needed, and end when they are not. */
export function createSolverThreads(limits: Partial<SolverLimits> = {}): SolverThreads {
  const { threads, ahead, mostWaiting, longestWait } = { ...LIMITS, ...limits }
  const pool = new Piscina({
    filename: new URL('./worker.ts', import.meta.url).href,
    minThreads: ahead,
    maxThreads: threads,
    maxQueue: mostWaiting,
    // Without it whoever is next goes to the end of the queue whenever no thread is free for them.
    stricterFIFO: true,
    niceIncrement: NICENESS,
    idleTimeout: IDLE_MS,
  })

  async function ask<Answer>(name: string, task: unknown): Promise<Answer> {
    if (pool.queueSize >= mostWaiting) throw busy()
    const asked: Asked<unknown> = { task, until: Date.now() + longestWait }
    const answered: Answered<Answer> = await pool.run(asked, { name })
    if (!answered) throw busy()
    return answered.answer
  }

  return {
    prove: (setup) => ask('prove', setup),
    hint: (task) => ask('hint', task),
    share: (task) => ask('share', task),
    close: () => pool.destroy(),
  }
}

const busy = (): DomainError => new DomainError('busy', { retryAfter: 5 })
