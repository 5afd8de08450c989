import type { Outcome as OutcomeRow, Prisma } from '@speedcell/prisma/client'
import { type BadgeId, type Outcome, type StageResult, type StageView, stageResultSchema } from '@speedcell/shared/contracts'
import { decodeEvents, encodeEvents, isVariantId, MAX_T, parseDealNumber, VARIANTS } from '@speedcell/shared/engine'
import { badgesOfStage } from '../badges/index.ts'
import { type Database, DomainError, type Transaction } from '../core/index.ts'
import type { Progress } from './verify.ts'

/** A stage's row with its run and what it came to. */
export type StageRow = Prisma.StageGetPayload<{ include: { run: true } }> & {
  readonly result: Prisma.StageResultGetPayload<object> | null
  readonly late: Prisma.LateResultGetPayload<object> | null
  readonly badges: readonly BadgeId[]
}

/** One of the player's own stages. Throws `not-your-stage` for another's, and for none, which nobody need be able to tell apart. */
export async function getStage(database: Database | Transaction, userId: string, id: string): Promise<StageRow> {
  const stage = await database.stage.findUnique({ where: { id }, include: { run: true } })
  if (stage?.run.userId !== userId) throw new DomainError('not-your-stage')
  // One after the other: a transaction has one connection.
  const result = await database.stageResult.findUnique({ where: { stageId: id } })
  const badges = result ? await badgesOfStage(database, id) : []
  const late = result?.outcome === 'closed' ? await database.lateResult.findUnique({ where: { stageId: id } }) : null
  return { ...stage, result, late, badges }
}

/**
 * One of the player's own stages. The player is locked until the transaction ends, so that whatever they play goes one step at a time;
 * until then the account is not deleted either, and once it is, its stages are nobody's. Throws `not-your-stage`.
 */
export async function lockStage(transaction: Transaction, userId: string, id: string): Promise<StageRow> {
  // The lock comes first and alone: only a statement begun after it sees what those before us have written.
  const locked = await transaction.$queryRaw<unknown[]>`
    SELECT FROM users WHERE id = ${userId}::uuid AND deleted_at IS NULL FOR NO KEY UPDATE`
  if (locked.length === 0) throw new DomainError('not-your-stage')
  return getStage(transaction, userId, id)
}

/** What a stage's row says of how far it is. */
export function progressOf(stage: Omit<StageRow, 'run' | 'result' | 'late' | 'badges'>): Progress {
  const events = decodeEvents(stage.events)
  const deal = parseDealNumber(stage.deal)
  if (!events.ok || !deal.ok || !isVariantId(stage.variant)) throw new Error(`stage ${stage.id} cannot be read`)
  return {
    setup: { deal: deal.value, variant: stage.variant, autoplay: VARIANTS[stage.variant].autoplay },
    undoLimit: stage.undoLimit,
    deadline: sinceReveal(stage, stage.deadline.getTime()),
    events: events.value,
    arrivedMs: stage.arrivedMs,
    lateEvents: stage.lateEvents,
  }
}

/** The columns that keep how far a stage is. */
export const progressColumns = ({ events, arrivedMs, lateEvents }: Progress) => ({
  events: encodeEvents(events),
  eventCount: events.length,
  arrivedMs,
  lateEvents,
})

/** Milliseconds from a stage's reveal to an instant (ms since the epoch); never negative, should the clock be set back. */
export const sinceReveal = (stage: { readonly revealedAt: Date }, instant: number): number =>
  Math.max(0, instant - stage.revealedAt.getTime())

const OUTCOMES: Readonly<Record<OutcomeRow, Outcome>> = {
  won: 'won',
  given_up: 'given-up',
  superseded: 'superseded',
  closed: 'closed',
}

/** What a stage came to, as its player is told: the late win where there is one, else its result; null while it is open. */
export function resultOf({ id, result, late, badges }: Pick<StageRow, 'id' | 'result' | 'late' | 'badges'>): StageResult | null {
  if (!result) return null
  // The schema picks the columns that the result shares with the answer.
  const told = {
    ...result,
    stage: id,
    outcome: OUTCOMES[result.outcome],
    endedAt: result.endedAt.toISOString(),
    badges,
    late: false,
  }
  if (!late) return stageResultSchema.parse(told)
  return stageResultSchema.parse({
    ...told,
    ...late,
    outcome: 'won',
    won: true,
    home: 52,
    points: late.score,
    endedAt: late.receivedAt.toISOString(),
    late: true,
  })
}

/** A stage as its own player sees it at an instant (ms since the epoch), with the claim's token if it is this tab's. */
export function viewOf(stage: StageRow, now: number, claim: string | null): StageView {
  const { setup, undoLimit, deadline, events } = progressOf(stage)
  return {
    id: stage.id,
    run: stage.runId,
    kind: stage.run.kind,
    day: stage.run.day,
    attempt: stage.run.attempt,
    number: stage.number,
    ...setup,
    undoLimit,
    elapsed: Math.min(sinceReveal(stage, now), MAX_T),
    closesAfter: deadline,
    events: events.map(([t, e]) => [t, e]),
    claim,
    result: resultOf(stage),
  }
}
