/** So many at once, and so many more every second. */
export interface Rate {
  readonly burst: number
  readonly perSecond: number
}

/** A token bucket over the time (ms) that it is told: `take` says whether there is one left. */
export function createAllowance({ burst, perSecond }: Rate, now: number): { take(now: number): boolean } {
  let left = burst
  let filled = now
  return {
    take(now) {
      left = Math.min(burst, left + (Math.max(0, now - filled) / 1_000) * perSecond)
      filled = now
      if (left < 1) return false
      left--
      return true
    },
  }
}
