import type { Prisma } from '@speedcell/prisma/client'
import type { StageFigures } from '@speedcell/shared/contracts'
import { isMoveText, type LogEvent, type Setup } from '@speedcell/shared/engine'
import type { Clock, Database, Logger } from '../core/index.ts'
import { type Progress, progressOf } from '../runs/index.ts'
import { figuresOf, type Share } from './figures.ts'
import { flagged, flagsOf, LINE_MOVES } from './flags.ts'

/** How many runs are measured at a time, at most; and after how many ms it is enough, so that whoever wants to stop need not wait long. */
const AT_A_TIME = 50
const LONGEST_MS = 5_000
/** What ended so long before the last measuring has been tried often enough, in ms. */
const PATIENCE_MS = 48 * 3_600_000

interface Context {
  readonly database: Database
  readonly clock: Clock
  readonly logger: Logger
  /** How much of a game goes by the solver's lines. */
  readonly share: (game: { readonly setup: Setup; readonly events: readonly LogEvent[] }) => Promise<Share>
}

const WITH_STAGES = { stages: { orderBy: { number: 'asc' } } } as const satisfies Prisma.RunInclude

type EndedRun = Prisma.RunGetPayload<{ include: typeof WITH_STAGES }>

export type Measures = ReturnType<typeof createMeasures>

/** The figures of rated runs. */
export function createMeasures({ database, clock, logger, share }: Context) {
  /** Measures runs that have ended and have no figures yet, the oldest first, some at a time. Returns how many it measured. */
  async function measureEnded(): Promise<number> {
    const latest = await database.runFigures.aggregate({ _max: { measuredAt: true } })
    const since = new Date((latest._max.measuredAt?.getTime() ?? 0) - PATIENCE_MS)
    const runs = await database.run.findMany({
      where: { endedAt: { gte: since }, figures: null },
      orderBy: { endedAt: 'asc' },
      take: AT_A_TIME,
      include: WITH_STAGES,
    })
    const until = performance.now() + LONGEST_MS
    let measured = 0
    for (const run of runs) {
      if (performance.now() > until) break
      try {
        await measure(run)
        measured++
      } catch (error) {
        logger.error({ err: error, run: run.id }, 'a run could not be measured')
      }
    }
    return measured
  }

  async function measure({ id: runId, stages: rows }: EndedRun): Promise<void> {
    const stages: StageFigures[] = []
    for (const row of rows) {
      const progress = progressOf(row)
      stages.push(flagged(figuresOf({ ...progress, number: row.number }, await shareOf(progress))))
    }
    const figures = { runId, stages, flags: flagsOf(stages), measuredAt: new Date(clock.now()) }
    // Another process may have been at it too: it has found the same.
    await database.runFigures.createMany({ data: [figures], skipDuplicates: true })
  }

  /** The solver is not asked about so few moves that its answer would say nothing. */
  async function shareOf({ setup, events }: Progress): Promise<Share> {
    return events.filter(([, text]) => isMoveText(text)).length < LINE_MOVES ? null : share({ setup, events })
  }

  return { measureEnded }
}
