/** How often a line is written where it is kept, and where it is written over. */
const LOG_MS = 10_000
const TERMINAL_MS = 250

/** Says on standard error how far a long piece of work is, how fast it goes, and how much time is left at that rate. */
export class Progress {
  readonly #label: string
  readonly #total: number
  /** Done before, in other runs. */
  readonly #before: number
  readonly #start = performance.now()
  #saidAt = this.#start
  #done: number

  constructor(label: string, total: number, before: number) {
    this.#label = label
    this.#total = total
    this.#before = before
    this.#done = before
  }

  /** One more is done. */
  step(): void {
    this.#done++
    const { isTTY } = process.stderr
    const now = performance.now()
    if (now - this.#saidAt < (isTTY ? TERMINAL_MS : LOG_MS) && this.#done < this.#total) return
    this.#saidAt = now
    const perSecond = ((this.#done - this.#before) / Math.max(1, now - this.#start)) * 1000
    const left = clock((this.#total - this.#done) / perSecond)
    const line = `${this.#label}: ${this.#done} of ${this.#total}, ${perSecond.toFixed(1)} a second, ${left} left`
    const isLast = this.#done === this.#total
    process.stderr.write(isTTY ? `\r\x1b[K${line}${isLast ? '\n' : ''}` : `${line}\n`)
  }
}

/** Seconds as hours, minutes and seconds. */
const clock = (seconds: number): string =>
  [seconds / 3600, (seconds / 60) % 60, seconds % 60].map((part) => String(Math.floor(part)).padStart(2, '0')).join(':')
