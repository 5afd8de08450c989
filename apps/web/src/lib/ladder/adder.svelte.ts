import { ADDING_UP_MS, type Addition, type Sum, sumAt } from './adding-up.ts'

/** Adds a stage up before one's eyes, once and only where that is wanted; else the end stands from the beginning. */
export class Adder {
  readonly #addition: Addition
  #frame: number | undefined
  sum: Sum = $state.raw() as Sum

  constructor(addition: Addition, animated: boolean) {
    this.#addition = addition
    this.sum = sumAt(addition, animated ? 0 : ADDING_UP_MS)
  }

  /** Begins; whoever asks for less motion sees the end at once. Returns what stops it. */
  start(): () => void {
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) this.end()
    const began = performance.now()
    const show = (now: number) => {
      if (this.sum.done) return
      this.sum = sumAt(this.#addition, now - began)
      this.#frame = requestAnimationFrame(show)
    }
    if (!this.sum.done) this.#frame = requestAnimationFrame(show)
    return () => {
      if (this.#frame !== undefined) cancelAnimationFrame(this.#frame)
    }
  }

  /** Shows the end at once. */
  end(): void {
    if (!this.sum.done) this.sum = sumAt(this.#addition, ADDING_UP_MS)
  }
}
