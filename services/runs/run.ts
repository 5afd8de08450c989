import type { Prisma } from '@speedcell/prisma/client'
import { type EndedStage, endedStageSchema } from '@speedcell/shared/contracts'
import { resultOf } from './stage.ts'

/** What has to be read of a run to tell what its stages came to. */
export const WITH_RESULTS = {
  stages: { select: { id: true, number: true, result: true }, orderBy: { number: 'asc' } },
} as const satisfies Prisma.RunSelect

/** A run's stages that have ended, in order. */
export function endedStagesOf({ stages }: Prisma.RunGetPayload<{ select: typeof WITH_RESULTS }>): EndedStage[] {
  return stages.flatMap(({ id, number, result }) => {
    const told = resultOf({ id, result, late: null, badges: [] })
    // The schema picks what a run's sum is made of.
    return told ? [endedStageSchema.parse({ number, ...told })] : []
  })
}
