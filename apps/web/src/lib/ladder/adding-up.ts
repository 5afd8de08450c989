import type { EndedStage } from '@speedcell/shared/contracts'

/** What is added up: a stage, and the run's sum before it. */
export interface Addition {
  readonly stage: Pick<EndedStage, 'number' | 'points' | 'secondsLeft' | 'score'>
  readonly before: number
}

/** How far the adding up is. */
export interface Sum {
  /** How much of the parts stands, from 0 to 1. */
  readonly parts: number
  /** Null while it does not stand yet. */
  readonly points: number | null
  readonly seconds: number | null
  readonly weighted: boolean
  /** What the stage comes to so far. */
  readonly value: number
  /** The run's sum. */
  readonly run: number
  readonly done: boolean
}

/** When what stands, in ms from the beginning. */
const AT = { points: 600, seconds: 1_200, weighted: 1_900, run: 2_300 } as const

/** How long it all takes, in ms. */
export const ADDING_UP_MS = AT.run

/** The sum so many ms after the beginning: the parts one by one, the points, the seconds counted up, the weight, the run's sum. */
export function sumAt({ stage, before }: Addition, ms: number): Sum {
  const { points, secondsLeft, score } = stage
  const unweighted = points + secondsLeft
  const seconds = Math.round(secondsLeft * share(ms, AT.points, AT.seconds))
  const weight = eased(share(ms, AT.seconds, AT.weighted))
  const carried = eased(share(ms, AT.weighted, AT.run))
  return {
    parts: share(ms, 0, AT.points),
    points: ms < AT.points ? null : points,
    seconds: ms < AT.points ? null : seconds,
    weighted: ms >= AT.seconds,
    value: ms < AT.points ? 0 : ms < AT.seconds ? points + seconds : Math.round(unweighted + (score - unweighted) * weight),
    run: Math.round(before + score * carried),
    done: ms >= AT.run,
  }
}

const share = (ms: number, from: number, to: number): number => Math.min(1, Math.max(0, (ms - from) / (to - from)))
/** Quick at first, then calm. */
const eased = (part: number): number => 1 - (1 - part) ** 3
