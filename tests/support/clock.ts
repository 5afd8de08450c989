import type { Clock } from '@speedcell/services/core'

/** A clock that stands until it is set. */
export interface FakeClock extends Clock {
  /** Goes to an instant, written in ISO 8601 with its offset. */
  set(iso: string): void
  /** Goes on by so many milliseconds. */
  advance(ms: number): void
}

/** A clock that stands at the given instant (ISO 8601 with an offset, `2026-11-30T23:59:00+01:00`). */
export function fakeClock(iso: string): FakeClock {
  let now = instant(iso)
  return {
    now: () => now,
    set: (to) => {
      now = instant(to)
    },
    advance: (ms) => {
      now += ms
    },
  }
}

function instant(iso: string): number {
  return Temporal.Instant.from(iso).epochMilliseconds
}
