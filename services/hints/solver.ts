import { availableParallelism } from 'node:os'
import type { Setup } from '@speedcell/shared/engine'
import { Piscina } from 'piscina'
import { DomainError } from '../core/index.ts'
import type { Advice } from './advise.ts'
import type { HintTask } from './worker.ts'

/** How many threads solve, at most; one processor is left to whoever answers requests. */
const MOST_THREADS = 4
/** How many questions may wait for a thread. */
const MOST_WAITING = 24
const IDLE_MS = 60_000

/** The solver, off the thread that answers requests. */
export interface SolverThreads {
  /** The moves that win a deal; null if none were found. Throws `busy` where too many wait. */
  prove(setup: Setup): Promise<readonly string[] | null>
  /** Advice on a game; null where there is none. Throws `busy` where too many wait. */
  hint(task: HintTask): Promise<Advice | null>
  close(): Promise<void>
}

/** Starts no thread before it is asked something. */
export function createSolverThreads(): SolverThreads {
  const pool = new Piscina({
    filename: new URL('./worker.ts', import.meta.url).href,
    minThreads: 0,
    maxThreads: Math.min(MOST_THREADS, Math.max(1, availableParallelism() - 1)),
    maxQueue: MOST_WAITING,
    idleTimeout: IDLE_MS,
  })

  async function run<Answer>(name: string, task: unknown): Promise<Answer> {
    if (pool.queueSize >= MOST_WAITING) throw new DomainError('busy', { retryAfter: 1 })
    return pool.run(task, { name })
  }

  return {
    prove: (setup) => run('prove', setup),
    hint: (task) => run('hint', task),
    close: () => pool.destroy(),
  }
}
