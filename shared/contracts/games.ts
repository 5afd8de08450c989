import { z } from 'zod'
import { badgeIdSchema } from './badges.ts'
import { endpoint } from './endpoint.ts'
import { logSchema, uuidSchema } from './scalars.ts'

/** What came of a free game that was handed in. */
export const countedGameSchema = z.object({
  /** False for a game that counted before: the same id, or the same deal, variant and moves; and for one without a move. */
  counted: z.boolean(),
  won: z.boolean(),
  /** Earned by this game, also when it is handed in again under its id. */
  badges: z.array(badgeIdSchema),
})
export type CountedGame = z.infer<typeof countedGameSchema>

export const games = {
  count: endpoint({
    method: 'POST',
    path: '/games',
    summary: 'Counts an ended free game: its log is replayed here. A game that is not won was restarted or replaced',
    access: 'player',
    limit: 'count',
    /** `id`: made at the deal. `player`: who was signed in when it ended; for nobody else it counts. */
    body: z.strictObject({ id: uuidSchema, player: uuidSchema, log: logSchema }),
    answer: countedGameSchema,
    errors: ['not-a-log', 'time-falls', 'nothing-to-undo', 'cannot-finish', 'illegal-move', 'after-end'],
  }),
}
