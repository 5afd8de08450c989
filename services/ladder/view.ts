import type { Prisma } from '@speedcell/prisma/client'
import type { LadderRun } from '@speedcell/shared/contracts'
import { stageScore, summary } from '@speedcell/shared/engine'
import type { Database } from '../core/index.ts'
import { endedStagesOf, gameOf, getStage, progressOf, sinceReveal, WITH_RESULTS } from '../runs/index.ts'

const SEEN = {
  ...{ id: true, userId: true, startedAt: true, endedAt: true, score: true, dueAt: true },
  ...WITH_RESULTS,
} as const satisfies Prisma.RunSelect

type SeenRun = Prisma.RunGetPayload<{ select: typeof SEEN }>

/** One of the player's ladder runs at an instant (ms since the epoch): the first in an order of those that meet a condition. */
export async function findRun(
  database: Database,
  where: Prisma.RunWhereInput,
  orderBy: Prisma.RunOrderByWithRelationInput[],
  now: number,
): Promise<LadderRun | null> {
  const run = await database.run.findFirst({ where: { ...where, kind: 'ladder' }, orderBy, select: SEEN })
  return run && viewOf(database, run, now)
}

async function viewOf(database: Database, run: SeenRun, now: number): Promise<LadderRun> {
  const stages = endedStagesOf(run)
  const open = run.stages.find(({ result }) => !result)
  return {
    id: run.id,
    startedAt: run.startedAt.toISOString(),
    endedAt: run.endedAt?.toISOString() ?? null,
    score: stages.reduce((sum, stage) => sum + stage.score, 0),
    stagesWon: stages.filter(({ won }) => won).length,
    stages,
    playing: open ? await playingOf(database, run.userId, open.id, now) : null,
    next: open || !run.dueAt ? null : { number: stages.length + 1, revealBefore: run.dueAt.toISOString() },
  }
}

async function playingOf(database: Database, userId: string, id: string, now: number): Promise<LadderRun['playing']> {
  const stage = await getStage(database, userId, id)
  const progress = progressOf(stage)
  const { home, moves, points } = summary(gameOf(progress))
  return {
    ...{ number: stage.number, stage: id, home, moves },
    elapsed: sinceReveal(stage, now),
    closesAfter: progress.deadline,
    scoreNow: stageScore({ points, won: false, secondsLeft: 0, stage: stage.number }),
  }
}
