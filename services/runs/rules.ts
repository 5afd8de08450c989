import type { Outcome as OutcomeRow, RunKind } from '@speedcell/prisma/client'
import type { Log, Summary } from '@speedcell/shared/engine'
import type { Transaction } from '../core/index.ts'
import type { Notice } from '../realtime/index.ts'
import type { StageRow } from './stage.ts'
import type { Progress } from './verify.ts'

export type Outcome = OutcomeRow

/** A stage that has just ended, and what its log comes to. */
export interface Ended {
  readonly stage: StageRow
  readonly outcome: Outcome
  readonly progress: Progress
  readonly totals: Summary
  /** By the server's clock. A stage that its deadline closed ended then, whenever that was noticed. */
  readonly endedAt: Date
}

/** What a stage is worth. */
export interface Worth {
  readonly score: number
  /** The time that it is listed with, in ms. */
  readonly timeMs: number
}

/** What followed from a result. */
export interface Settlement {
  readonly listed: boolean
  readonly coins: number
  readonly streak: number
  /** When the run falls due again, as for its next stage; null: the run has ended with this stage. */
  readonly dueAt: Date | null
  readonly notices: readonly Notice[]
}

/** A solved log for a stage that its deadline has closed. */
export interface LateWin {
  readonly stage: StageRow
  readonly log: Log
  readonly totals: Summary
  readonly receivedAt: Date
}

/** What a way of rated play adds to the stages that all of them are made of. Both write in the result's own transaction. */
export interface RunRules {
  /** What an ended stage is worth. */
  assess(ended: Ended): Worth
  /** Writes all that follows from a result. */
  settle(transaction: Transaction, ended: Ended & Worth): Promise<Settlement>
  /** Writes what a late win brings, if this way of playing knows such a thing and it is not too late for it. */
  settleLate(transaction: Transaction, win: LateWin): Promise<void>
}

/** The rules of every way of rated play. */
export type RulesOf = Readonly<Record<RunKind, RunRules>>
