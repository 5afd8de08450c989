import type { RunKind } from '@speedcell/prisma/client'
import type { StageResult, StageView } from '@speedcell/shared/contracts'
import { type LogEvent, MAX_EVENTS, parseLog, summary, type VariantId } from '@speedcell/shared/engine'
import { award, badgesOfGame, badgesOfStage } from '../badges/index.ts'
import { type Clock, type Database, type Day, DomainError, dayAt, type Logger, type Transaction } from '../core/index.ts'
import { type Publisher, type Tell, transactAndTell } from '../realtime/index.ts'
import { countGame } from '../stats/index.ts'
import { claimDigest, newClaim } from './claim.ts'
import type { Ended, Outcome, RulesOf, Worth } from './rules.ts'
import { getStage, lockStage, progressColumns, progressOf, resultOf, type StageRow, sinceReveal, viewOf } from './stage.ts'
import { appendHint, gameOf, isRepeat, type Progress, type Verdict, type Verified, verifyBatch, verifyLog } from './verify.ts'

/** How long after a deadline a stage is closed, in ms: what arrived in time may still be waiting for its turn. */
export const CLOSING_GRACE_MS = 2_000
/** How many due stages one sweep closes. */
const SWEEP_SIZE = 1_000

interface Context {
  readonly database: Database
  readonly clock: Clock
  readonly publisher: Publisher
  readonly rules: RulesOf
  readonly logger: Logger
  /** The site's time zone. */
  readonly zone: string
}

/** A stage to be revealed. */
export interface NewStage {
  readonly deal: number
  readonly variant: VariantId
  readonly undoLimit: number | null
  readonly revealedAt: Date
  readonly deadline: Date
}

/** A run to be begun, with its first stage. */
export interface NewRun extends NewStage {
  readonly userId: string
  readonly kind: RunKind
  readonly day: Day | null
  readonly attempt: number
}

/** Which tab speaks of which stage. */
export interface Tab {
  readonly userId: string
  readonly stage: string
  readonly claim: string
}

/** What the server has of a stage after a batch: how many events, at how many ms since the reveal, and the result once they won. */
export interface Acknowledgement {
  readonly length: number
  readonly elapsed: number
  readonly result: StageResult | null
}

/** A stage in which a hint may be given now. */
export interface Hintable {
  readonly stage: StageRow
  readonly progress: Progress
  /** Milliseconds since the reveal. */
  readonly elapsed: number
}

export type Runs = ReturnType<typeof createRuns>

/** Rated play: stages against the server's clock, whatever run they belong to. */
export function createRuns({ database, clock, publisher, rules, logger, zone }: Context) {
  const transact = <T>(work: (transaction: Transaction, tell: Tell) => Promise<T>): Promise<T> =>
    transactAndTell(database, publisher, work)

  /** Begins a run, its first stage revealed. Throws Prisma's P2002 where that attempt exists. */
  async function start(transaction: Transaction, run: NewRun): Promise<StageRow> {
    const { userId, kind, day, attempt, revealedAt, deadline, deal, variant, undoLimit } = run
    const { stages } = await transaction.run.create({
      data: {
        ...{ userId, kind, day, attempt, startedAt: revealedAt, dueAt: deadline },
        stages: { create: { number: 1, deal, variant, undoLimit, revealedAt, deadline } },
      },
      select: { stages: { select: { id: true } } },
    })
    return getStage(transaction, userId, stages[0]?.id ?? '')
  }

  /**
   * Reveals a further stage of a player's run, whose last one has its result. Throws Prisma's P2002 where that stage exists, and
   * `run-over` where the run has ended meanwhile.
   */
  async function addStage(
    transaction: Transaction,
    run: { readonly id: string; readonly userId: string },
    number: number,
    stage: NewStage,
  ): Promise<StageRow> {
    const { count } = await transaction.run.updateMany({
      where: { id: run.id, endedAt: null },
      data: { dueAt: stage.deadline },
    })
    if (count === 0) throw new DomainError('run-over')
    const { id } = await transaction.stage.create({ data: { ...stage, runId: run.id, number }, select: { id: true } })
    return getStage(transaction, run.userId, id)
  }

  /** Takes a locked stage to a new tab, and gives it as that tab sees it. A stage that is over needs no tab. */
  async function take(transaction: Transaction, tell: Tell, stage: StageRow, now: number): Promise<StageView> {
    const current = await closeIfDue(transaction, tell, stage, now)
    if (current.result) return viewOf(current, now, null)
    const claim = newClaim()
    const digest = claimDigest(claim)
    await transaction.stage.updateMany({ where: { id: stage.id }, data: { claim: digest } })
    tell({ type: 'taken', stage: stage.id, claim: digest })
    return viewOf(current, now, claim)
  }

  /** Ends a locked stage: its result, once, and all that follows from it. Gives the stage as it then is. */
  async function end(
    transaction: Transaction,
    tell: Tell,
    stage: StageRow,
    outcome: Outcome,
    { progress, game }: Verified,
    endedAt: Date,
  ): Promise<StageRow> {
    const { id, run } = stage
    const ended = { stage, outcome, progress, totals: summary(game), endedAt }
    const worth = rules[run.kind].assess(ended)
    const { listed, coins, streak, dueAt, notices } = await rules[run.kind].settle(transaction, { ...ended, ...worth })
    const { won, home, moves, undos, hints, points } = ended.totals
    const columns = progressColumns(progress)
    await transaction.stage.updateMany({ where: { id }, data: columns })
    const result = await transaction.stageResult.create({
      data: { stageId: id, outcome, won, home, moves, undos, hints, points, ...worth, endedAt, listed, coins, streak },
    })
    await countStage(transaction, { ...ended, ...worth })
    const score = (run.score ?? 0) + worth.score
    await transaction.run.updateMany({ where: { id: run.id }, data: { dueAt, score } })
    tell({ type: 'ended', stage: id }, ...notices)
    if (!dueAt) await endRun(transaction, tell, run, endedAt)
    return { ...stage, ...columns, result, badges: await badgesOfStage(transaction, id) }
  }

  /** Counts a stage as a game, if a move was made in it, with the badges that it earns. */
  async function countStage(
    transaction: Transaction,
    { stage, progress, totals, endedAt, timeMs }: Ended & Worth,
  ): Promise<void> {
    if (totals.moves === 0) return
    const { id: stageId, run } = stage
    const { userId, kind } = run
    const { deal, variant } = progress.setup
    const { won, home, moves, undos, hints } = totals
    const day = dayAt(endedAt.getTime(), zone)
    const game = { userId, kind, variant, deal, won, home, moves, undos, hints, timeMs, countedAt: endedAt, day, stageId }
    const counted = await countGame(transaction, game)
    if (counted) await award(transaction, { userId, earnedAt: endedAt, stageId }, badgesOfGame({ ...game, rated: true }, counted))
  }

  /** Ends a run, all of whose stages have their results, and writes all that follows from it. */
  async function endRun(
    transaction: Transaction,
    tell: Tell,
    { id, userId, kind }: Pick<StageRow['run'], 'id' | 'userId' | 'kind'>,
    endedAt: Date,
  ): Promise<void> {
    const stages = await transaction.stageResult.findMany({
      where: { stage: { runId: id } },
      orderBy: { stage: { number: 'asc' } },
    })
    const sums = {
      score: stages.reduce((sum, stage) => sum + stage.score, 0),
      stagesWon: stages.filter(({ won }) => won).length,
      timeMs: stages.reduce((sum, stage) => sum + stage.timeMs, 0),
    }
    const ended = { ...sums, endedAt, endedDay: dayAt(endedAt.getTime(), zone) }
    await transaction.run.updateMany({ where: { id }, data: { ...ended, dueAt: null } })
    tell(...(await rules[kind].settleRun(transaction, { id, userId, kind, ...ended, stages })))
  }

  /** Ends a locked stage as it stands. */
  function endAsItStands(transaction: Transaction, tell: Tell, stage: StageRow, outcome: Outcome, at: Date): Promise<StageRow> {
    const progress = progressOf(stage)
    return end(transaction, tell, stage, outcome, { progress, game: gameOf(progress) }, at)
  }

  /** Closes a locked stage whose deadline has passed, should the sweep not have come to it: what is written is the same. */
  async function closeIfDue(transaction: Transaction, tell: Tell, stage: StageRow, now: number): Promise<StageRow> {
    if (stage.result || now <= stage.deadline.getTime()) return stage
    return endAsItStands(transaction, tell, stage, 'closed', stage.deadline)
  }

  /** One of the player's own stages, as the server has it. Throws `not-your-stage`. */
  async function view(userId: string, id: string): Promise<StageView> {
    const now = clock.now()
    const stage = await getStage(database, userId, id)
    if (stage.result || now <= stage.deadline.getTime()) return viewOf(stage, now, null)
    // Who asks for a stage that is due need not wait for the sweep.
    return transact(async (transaction, tell) => {
      const due = await lockStage(transaction, userId, id)
      return viewOf(await closeIfDue(transaction, tell, due, now), now, null)
    })
  }

  /** Takes one of the player's own stages to the tab that asks: the last claim holds. Throws `not-your-stage`. */
  function claim(userId: string, id: string): Promise<StageView> {
    const now = clock.now()
    return transact(async (transaction, tell) => take(transaction, tell, await lockStage(transaction, userId, id), now))
  }

  /** What a stage came to, or null; and the digest of the claim that holds it. Throws `not-your-stage`. */
  async function standing(userId: string, id: string): Promise<{ result: StageResult | null; claim: string | null }> {
    const stage = await getStage(database, userId, id)
    return { result: resultOf(stage), claim: stage.claim }
  }

  /**
   * Appends a batch of events that begins at the index `from`; a batch that wins ends the stage. What the server has already is
   * acknowledged again. Throws `not-your-stage`, `stage-over`, `played-elsewhere`, `stage-closed`, `log-conflict` with what the
   * server has, or the replay's reason with the index of the first bad event; then nothing has changed.
   */
  function append(tab: Tab, from: number, events: readonly LogEvent[]): Promise<Acknowledgement> {
    const now = clock.now()
    return transact(async (transaction, tell) => {
      const stage = await lockStage(transaction, tab.userId, tab.stage)
      const progress = progressOf(stage)
      const elapsed = sinceReveal(stage, now)
      const acknowledge = (length: number, result: StageResult | null): Acknowledgement => ({ length, elapsed, result })
      const repeated = isRepeat(progress, from, events)
      // The batch that won may come again, if its acknowledgement was lost.
      if (stage.result && repeated) return acknowledge(progress.events.length, resultOf(stage))
      holdOrRefuse(stage, tab.claim)
      if (repeated) return acknowledge(progress.events.length, null)
      refuseIfClosed(progress, elapsed)
      const verified = passOrRefuse(verifyBatch(progress, from, events, elapsed), progress, elapsed)
      const { length } = verified.progress.events
      if (verified.game.won) {
        return acknowledge(length, resultOf(await end(transaction, tell, stage, 'won', verified, new Date(now))))
      }
      await transaction.stage.updateMany({ where: { id: stage.id }, data: progressColumns(verified.progress) })
      return acknowledge(length, null)
    })
  }

  /**
   * Ends a stage with its whole log, as it comes from outside. Once there is a result, any log gets it; only a log that solves a
   * stage which its deadline had closed may still bring something. Throws `not-your-stage`, `not-a-log`, `played-elsewhere`,
   * `wrong-game`, `log-conflict` with what the server has, the replay's reason with its index, or `not-over`; then nothing has changed.
   */
  function finish(tab: Tab, log: unknown, givenUp: boolean): Promise<StageResult> {
    const now = clock.now()
    const parsed = parseLog(log)
    return transact(async (transaction, tell) => {
      const found = await lockStage(transaction, tab.userId, tab.stage)
      const stage = await closeIfDue(transaction, tell, found, now)
      const progress = progressOf(stage)
      const elapsed = sinceReveal(stage, now)
      if (stage.result) {
        if (!parsed.ok || stage.result.outcome !== 'closed' || stage.late) return told(stage)
        const verdict = verifyLog(progress, parsed.value, elapsed, false)
        if (!verdict.ok) return told(stage)
        const win = { stage, log: parsed.value, totals: summary(verdict.game), receivedAt: new Date(now) }
        await rules[stage.run.kind].settleLate(transaction, win)
        return told(await getStage(transaction, tab.userId, stage.id))
      }
      if (!parsed.ok) throw new DomainError(parsed.error)
      holdOrRefuse(stage, tab.claim)
      const verified = passOrRefuse(verifyLog(progress, parsed.value, elapsed, givenUp), progress, elapsed)
      return told(await end(transaction, tell, stage, verified.game.won ? 'won' : 'given_up', verified, new Date(now)))
    })
  }

  /**
   * The stage in which a tab asks for a hint, having `length` events. Throws `not-your-stage`, `stage-over`, `played-elsewhere`,
   * `stage-closed`; `log-incomplete` where the server has not the same number of events; `no-hint` where no event has room.
   */
  async function hintable(tab: Tab, length: number): Promise<Hintable> {
    return checkHintable(await getStage(database, tab.userId, tab.stage), tab, length, clock.now())
  }

  /** Puts a hint on the record: the event, and the lines that the next hint may follow. Throws as `hintable` does. */
  function recordHint(tab: Tab, length: number, hintLines: string): Promise<{ event: LogEvent; length: number }> {
    return transact(async (transaction) => {
      const locked = await lockStage(transaction, tab.userId, tab.stage)
      const { stage, progress, elapsed } = checkHintable(locked, tab, length, clock.now())
      const hinted = appendHint(progress, elapsed)
      await transaction.stage.updateMany({ where: { id: stage.id }, data: { ...progressColumns(hinted.progress), hintLines } })
      return { event: hinted.event, length: hinted.progress.events.length }
    })
  }

  /**
   * Closes every stage whose deadline has passed, and every run whose next stage was not revealed in time, each in a transaction of its
   * own, as it stood then. Others may be at it at the same time. Returns how many it closed.
   */
  async function closeDue(): Promise<number> {
    const due = new Date(clock.now() - CLOSING_GRACE_MS)
    const runs = await database.run.findMany({
      where: { dueAt: { lt: due } },
      orderBy: { dueAt: 'asc' },
      take: SWEEP_SIZE,
      select: { id: true },
    })
    let closed = 0
    for (const run of runs) {
      try {
        if (await transact((transaction, tell) => sweepRun(transaction, tell, run.id, due))) closed++
      } catch (error) {
        logger.error({ err: error, run: run.id }, 'a due run could not be closed')
      }
    }
    return closed
  }

  async function sweepRun(transaction: Transaction, tell: Tell, run: string, due: Date): Promise<boolean> {
    // Whoever holds the player's lock is about to end it, or to be late; the next sweep looks again.
    const locked = await transaction.$queryRaw<unknown[]>`
      SELECT FROM runs JOIN users ON users.id = runs.user_id WHERE runs.id = ${run}::uuid
      FOR NO KEY UPDATE OF users SKIP LOCKED`
    return locked.length > 0 && closeRunIfDue(transaction, tell, run, due)
  }

  /**
   * Closes what fell due before an instant in a run of a locked player, as it stood then: its open stage, or between two stages the
   * run. Returns whether it did.
   */
  async function closeRunIfDue(transaction: Transaction, tell: Tell, id: string, before: Date): Promise<boolean> {
    const run = await transaction.run.findUnique({
      where: { id, dueAt: { lt: before } },
      select: { id: true, userId: true, kind: true, dueAt: true, stages: { where: { result: null }, select: { id: true } } },
    })
    if (!run?.dueAt) return false
    const [open] = run.stages
    if (!open) {
      await endRun(transaction, tell, run, run.dueAt)
      return true
    }
    const stage = await getStage(transaction, run.userId, open.id)
    await endAsItStands(transaction, tell, stage, 'closed', stage.deadline)
    return true
  }

  return {
    start,
    addStage,
    take,
    closeRunIfDue,
    endAsItStands,
    view,
    claim,
    standing,
    append,
    finish,
    hintable,
    recordHint,
    closeDue,
  }
}

function told(stage: StageRow): StageResult {
  const result = resultOf(stage)
  if (!result) throw new Error(`stage ${stage.id} has no result`)
  return result
}

/** Lets only the tab on that holds an open stage. */
function holdOrRefuse(stage: StageRow, claim: string): void {
  if (stage.result) throw new DomainError('stage-over')
  if (stage.claim !== claimDigest(claim)) throw new DomainError('played-elsewhere')
}

function refuseIfClosed({ deadline }: Progress, elapsed: number): void {
  if (elapsed > deadline) throw new DomainError('stage-closed')
}

function passOrRefuse(verdict: Verdict, { events }: Progress, elapsed: number): Verified {
  if (verdict.ok) return verdict
  const { code, index } = verdict
  throw new DomainError(code, {
    elapsed,
    ...(index === undefined ? {} : { index }),
    ...(code === 'log-conflict' ? { length: events.length, events } : {}),
  })
}

function checkHintable(stage: StageRow, tab: Tab, length: number, now: number): Hintable {
  holdOrRefuse(stage, tab.claim)
  const progress = progressOf(stage)
  const elapsed = sinceReveal(stage, now)
  refuseIfClosed(progress, elapsed)
  if (progress.events.length !== length) throw new DomainError('log-incomplete', { length: progress.events.length })
  if (length >= MAX_EVENTS) throw new DomainError('no-hint')
  return { stage, progress, elapsed }
}
