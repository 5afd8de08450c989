import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { instantSchema, uuidSchema } from './scalars.ts'
import { runKindSchema } from './stages.ts'

/** Why a run is looked at: what in it is beyond what people can do, or how its events came in. */
export const FLAGS = ['fast-start', 'fast-moves', 'even-gaps', 'solver-line', 'late-events'] as const
export type Flag = (typeof FLAGS)[number]

/** How one stage was played. */
export const stageFiguresSchema = z.object({
  number: z.int(),
  moves: z.int(),
  /** Before the first move, in ms; null without a move. */
  firstMoveMs: z.int().nullable(),
  /** The median gap between moves in ms, and how much gaps spread: their standard deviation by their mean. */
  medianGapMs: z.int().nullable(),
  gapSpread: z.number().nullable(),
  movesASecond: z.number().nullable(),
  /** The share of moves that are those of our solver's line from there, 0 to 1, and of how many; null where none was measured. */
  solverShare: z.number().nullable(),
  measuredMoves: z.int(),
  /** How many events there are, and how many of them arrived more than 30 s after their time. */
  events: z.int(),
  lateEvents: z.int(),
  /** What in this stage is to be looked at. */
  flags: z.array(z.enum(FLAGS)),
})
export type StageFigures = z.infer<typeof stageFiguresSchema>

export const REVIEW_ACTS = ['struck', 'cleared'] as const

/** `by`: null where that administrator's account is deleted. */
export const reviewSchema = z.object({
  act: z.enum(REVIEW_ACTS),
  by: z.string().nullable(),
  reason: z.string(),
  at: instantSchema,
})

/** A run that is flagged, or was reviewed. */
export const flaggedRunSchema = z.object({
  run: uuidSchema,
  kind: runKindSchema,
  name: z.string().nullable(),
  endedAt: instantSchema,
  score: z.int(),
  stagesWon: z.int(),
  flags: z.array(z.enum(FLAGS)),
  stages: z.array(stageFiguresSchema),
  struck: z.boolean(),
  /** What was done about it, the latest first. */
  reviews: z.array(reviewSchema),
})
export type FlaggedRun = z.infer<typeof flaggedRunSchema>

/** PostgreSQL's texts cannot hold a NUL. */
const hasNoNul = (text: string): boolean => !text.includes('\0')

const review = z.strictObject({ reason: z.string().trim().min(3).max(500).refine(hasNoNul) })
const runParams = z.strictObject({ run: uuidSchema })

export const fairPlay = {
  flagged: endpoint({
    method: 'GET',
    path: '/admin/flagged',
    summary: 'Flagged runs, the latest first; those that nobody has reviewed yet unless all are asked for',
    access: 'admin',
    limit: 'read',
    query: z.strictObject({
      all: z.stringbool().default(false),
      offset: z.coerce.number().int().min(0).max(1_000_000).default(0),
      limit: z.coerce.number().int().min(1).max(100).default(50),
    }),
    answer: z.object({ runs: z.array(flaggedRunSchema), total: z.int() }),
    errors: ['not-allowed'],
  }),
  run: endpoint({
    method: 'GET',
    path: '/admin/runs/:run',
    summary: "Any ended run's figures and reviews",
    access: 'admin',
    limit: 'read',
    params: runParams,
    answer: flaggedRunSchema,
    errors: ['not-allowed', 'not-found'],
  }),
  strike: endpoint({
    method: 'POST',
    path: '/admin/runs/:run/strike',
    summary: 'Takes a run out of the lists, which close up; kept on record with its reason',
    access: 'admin',
    limit: 'write',
    params: runParams,
    body: review,
    answer: flaggedRunSchema,
    errors: ['not-allowed', 'not-found'],
  }),
  clear: endpoint({
    method: 'POST',
    path: '/admin/runs/:run/clear',
    summary: 'Says that a run is fine, and puts it back where it was struck; kept on record with its reason',
    access: 'admin',
    limit: 'write',
    params: runParams,
    body: review,
    answer: flaggedRunSchema,
    errors: ['not-allowed', 'not-found'],
  }),
}
