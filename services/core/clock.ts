/** Where the time comes from. Services take one as an argument, so that a test can be at 23:59 when it likes. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number
}

/** The machine's clock. */
export const systemClock: Clock = { now: () => Date.now() }
