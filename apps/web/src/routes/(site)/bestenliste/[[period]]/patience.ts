/** Whoever has to read a board again waits up to so many ms, so that not all who watch it come at once. */
const APART_MS = 4_000
/** The most that it becomes, and for how long a reading is remembered. */
const LONGEST_MS = 16_000
const REMEMBERED_MS = 60_000

/**
 * How long a page waits before it reads a board again. Where so much happens that what is told never follows on what was read, it would
 * read without end: each reading of the last minute doubles the wait.
 */
export class Patience {
  #readings: readonly number[] = []

  /** The wait in ms for a reading that is wanted at a time (ms); `random` is from 0 to 1. */
  wait(now: number, random: number): number {
    const recent = this.#readings.filter((at) => now - at < REMEMBERED_MS)
    const wait = random * Math.min(LONGEST_MS, APART_MS * 2 ** recent.length)
    this.#readings = [...recent, now + wait]
    return wait
  }
}
