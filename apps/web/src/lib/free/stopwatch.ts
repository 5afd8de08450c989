/** Counts whole milliseconds while it runs, on top of what it counted before. */
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
    return Math.floor(this.#counted + (this.#since === undefined ? 0 : this.#now() - this.#since))
  }

  start(): void {
    this.#since ??= this.#now()
  }

  stop(): void {
    this.#counted = this.elapsed
    this.#since = undefined
  }
}
