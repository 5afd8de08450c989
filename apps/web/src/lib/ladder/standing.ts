import type { EndedStage, Ladder, LadderRun } from '@speedcell/shared/contracts'
import { LADDER_STAGES } from '#lib/api/endpoints.ts'

/** Why a run has ended: all five were won, the clock ran out, it was given up, or nobody revealed the next stage. */
export type EndReason = 'climbed' | 'time' | 'given-up' | 'idle'

/** What the ladder's page is about. */
export type Standing =
  | { readonly state: 'start' }
  | {
      readonly state: 'playing'
      readonly run: LadderRun
      readonly playing: NonNullable<LadderRun['playing']>
      readonly until: number
    }
  | {
      readonly state: 'between'
      readonly run: LadderRun
      readonly stage: EndedStage
      readonly next: NonNullable<LadderRun['next']>
      readonly until: number
    }
  /** The server is about to close the run. */
  | { readonly state: 'closing'; readonly run: LadderRun }
  | { readonly state: 'ended'; readonly run: LadderRun; readonly stage: EndedStage; readonly reason: EndReason }

/** How long a run that has ended is what the page is about, in ms. */
const RECENT_MS = 3_600_000

/** What the page is about, by what the server has said. `until` is when that changes by itself, in ms since the epoch. */
export function standingOf({ now, open, last }: Pick<Ladder, 'now' | 'open' | 'last'>): Standing {
  if (open) {
    const { playing, next, stages } = open
    if (playing) return { state: 'playing', run: open, playing, until: Date.parse(now) - playing.elapsed + playing.closesAfter }
    const stage = stages.at(-1)
    if (!next || !stage) return { state: 'closing', run: open }
    return { state: 'between', run: open, stage, next, until: Date.parse(next.revealBefore) }
  }
  const stage = last?.stages.at(-1)
  if (!last?.endedAt || !stage || Date.parse(now) - Date.parse(last.endedAt) >= RECENT_MS) return { state: 'start' }
  return { state: 'ended', run: last, stage, reason: reasonOf(stage) }
}

function reasonOf({ won, number, outcome }: EndedStage): EndReason {
  if (won) return number === LADDER_STAGES.length ? 'climbed' : 'idle'
  return outcome === 'given-up' ? 'given-up' : 'time'
}

/** What a run had after a stage, from 1; 0 after none. */
export const sumAfter = ({ stages }: Pick<LadderRun, 'stages'>, number: number): number =>
  stages.reduce((sum, stage) => (stage.number <= number ? sum + stage.score : sum), 0)

/** By how much a run is ahead of another one, after as many stages as it has behind it. */
export const aheadOf = (run: Pick<LadderRun, 'stages'>, other: Pick<LadderRun, 'stages'>): number => {
  const reached = run.stages.at(-1)?.number ?? 0
  return sumAfter(run, reached) - sumAfter(other, reached)
}

/** How a run that has ended stands to the best one: how much it lacks, unless it is that one itself; null where none has brought a point. */
export function comparisonOf(
  { id, score }: Pick<LadderRun, 'id' | 'score'>,
  { best, runs }: Pick<Ladder, 'best' | 'runs'>,
): 'first' | 'best' | number | null {
  if (!best) return null
  if (best.id === id) return runs > 1 ? 'best' : 'first'
  return Math.max(0, best.score - score)
}
