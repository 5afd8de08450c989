import { z } from 'zod'
import { instantSchema } from './scalars.ts'

/** The sixteen badges, in the order in which they are shown. */
export const BADGE_IDS = [
  'first-flight',
  'game-number-one',
  'two-combs',
  'one-comb',
  'bakers-bee',
  'queen-bee',
  'busy-bee',
  'honey-store',
  'swarm',
  'express-bee',
  'beeline',
  'no-way-back',
  'bee-week',
  'bee-month',
  'hive-mate',
  'honey-crown',
] as const
export type BadgeId = (typeof BADGE_IDS)[number]

export const badgeIdSchema = z.enum(BADGE_IDS)

/** A badge of a player: when it was earned, or how far it is. */
export const badgeSchema = z.object({
  badge: badgeIdSchema,
  /** Null while it is not earned. */
  earnedAt: instantSchema.nullable(),
  /** How far it is, where it is earned by a count ("73 of 100"); on one's own page only, else null. */
  progress: z.object({ done: z.int(), of: z.int() }).nullable(),
})
export type Badge = z.infer<typeof badgeSchema>
