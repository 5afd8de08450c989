/** Counts of scores: the first bar begins at `from`, each is `width` wide. */
export interface Histogram {
  readonly from: number
  readonly width: number
  readonly counts: readonly number[]
}

/** The bars with so many of a score more, or fewer; they reach as far as it needs. */
export function withScore(
  { from, width, counts }: Histogram,
  score: number,
  by: number,
): { from: number; width: number; counts: number[] } {
  const start = Math.floor(score / width) * width
  if (counts.length === 0) return { from: start, width, counts: [by] }
  const before = Math.max(0, Math.ceil((from - score) / width))
  const grown = [...Array<number>(before).fill(0), ...counts]
  const first = from - before * width
  const index = Math.floor((score - first) / width)
  while (grown.length <= index) grown.push(0)
  grown[index] = (grown[index] ?? 0) + by
  return { from: first, width, counts: grown }
}
