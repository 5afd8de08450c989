const STEPS = [1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500, 1000, 2000, 4000, 5000, 10_000]

/** Round values between two bounds, both ends in, at most `most` of them and evenly apart. */
export function axisMarks(from: number, to: number, most: number): number[] {
  const step = STEPS.find((one) => Math.floor(to / one) - Math.ceil(from / one) + 1 <= most) ?? to - from
  const marks: number[] = []
  for (let value = Math.ceil(from / step) * step; value <= to; value += step) marks.push(value)
  return marks
}
