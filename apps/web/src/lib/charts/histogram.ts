import type { Histogram } from '#lib/site/histogram.ts'

export interface OpenHistogram extends Histogram {
  /** Whether the last bar also holds whatever lies beyond it. */
  readonly open: boolean
}

/** What part of the values the bars have to reach: a few slow ones must not squeeze all others together. */
const REACH = 0.95

/** How values, of which there is one at least, are spread, in at most `most` bars as wide as the least of `widths` that does. */
export function histogramOf(values: readonly number[], widths: readonly number[], most: number): OpenHistogram {
  const sorted = values.toSorted((a, b) => a - b)
  const lowest = sorted[0] ?? 0
  const far = sorted[Math.ceil(sorted.length * REACH) - 1] ?? lowest
  const barsAt = (width: number) => Math.floor(far / width) - Math.floor(lowest / width) + 1
  const width = widths.find((one) => barsAt(one) <= most) ?? (far - lowest) / (most - 1)
  const first = Math.floor(lowest / width)
  const counts = Array<number>(barsAt(width)).fill(0)
  const last = counts.length - 1
  for (const value of sorted) {
    const bar = Math.min(last, Math.floor(value / width) - first)
    counts[bar] = (counts[bar] ?? 0) + 1
  }
  return { from: first * width, width, counts, open: (sorted.at(-1) ?? 0) >= (first + counts.length) * width }
}
