import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { endedStageSchema } from './ladder.ts'
import { instantSchema, uuidSchema } from './scalars.ts'
import { runKindSchema } from './stages.ts'

export const BOARD_PERIODS = ['day', 'week', 'month', 'all'] as const
/** Which board: of today, of this ISO week, of this month, or of all time; in the site's time zone. */
export type BoardPeriod = (typeof BOARD_PERIODS)[number]

/** Which one it is: `day:2026-11-30`, `week:2026-W49`, `month:2026-11`, `all`. */
export const boardIdSchema = z
  .string()
  .regex(/^(day:\d{4}-\d{2}-\d{2}|week:\d{4}-W\d{2}|month:\d{4}-\d{2}|all)$/)
  .brand<'BoardId'>()
export type BoardId = z.infer<typeof boardIdSchema>

/** What a run's place on a board is decided by, in this order; the run itself comes last. */
export const boardKeySchema = z.object({
  score: z.int(),
  stagesWon: z.int(),
  timeMs: z.int(),
  endedAt: instantSchema,
  run: uuidSchema,
})
export type BoardKey = z.infer<typeof boardKeySchema>

/** A player's best run on a board. A deleted player's has no name. */
export const boardEntrySchema = boardKeySchema.extend({ name: z.string().nullable(), kind: runKindSchema })
export type BoardEntry = z.infer<typeof boardEntrySchema>

/** An entry in its place, as a viewer sees it. */
export const boardRowSchema = boardEntrySchema.extend({ rank: z.int(), me: z.boolean() })
export type BoardRow = z.infer<typeof boardRowSchema>

export const BOARD_PAGE = 50

export const boardSchema = z.object({
  /** The server's clock at this answer. */
  now: instantSchema,
  timeZone: z.string(),
  period: z.enum(BOARD_PERIODS),
  board: boardIdSchema,
  /** When it ends; null for that of all time. */
  endsAt: instantSchema.nullable(),
  players: z.int(),
  /** Where the page begins, counted from 0. */
  offset: z.int(),
  rows: z.array(boardRowSchema),
  /** The own row with its neighbours, at most two on either side; empty without one. */
  around: z.array(boardRowSchema),
  mine: boardRowSchema.nullable(),
  /** The stages of the own run. */
  stages: z.array(endedStageSchema),
  /** How many players stand in each span of scores: `from` inclusive, `width` wide each. */
  scores: z.object({ from: z.int(), width: z.int(), counts: z.array(z.int()) }),
})
export type Board = z.infer<typeof boardSchema>

export const leaderboard = {
  get: endpoint({
    method: 'GET',
    path: '/leaderboard/:period',
    summary: "A board, paged, with the own row and its neighbours: each player's best run",
    access: 'anyone',
    limit: 'read',
    params: z.strictObject({ period: z.enum(BOARD_PERIODS) }),
    query: z.strictObject({
      offset: z.coerce.number().int().min(0).max(10_000_000).default(0),
      limit: z.coerce.number().int().min(1).max(100).default(BOARD_PAGE),
    }),
    answer: boardSchema,
    errors: [],
  }),
}
