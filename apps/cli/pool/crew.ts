import { Worker } from 'node:worker_threads'
import type { DealNumber } from '@speedcell/shared/engine'
import type { Findings, Job } from './job.ts'

/**
 * Does a job for deals, in as many threads as are said, each on the next deal that is left; gives what is found as it is found. Throws what
 * a thread fails of. Whoever reads no further ends the threads.
 */
export async function* workOff<Name extends keyof Findings>(
  job: Job<Name>,
  deals: readonly DealNumber[],
  threads: number,
): AsyncGenerator<readonly [DealNumber, Findings[Name]]> {
  const found: (readonly [DealNumber, Findings[Name]])[] = []
  const failures: unknown[] = []
  let next = 0
  let wake = () => {}
  const workers = Array.from({ length: Math.min(threads, deals.length) }, () => {
    const worker = new Worker(new URL('worker.ts', import.meta.url), { workerData: job })
    const hand = () => {
      if (next < deals.length) worker.postMessage(deals[next++])
    }
    worker.on('message', (finding) => {
      found.push(finding)
      hand()
      wake()
    })
    worker.on('error', (error) => {
      failures.push(error)
      wake()
    })
    hand()
    return worker
  })
  try {
    for (let given = 0; given < deals.length; ) {
      if (failures.length > 0) throw failures[0]
      const some = found.splice(0)
      yield* some
      given += some.length
      // What came in while the reader was busy has woken nobody.
      if (some.length === 0) {
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      }
    }
  } finally {
    await Promise.all(workers.map((worker) => worker.terminate()))
  }
}
