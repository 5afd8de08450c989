import { z } from 'zod'
import { badgeSchema } from './badges.ts'
import { endpoint } from './endpoint.ts'
import { daySchema, instantSchema, uuidSchema, variantSchema } from './scalars.ts'
import { runKindSchema } from './stages.ts'

/** How many of a player's latest wins of a variant are told, and how many runs. */
export const LATEST_WINS = 100
export const LATEST_RUNS = 10

/** What a player's games of one variant come to. Best times of free play are the device's word. */
export const variantStatisticsSchema = z.object({
  variant: variantSchema,
  games: z.int(),
  wins: z.int(),
  bestRatedMs: z.int().nullable(),
  bestFreeMs: z.int().nullable(),
  fewestMoves: z.int().nullable(),
})
export type VariantStatistics = z.infer<typeof variantStatisticsSchema>

/** A win among a player's latest of one variant. */
export const winSchema = z.object({ timeMs: z.int(), moves: z.int(), rated: z.boolean(), countedAt: instantSchema })
export type Win = z.infer<typeof winSchema>

export const statisticsSchema = z.object({
  now: instantSchema,
  timeZone: z.string(),
  today: daySchema,
  games: z.int(),
  wins: z.int(),
  cardsHome: z.int(),
  winStreak: z.object({ current: z.int(), longest: z.int() }),
  /** All five, in their order. */
  variants: z.array(variantStatisticsSchema),
  /** The latest wins of each variant, oldest first, at most a hundred; variants without a win left out. */
  latestWins: z.array(z.object({ variant: variantSchema, wins: z.array(winSchema) })),
  /** Games and wins by day, the last year, oldest first, days without a game left out. */
  days: z.array(z.object({ day: daySchema, games: z.int(), wins: z.int() })),
  /**
   * Dailies of the last year whose first attempt has ended, oldest first: solved at whichever attempt or not, and how many in a hundred
   * of the others the first attempt left behind (null until the list has closed).
   */
  dailies: z.array(
    z.object({ day: daySchema, run: uuidSchema, solved: z.boolean(), better: z.int().min(0).max(100).nullable() }),
  ),
  /** The latest runs of several stages that have ended, the latest first, at most ten. */
  runs: z.array(
    z.object({
      run: uuidSchema,
      kind: runKindSchema,
      endedAt: instantSchema,
      score: z.int(),
      stagesWon: z.int(),
      timeMs: z.int(),
    }),
  ),
  /** All sixteen, in their order. */
  badges: z.array(badgeSchema),
})
export type Statistics = z.infer<typeof statisticsSchema>

export const statistics = {
  get: endpoint({
    method: 'GET',
    path: '/players/:name/statistics',
    summary: "A player's statistics, badges and latest runs",
    access: 'anyone',
    limit: 'read',
    params: z.strictObject({ name: z.string().min(1).max(200) }),
    answer: statisticsSchema,
    errors: ['not-found'],
  }),
}
