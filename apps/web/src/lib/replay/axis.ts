import type { Frame } from './frames.ts'

/** How time goes by in a replay: with its pauses as they were, or with the same gap before every event. */
export const PACES = ['real', 'even'] as const
export type Pace = (typeof PACES)[number]

/** Where each frame stands along a replay, in milliseconds of playing at single speed. */
export interface Axis {
  readonly pace: Pace
  readonly length: number
  /** Rising, the deal's is 0. */
  readonly places: readonly number[]
  /** In the middle of which pauses something is left out. */
  readonly cuts: readonly number[]
}

/** A longer pause than this is shown as one of this length: a day's deal may lie for hours. In ms. */
export const LONGEST_PAUSE_MS = 60_000
/** Between two events at an even pace, in ms. */
const EVEN_MS = 800

/** The axis of a pace. */
export function axisOf(frames: readonly Frame[], pace: Pace): Axis {
  const places: number[] = []
  const cuts: number[] = []
  let place = 0
  for (const [index, { thought }] of frames.entries()) {
    const gap = index === 0 ? 0 : pace === 'even' ? EVEN_MS : Math.min(thought, LONGEST_PAUSE_MS)
    if (pace === 'real' && thought > LONGEST_PAUSE_MS) cuts.push(place + gap / 2)
    place += gap
    places.push(place)
  }
  return { pace, length: place, places, cuts }
}

/** The last frame that has come by a place. */
export function frameAt({ places }: Axis, place: number): number {
  let [low, high] = [0, places.length - 1]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if ((places[middle] as number) <= place) low = middle
    else high = middle - 1
  }
  return low
}

/** What the game's clock showed at a place, in ms since the reveal. */
export function timeAt(axis: Axis, frames: readonly Frame[], place: number): number {
  const index = frameAt(axis, place)
  const [from, to] = [frames[index], frames[index + 1]]
  if (!from || !to) return from?.t ?? 0
  const [start, end] = [axis.places[index] as number, axis.places[index + 1] as number]
  return end === start ? to.t : from.t + ((to.t - from.t) * (place - start)) / (end - start)
}

/** A mark along the axis: a time in ms since the reveal, or at an even pace how many events. */
export interface Tick {
  readonly place: number
  readonly value: number
}

const TIME_STEPS = [5, 10, 15, 30, 60, 120, 300, 600, 900, 1_800, 3_600].map((seconds) => seconds * 1_000)
const COUNT_STEPS = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000]

/** Marks at round values, at most so many; where something is left out, at even distances instead. The end has one of its own. */
export function ticksOf(axis: Axis, frames: readonly Frame[], most: number): readonly Tick[] {
  const { pace, length, cuts } = axis
  const last: Tick = { place: length, value: pace === 'even' ? frames.length - 1 : (frames.at(-1)?.t ?? 0) }
  if (length === 0) return [last]
  const unit = pace === 'even' ? EVEN_MS : 1
  const steps = pace === 'even' ? COUNT_STEPS : TIME_STEPS
  const round = steps.find((step) => step * unit * most >= length) ?? length / unit
  const step = cuts.length > 0 ? length / Math.min(most, 6) : round * unit
  const ticks: Tick[] = [{ place: 0, value: 0 }]
  // The last mark needs the room of half a step.
  for (let place = step; place < length - step / 2; place += step) {
    ticks.push({ place, value: pace === 'even' ? Math.round(place / unit) : timeAt(axis, frames, place) })
  }
  return [...ticks, last]
}
