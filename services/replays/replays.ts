import type { Prisma } from '@speedcell/prisma/client'
import type { Replay } from '@speedcell/shared/contracts'
import { type Clock, type Database, DomainError } from '../core/index.ts'
import { endedStagesOf, progressOf } from '../runs/index.ts'
import { isPlayedElsewhere } from './playable.ts'

interface Context {
  readonly database: Database
  readonly clock: Clock
}

const WHOLE = {
  user: { select: { name: true } },
  daily: { select: { closesAt: true, closedAt: true } },
  stages: { orderBy: { number: 'asc' }, include: { result: true } },
} as const satisfies Prisma.RunInclude

type WholeRun = Prisma.RunGetPayload<{ include: typeof WHOLE }>
type WholeStage = WholeRun['stages'][number]

export type Replays = ReturnType<typeof createReplays>

/** Runs that have ended, as they can be watched. */
export function createReplays({ database, clock }: Context) {
  /**
   * A run's replay as a viewer may see it. Throws `not-found` for a run that is not there, or is another's and still open, which
   * nobody need be able to tell apart; `replay-hidden` for an own one that is open, and for another's as long as one of its deals can
   * still be played by someone. The own player sees an ended run at once: its log is no news to them.
   */
  async function get(id: string, viewer: string | null): Promise<Replay> {
    const run = await database.run.findUnique({ where: { id }, include: WHOLE })
    const mine = run !== null && run.userId === viewer
    if (run === null || (run.endedAt === null && !mine)) throw new DomainError('not-found')
    const opensAt = run.daily && !run.daily.closedAt ? run.daily.closesAt : null
    const hidden = opensAt !== null || (await isPlayedElsewhere(database, { run: id, deals: dealsOf(run) }, clock.now()))
    if (run.endedAt === null || (hidden && !mine)) {
      throw new DomainError('replay-hidden', opensAt === null ? {} : { opensAt: opensAt.toISOString() })
    }
    return {
      run: id,
      kind: run.kind,
      day: run.day,
      attempt: run.attempt,
      name: run.user.name,
      mine,
      hidden,
      endedAt: run.endedAt.toISOString(),
      score: run.score ?? 0,
      stagesWon: run.stagesWon ?? 0,
      struck: run.struckAt !== null,
      stages: run.stages.map(stageOf),
    }
  }

  return { get }
}

const dealsOf = ({ stages }: WholeRun): number[] => stages.map(({ deal }) => deal)

/** A stage as it counted: what was handed in after a list's closing stands beside the result, and is not shown. */
function stageOf(stage: WholeStage): Replay['stages'][number] {
  const [ended] = endedStagesOf({ stages: [stage] })
  if (!ended) throw new Error(`stage ${stage.id} has no result`)
  const { setup, deadline, events } = progressOf(stage)
  return { ...ended, ...setup, closesAfter: deadline, events: events.map(([t, e]) => [t, e]) }
}
