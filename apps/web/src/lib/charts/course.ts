/** The middle value, or the mean of the two middle ones; null of none. */
export function medianOf(values: readonly number[]): number | null {
  const sorted = values.toSorted((a, b) => a - b)
  const [low, high] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]]
  return low === undefined || high === undefined ? null : (low + high) / 2
}

/** At each value the median of it and those before it, `span` of them at most. */
export const runningMedian = (values: readonly number[], span: number): number[] =>
  values.map((value, index) => medianOf(values.slice(Math.max(0, index + 1 - span), index + 1)) ?? value)

/** At each value the least so far. */
export function leastSoFar(values: readonly number[]): number[] {
  let least = Number.POSITIVE_INFINITY
  return values.map((value) => {
    least = Math.min(least, value)
    return least
  })
}
