import { type Axis, axisOf, frameAt, PACES, type Pace, timeAt } from './axis.ts'
import type { Frame } from './frames.ts'

/** How many times as fast as it was. */
export const SPEEDS = [1, 2, 4, 8] as const
export type Speed = (typeof SPEEDS)[number]

/** Where a replay stands, and how it goes on. It shows nothing and has no clock: whoever shows it calls `advance`. */
export class ReplayPlayer {
  readonly frames: readonly Frame[]
  readonly #axes: Readonly<Record<Pace, Axis>>
  /** Which frame is shown. */
  index = $state(0)
  /** Where on the axis it stands, in ms: between two events while it plays or is moved by hand. */
  place = $state(0)
  playing = $state(false)
  speed: Speed = $state(1)
  pace: Pace = $state('real')

  readonly axis = $derived.by(() => this.#axes[this.pace])
  readonly frame = $derived.by(() => this.frames[this.index] as Frame)
  readonly last = $derived.by(() => this.frames.length - 1)
  /** What the game's clock shows, in ms. */
  readonly time = $derived.by(() => timeAt(this.axis, this.frames, this.place))

  /** `start`: the frame to begin with, whatever number a link names. */
  constructor(frames: readonly Frame[], start = 0) {
    this.frames = frames
    this.#axes = { real: axisOf(frames, PACES[0]), even: axisOf(frames, PACES[1]) }
    this.go(start)
  }

  /** Shows a frame, the nearest that there is. */
  go(index: number): void {
    this.index = Math.max(0, Math.min(Math.trunc(index) || 0, this.frames.length - 1))
    this.place = this.#axes[this.pace].places[this.index] ?? 0
  }

  /** So many frames forwards, or back; what plays stops. */
  step(count: number): void {
    this.playing = false
    this.go(this.index + count)
  }

  /** Goes to a place on the axis. */
  seek(place: number): void {
    const { length } = this.axis
    this.place = Math.max(0, Math.min(place, length))
    this.index = frameAt(this.axis, this.place)
  }

  /** Plays or pauses; at the end it plays from the start again. */
  toggle(): void {
    if (!this.playing && this.index === this.last) this.go(0)
    this.playing = !this.playing && this.last > 0
  }

  setPace(pace: Pace): void {
    this.pace = pace
    this.go(this.index)
  }

  /** Lets so many milliseconds go by while it plays. */
  advance(ms: number): void {
    if (!this.playing) return
    this.seek(this.place + ms * this.speed)
    if (this.index === this.last) {
      this.go(this.last)
      this.playing = false
    }
  }
}
