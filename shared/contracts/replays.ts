import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { endedStageSchema } from './ladder.ts'
import { autoplaySchema, daySchema, dealSchema, eventsSchema, instantSchema, uuidSchema, variantSchema } from './scalars.ts'
import { runKindSchema } from './stages.ts'

/** A run that has ended, as everybody may see it once nobody can play its deals any more; its own player may at once. */
export const replaySchema = z.object({
  run: uuidSchema,
  kind: runKindSchema,
  /** Of a daily attempt. */
  day: daySchema.nullable(),
  attempt: z.int(),
  /** Null where the player is deleted. */
  name: z.string().nullable(),
  mine: z.boolean(),
  /** Only its own player sees it yet: one of its deals can still be played by someone, and no page shows their numbers. */
  hidden: z.boolean(),
  endedAt: instantSchema,
  score: z.int(),
  stagesWon: z.int(),
  /** Taken out of the lists by an administrator. */
  struck: z.boolean(),
  stages: z.array(
    endedStageSchema.extend({
      deal: dealSchema,
      variant: variantSchema,
      autoplay: autoplaySchema,
      /** At how many ms since the reveal the stage closed at the latest. */
      closesAfter: z.int(),
      events: eventsSchema,
    }),
  ),
})
export type Replay = z.infer<typeof replaySchema>

export const replays = {
  get: endpoint({
    method: 'GET',
    path: '/replays/:run',
    summary:
      'The replay of a run that has ended; refused, with when to come again where that is known, while one of its deals can still be played by someone',
    access: 'anyone',
    limit: 'read',
    params: z.strictObject({ run: uuidSchema }),
    answer: replaySchema,
    errors: ['not-found', 'replay-hidden'],
  }),
}
