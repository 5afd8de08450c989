/**
 * A stage's clock as a tab has it: counted from the server's last word by a clock that only goes forward, never by the device's
 * time of day. Whole milliseconds since the reveal.
 */
export class StageClock {
  readonly #now: () => number
  #elapsed: number
  #at: number

  /** `elapsed` as an answer has just said; `now` in ms from wherever, only ever forward. */
  constructor(elapsed: number, now: () => number = () => performance.now()) {
    this.#now = now
    this.#elapsed = elapsed
    this.#at = now()
  }

  read(): number {
    return Math.floor(this.#elapsed + this.#now() - this.#at)
  }

  /** The moment, to be handed to `correct` with the answer to what is asked now. */
  moment(): number {
    return this.#now()
  }

  /**
   * Takes an answer's word. It was true at some time between the question and now, so the clock is set only if it says less than the
   * answer, or more than the answer and the time that it took. A device that has slept is put right so, and nothing jumps otherwise.
   */
  correct(elapsed: number, asked: number): void {
    const now = this.#now()
    const right = Math.min(Math.max(this.#elapsed + now - this.#at, elapsed), elapsed + now - asked)
    this.#elapsed = right
    this.#at = now
  }
}
