/** Lets work through, so much at once; what comes then waits its turn, in the order in which it came. */
export type Turnstile = <T>(work: () => Promise<T>) => Promise<T>

/** A turnstile that holds at most so many at once. */
export function createTurnstile(most: number): Turnstile {
  let inside = 0
  const waiting: (() => void)[] = []
  return async (work) => {
    // Whoever leaves hands on the place to the next one, so that nobody comes between.
    if (inside < most) inside++
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else inside--
    }
  }
}
