import { randomInt } from 'node:crypto'
import { LADDER_STAGES, type Ladder, type StageView } from '@speedcell/shared/contracts'
import { lockUser } from '../accounts/index.ts'
import { type Clock, type Database, DomainError, dayAt, type Transaction } from '../core/index.ts'
import { boardsOf, type Leaderboard } from '../leaderboard/index.ts'
import { type Publisher, type Tell, transactAndTell } from '../realtime/index.ts'
import { lockStage, type NewStage, type Runs, type StageRow, WITH_RESULTS } from '../runs/index.ts'
import { barredDeals, drawDeal, type Random } from './draw.ts'
import { decideReveal, type Refused, type Revealed, type Standing } from './reveal.ts'
import { pooledDeals, type StageDeals, stageAt } from './stages.ts'
import { findRun } from './view.ts'

interface Context {
  readonly database: Database
  readonly clock: Clock
  readonly publisher: Publisher
  readonly runs: Runs
  readonly leaderboard: Pick<Leaderboard, 'getStanding'>
  /** The site's time zone. */
  readonly zone: string
  /** Which deals a stage may get: those of the pools unless given. */
  readonly deals?: StageDeals
  readonly random?: Random
}

export type LadderService = ReturnType<typeof createLadder>

/** The ladder: runs of five stages, one open run a player. */
export function createLadder({
  database,
  clock,
  publisher,
  runs,
  leaderboard,
  zone,
  deals = pooledDeals,
  random = (bound) => randomInt(bound),
}: Context) {
  /** What a viewer may know of their own ladder; nothing for one without an account. */
  async function get(viewer: string | null): Promise<Ladder> {
    const now = clock.now()
    const common = { now: new Date(now).toISOString(), timeZone: zone }
    if (viewer === null) return { ...common, open: null, last: null, best: null, runs: 0, climbed: 0, week: null }
    await closeIfDue(viewer, now)
    const mine = { userId: viewer, kind: 'ladder' } as const
    const ended = { ...mine, endedAt: { not: null } }
    const [open, last, best, count, climbed, week] = await Promise.all([
      findRun(database, { ...mine, endedAt: null }, [], now),
      findRun(database, ended, [{ endedAt: 'desc' }, { id: 'desc' }], now),
      findRun(
        database,
        { ...ended, struckAt: null, score: { gt: 0 } },
        [{ score: 'desc' }, { stagesWon: 'desc' }, { timeMs: 'asc' }, { endedAt: 'asc' }, { id: 'asc' }],
        now,
      ),
      database.run.count({ where: ended }),
      database.run.count({ where: { ...ended, stagesWon: LADDER_STAGES.length } }),
      leaderboard.getStanding(boardsOf(dayAt(now, zone)).week.id, viewer),
    ])
    return { ...common, open, last, best, runs: count, climbed, week }
  }

  /** Closes what is due in a player's open run, should the sweep not have come to it: what is written is the same. */
  async function closeIfDue(userId: string, now: number): Promise<void> {
    const due = { userId, kind: 'ladder', dueAt: { lt: new Date(now) } } as const
    if ((await database.run.count({ where: due })) === 0) return
    await transactAndTell(database, publisher, async (transaction, tell) => {
      if (await lockUser(transaction, userId)) await runOf(transaction, tell, userId, null, now)
    })
  }

  /** Throws what revealing a stage would throw for a player who has no run: for callers who make an account first. */
  function checkFirstReveal(runId: string | null, number: number): void {
    if (runId !== null) throw new DomainError('not-your-run')
    needAllowed(decideReveal(null, number))
  }

  /**
   * Reveals a stage, counted from 1, of one of a player's runs and claims it for the tab that asks; without a run, of the open one, or
   * of a new one. A revealed one is the same stage again, also after the run has ended. Throws `not-your-run`, `run-over` after a stage
   * that was not won, or when the time to reveal the next one is up, `stage-out-of-order`, and `not-signed-in` where the account has
   * been deleted meanwhile.
   */
  async function reveal(userId: string, runId: string | null, number: number): Promise<StageView> {
    const now = clock.now()
    const answer = await transactAndTell(database, publisher, async (transaction, tell) => {
      // One reveal of a player at a time, and none of a player who is gone.
      if (!(await lockUser(transaction, userId))) throw new DomainError('not-signed-in')
      const run = await runOf(transaction, tell, userId, runId, now)
      const revealed = decideReveal(run, number)
      // What was due is closed also where nothing is revealed: a refusal must not undo it.
      if ('refused' in revealed) return revealed
      return runs.take(transaction, tell, await stageOf(transaction, userId, run?.id ?? '', revealed, now), now)
    })
    needAllowed(answer)
    return answer
  }

  /**
   * One of a locked player's runs, once what was due in it is closed; without an id the one that is open, or null. Throws `not-your-run`.
   */
  async function runOf(
    transaction: Transaction,
    tell: Tell,
    userId: string,
    runId: string | null,
    now: number,
  ): Promise<(Standing & { readonly id: string }) | null> {
    const which = runId === null ? { endedAt: null } : { id: runId }
    const found = await transaction.run.findFirst({ where: { ...which, userId, kind: 'ladder' }, select: { id: true } })
    if (!found) {
      if (runId !== null) throw new DomainError('not-your-run')
      return null
    }
    await runs.closeRunIfDue(transaction, tell, found.id, new Date(now))
    const { id, endedAt, stages } = await transaction.run.findUniqueOrThrow({
      where: { id: found.id },
      select: { id: true, endedAt: true, ...WITH_RESULTS },
    })
    const ended = endedAt !== null
    if (ended && runId === null) return null
    return { id, ended, stages: stages.map((stage) => ({ ...stage, ended: stage.result !== null })) }
  }

  /** The stage that comes of a reveal, locked. */
  async function stageOf(
    transaction: Transaction,
    userId: string,
    runId: string,
    revealed: Exclude<Revealed, Refused>,
    now: number,
  ): Promise<StageRow> {
    if ('known' in revealed) return lockStage(transaction, userId, revealed.known)
    if ('further' in revealed) {
      const stage = await newStage(transaction, userId, revealed.further, now)
      return runs.addStage(transaction, { id: runId, userId }, revealed.further, stage)
    }
    const stage = await newStage(transaction, userId, 1, now)
    return runs.start(transaction, { ...stage, userId, kind: 'ladder', day: null, attempt: 1 })
  }

  async function newStage(transaction: Transaction, userId: string, number: number, now: number): Promise<NewStage> {
    const { variant, ms } = stageAt(number)
    const deal = drawDeal(await deals(number), await barredDeals(transaction, userId), random)
    return { deal, variant, undoLimit: null, revealedAt: new Date(now), deadline: new Date(now + ms) }
  }

  return { get, checkFirstReveal, reveal }
}

/** Passes what is no refusal. */
function needAllowed<T extends object>(answer: T | Refused): asserts answer is Exclude<T, Refused> {
  if ('refused' in answer) throw new DomainError(answer.refused)
}
