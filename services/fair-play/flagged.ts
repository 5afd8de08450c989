import type { Prisma } from '@speedcell/prisma/client'
import { FLAGS, type FlaggedRun, stageFiguresSchema } from '@speedcell/shared/contracts'
import { z } from 'zod'
import type { Database } from '../core/index.ts'

const WHOLE = {
  user: { select: { name: true } },
  figures: true,
  reviews: { orderBy: { at: 'desc' }, include: { admin: { select: { name: true } } } },
} as const satisfies Prisma.RunInclude

const FLAGGED: Prisma.RunWhereInput = { figures: { is: { flags: { isEmpty: false } } } }
const REVIEWED: Prisma.RunWhereInput = { reviews: { some: {} } }

/** Flagged runs that nobody has reviewed yet, the last ended first, and how many there are; or all that are flagged or were reviewed. */
export async function readFlagged(
  database: Database,
  all: boolean,
  offset: number,
  limit: number,
): Promise<{ runs: FlaggedRun[]; total: number }> {
  const where: Prisma.RunWhereInput = all ? { OR: [FLAGGED, REVIEWED] } : { ...FLAGGED, NOT: REVIEWED }
  const [runs, total] = await Promise.all([
    database.run.findMany({ where, orderBy: [{ endedAt: 'desc' }, { id: 'desc' }], skip: offset, take: limit, include: WHOLE }),
    database.run.count({ where }),
  ])
  return { runs: runs.flatMap((run) => flaggedRunOf(run) ?? []), total }
}

/** Any run that has ended, flagged or not; undefined where there is none. */
export async function readRun(database: Database, id: string): Promise<FlaggedRun | undefined> {
  const run = await database.run.findUnique({ where: { id }, include: WHOLE })
  return run ? flaggedRunOf(run) : undefined
}

function flaggedRunOf({
  id,
  kind,
  user,
  endedAt,
  score,
  stagesWon,
  struckAt,
  figures,
  reviews,
}: Prisma.RunGetPayload<{ include: typeof WHOLE }>): FlaggedRun | undefined {
  if (!endedAt) return undefined
  return {
    run: id,
    kind,
    name: user.name,
    endedAt: endedAt.toISOString(),
    score: score ?? 0,
    stagesWon: stagesWon ?? 0,
    flags: FLAGS.filter((flag) => figures?.flags.includes(flag)),
    stages: z.array(stageFiguresSchema).parse(figures?.stages ?? []),
    struck: struckAt !== null,
    reviews: reviews.map(({ act, reason, at, admin }) => ({ act, by: admin.name, reason, at: at.toISOString() })),
  }
}
