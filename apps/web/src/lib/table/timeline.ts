import type { Card } from '@speedcell/shared/engine'
import type { Flight, Scene } from '../game/flights.ts'

/** A flight with its times, in milliseconds from the start of the show. */
export interface Leg extends Flight {
  readonly kind: Scene['kind']
  readonly start: number
  readonly duration: number
}

const FLIGHT_MS = 180
/** After a move, what follows starts a little before it has come to rest. */
const OVERLAP_MS = 40
const HOP_MS = 110
const HOP_APART_MS = 55
const LONGEST_RUN_MS = 600
const HOME_APART_MS = 90
/** However many cards fly home, they are sent within this time. */
const LONGEST_HOME_MS = 1_800
/** Cards that all move at once start within this time. */
const SPREAD_MS = 160

/** When each flight is shown. */
export function legsOf(scenes: readonly Scene[]): readonly Leg[] {
  const homeApart = Math.min(HOME_APART_MS, LONGEST_HOME_MS / scenes.filter(({ kind }) => kind === 'home').length)
  const legs: Leg[] = []
  let now = 0
  for (const { kind, flights } of scenes) {
    switch (kind) {
      case 'home':
        legs.push(...flights.map((flight) => ({ ...flight, kind, start: now, duration: FLIGHT_MS })))
        now += homeApart
        break
      case 'run': {
        const hops = hopsOf(flights)
        legs.push(...hops.map((hop) => ({ ...hop, start: now + hop.start })))
        now += endOf(hops) - OVERLAP_MS
        break
      }
      case 'move': {
        const apart = flights.length > 2 ? SPREAD_MS / flights.length : 0
        legs.push(...flights.map((flight, index) => ({ ...flight, kind, start: now + index * apart, duration: FLIGHT_MS })))
        now += FLIGHT_MS - OVERLAP_MS
        break
      }
    }
  }
  return legs
}

/** When the last of the legs lands. */
export const endOf = (legs: readonly Leg[]): number =>
  legs.reduce((end, { start, duration }) => Math.max(end, start + duration), 0)

/** A run's hops, one after the other, a card never leaving before it has landed; the whole no longer than its limit. */
function hopsOf(flights: readonly Flight[]): Leg[] {
  const landed = new Map<Card, number>()
  let start = -HOP_APART_MS
  const hops = flights.map((flight): Leg => {
    start = Math.max(start + HOP_APART_MS, landed.get(flight.card) ?? 0)
    landed.set(flight.card, start + HOP_MS)
    return { ...flight, kind: 'run', start, duration: HOP_MS }
  })
  const scale = Math.min(1, LONGEST_RUN_MS / endOf(hops))
  return hops.map((hop) => ({ ...hop, start: hop.start * scale, duration: hop.duration * scale }))
}
