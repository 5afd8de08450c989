import { SvelteSet } from 'svelte/reactivity'

/** How long a row that came in just now is washed in green, in ms. */
const WASH = 2_000

/** The rows of a list that came in just now, by their runs. */
export class Washed {
  readonly #runs = new SvelteSet<string>()

  has(run: string): boolean {
    return this.#runs.has(run)
  }

  add(run: string): void {
    this.#runs.add(run)
    setTimeout(() => this.#runs.delete(run), WASH)
  }
}
