import type { ErrorCode } from '@speedcell/shared/contracts'

/** A run as far as revealing goes: whether it has ended, and its stages in order, with whether they have. */
export interface Standing {
  readonly ended: boolean
  readonly stages: readonly { readonly id: string; readonly number: number; readonly ended: boolean }[]
}

/** Why nothing is revealed. */
export interface Refused {
  readonly refused: Extract<ErrorCode, 'run-over' | 'stage-out-of-order'>
}

/** What comes of asking for a stage: one that is there already, a further one of this run, or the first one of a new run. */
export type Revealed = { readonly known: string } | { readonly further: number } | { readonly first: true } | Refused

/** Decides what comes of asking for a stage, counted from 1, of a run in which nothing is due; null: there is no run yet. */
export function decideReveal(run: Standing | null, number: number): Revealed {
  if (!run) return number === 1 ? { first: true } : { refused: 'stage-out-of-order' }
  const known = run.stages.find((stage) => stage.number === number)
  if (known) return { known: known.id }
  if (run.ended) return { refused: 'run-over' }
  const last = run.stages.at(-1)
  return last?.ended && number === last.number + 1 ? { further: number } : { refused: 'stage-out-of-order' }
}
