export interface Histogram {
  /** Where the first bar begins, and how wide each is. */
  readonly from: number
  readonly step: number
  readonly counts: readonly number[]
  /** Whether the last bar also holds whatever lies beyond it. */
  readonly open: boolean
}

/** What part of the values the bars have to reach: a few slow ones must not squeeze all others together. */
const REACH = 0.95

/** How values, of which there is one at least, are spread, in at most `most` bars as wide as the least of `steps` that does. */
export function histogramOf(values: readonly number[], steps: readonly number[], most: number): Histogram {
  const sorted = values.toSorted((a, b) => a - b)
  const lowest = sorted[0] ?? 0
  const far = sorted[Math.ceil(sorted.length * REACH) - 1] ?? lowest
  const barsAt = (step: number) => Math.floor(far / step) - Math.floor(lowest / step) + 1
  const step = steps.find((one) => barsAt(one) <= most) ?? (far - lowest) / (most - 1)
  const first = Math.floor(lowest / step)
  const counts = Array<number>(barsAt(step)).fill(0)
  const last = counts.length - 1
  for (const value of sorted) {
    const bar = Math.min(last, Math.floor(value / step) - first)
    counts[bar] = (counts[bar] ?? 0) + 1
  }
  return { from: first * step, step, counts, open: (sorted.at(-1) ?? 0) >= (first + counts.length) * step }
}
