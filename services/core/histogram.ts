/** How many things have a value. */
export interface ValueCount {
  readonly value: number
  readonly count: number
}

/** Counts in bins that are `width` wide each and begin at `from`. */
export interface Histogram {
  readonly from: number
  readonly width: number
  readonly counts: number[]
}

/** Values, in rising order, gathered in at most `most` bins of the first of the widths (or all in the last one's) that begin at a multiple of it. */
export function histogramOf(values: readonly ValueCount[], widths: readonly [number, ...number[]], most: number): Histogram {
  const [first, last] = [values[0]?.value, values.at(-1)?.value]
  if (first === undefined || last === undefined) return { from: 0, width: widths[0], counts: [] }
  const binsOf = (width: number): number => Math.floor(last / width) - Math.floor(first / width) + 1
  const width = widths.find((candidate) => binsOf(candidate) <= most) ?? widths[widths.length - 1] ?? widths[0]
  const from = Math.floor(first / width) * width
  const counts = new Array<number>(binsOf(width)).fill(0)
  for (const { value, count } of values) {
    const bin = Math.floor((value - from) / width)
    counts[bin] = (counts[bin] ?? 0) + count
  }
  return { from, width, counts }
}
