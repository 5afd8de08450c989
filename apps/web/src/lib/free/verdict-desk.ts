import type { Judgement, Standing } from './verdict.ts'

/**
 * Has positions judged by a worker of its own, which is started with the first question. Nothing can be told to a worker that is
 * searching, so a question that is void ends the worker, and its memory and processor are free at once; the one that gives hints keeps
 * the way it has found.
 */
export class VerdictDesk {
  #worker: Worker | undefined
  #answer: ((judgement?: Judgement) => void) | undefined

  /** The judgement; undefined if the question has become void, or there are no workers here. A new question makes the last one void. */
  ask(standing: Standing): Promise<Judgement | undefined> {
    this.drop()
    return new Promise((resolve) => {
      const worker = this.#start()
      if (worker === undefined) return resolve(undefined)
      this.#answer = resolve
      worker.onmessage = ({ data }: MessageEvent<Judgement>) => {
        this.#answer = undefined
        resolve(data)
      }
      worker.onerror = () => this.close()
      worker.postMessage(standing)
    })
  }

  /** Makes the open question void, if there is one. */
  drop(): void {
    if (this.#answer) this.close()
  }

  close(): void {
    this.#worker?.terminate()
    this.#worker = undefined
    this.#answer?.()
    this.#answer = undefined
  }

  #start(): Worker | undefined {
    try {
      this.#worker ??= new Worker(new URL('./verdict-worker.ts', import.meta.url), { type: 'module' })
    } catch {
      // No workers here: no verdicts.
    }
    return this.#worker
  }
}
