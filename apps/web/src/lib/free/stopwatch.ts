import { MAX_T } from '@speedcell/shared/engine'

/** Counts whole milliseconds while it runs, on top of what it counted before, up to the most that a log can hold. */
export class Stopwatch {
  readonly #now: () => number
  #counted: number
  #since: number | undefined

  /** `now` is any steady clock in milliseconds. */
  constructor(now: () => number, counted = 0) {
    this.#now = now
    this.#counted = counted
  }

  get elapsed(): number {
    const running = this.#since === undefined ? 0 : this.#now() - this.#since
    return Math.min(MAX_T, Math.floor(this.#counted + running))
  }

  start(): void {
    this.#since ??= this.#now()
  }

  stop(): void {
    this.#counted = this.elapsed
    this.#since = undefined
  }
}
