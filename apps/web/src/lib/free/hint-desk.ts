import type { Hint, HintQuestion } from '@speedcell/shared/solver'
import type { HintAnswered, HintAsked } from './hint-worker.ts'

/** Asks the worker, which is started with the first question. One question at a time counts: a newer one makes the older void. */
export class HintDesk {
  #worker: Worker | undefined
  #asked = 0
  /** Ends each question that is still open, without an answer. */
  readonly #open = new Set<() => void>()

  /** The answer, or undefined if there is none, or a newer question has been asked meanwhile. */
  ask(question: HintQuestion): Promise<Hint | undefined> {
    const id = ++this.#asked
    return new Promise((resolve) => {
      const worker = this.#start()
      if (worker === undefined) return resolve(undefined)
      const answered = ({ data }: MessageEvent<HintAnswered>) => {
        if (data.id === id) end(id === this.#asked ? (data.hint ?? undefined) : undefined)
      }
      const failed = () => this.close()
      const drop = () => end(undefined)
      const end = (hint: Hint | undefined) => {
        this.#open.delete(drop)
        worker.removeEventListener('message', answered)
        worker.removeEventListener('error', failed)
        resolve(hint)
      }
      this.#open.add(drop)
      worker.addEventListener('message', answered)
      worker.addEventListener('error', failed)
      worker.postMessage({ id, question } satisfies HintAsked)
    })
  }

  /** Ends the worker; whatever is still asked has no answer. */
  close(): void {
    this.#worker?.terminate()
    this.#worker = undefined
    for (const drop of [...this.#open]) drop()
  }

  #start(): Worker | undefined {
    try {
      this.#worker ??= new Worker(new URL('./hint-worker.ts', import.meta.url), { type: 'module' })
    } catch {
      // No workers here: no hints.
    }
    return this.#worker
  }
}
