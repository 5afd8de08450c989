import type { Outcome as OutcomeRow, RunKind, StageResult as StageResultRow } from '@speedcell/prisma/client'
import type { Log, Summary } from '@speedcell/shared/engine'
import type { Day, Transaction } from '../core/index.ts'
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
  /** Whole seconds left to the deadline that are in the score; 0 where they do not count. */
  readonly secondsLeft: number
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

/** A run that has ended, with what its stages came to, in order. */
export interface EndedRun {
  readonly id: string
  readonly userId: string
  readonly kind: RunKind
  readonly score: number
  readonly stagesWon: number
  /** The sum over the revealed stages, in ms. */
  readonly timeMs: number
  readonly endedAt: Date
  /** The day of the site's time zone on which it ended. */
  readonly endedDay: Day
  readonly stages: readonly StageResultRow[]
}

/** A solved log for a stage that its deadline has closed. */
export interface LateWin {
  readonly stage: StageRow
  readonly log: Log
  readonly totals: Summary
  readonly receivedAt: Date
}

/** What a way of rated play adds to the stages that all of them are made of. They write in the result's own transaction. */
export interface RunRules {
  /** What an ended stage is worth. */
  assess(ended: Ended): Worth
  /** Writes all that follows from a result. */
  settle(transaction: Transaction, ended: Ended & Worth): Promise<Settlement>
  /** Writes all that follows from a run that has ended: with its last stage, or because nobody revealed the next one in time. */
  settleRun(transaction: Transaction, run: EndedRun): Promise<readonly Notice[]>
  /** Writes what a late win brings, if this way of playing knows such a thing and it is not too late for it. */
  settleLate(transaction: Transaction, win: LateWin): Promise<void>
}

/** The rules of every way of rated play. */
export type RulesOf = Readonly<Record<RunKind, RunRules>>
