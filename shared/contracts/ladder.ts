import { z } from 'zod'
import type { VariantId } from '../engine/index.ts'
import { endpoint } from './endpoint.ts'
import { instantSchema, localeSchema, millisSchema, uuidSchema } from './scalars.ts'
import { stageResultSchema, stageSchema } from './stages.ts'

/** The ladder's stages, 1 to 5: what is played, and for how many minutes. */
export const LADDER_STAGES: readonly { readonly variant: VariantId; readonly minutes: number }[] = [
  { variant: 'freecell-4', minutes: 10 },
  { variant: 'freecell-4', minutes: 9 },
  { variant: 'freecell-3', minutes: 8 },
  { variant: 'freecell-2', minutes: 7 },
  { variant: 'freecell-1', minutes: 6 },
]

/** How long after a won stage the next one can be revealed, in ms. */
export const BETWEEN_STAGES_MS = 600_000

/** A stage of a run that has ended, as it is added up: score = (points + seconds left) × number. */
export const endedStageSchema = stageResultSchema
  .pick({
    ...{ stage: true, outcome: true, won: true, home: true, moves: true, undos: true, hints: true },
    ...{ points: true, secondsLeft: true, score: true, timeMs: true },
  })
  .extend({ number: z.int() })
export type EndedStage = z.infer<typeof endedStageSchema>

/** A ladder run of the player's own. */
export const ladderRunSchema = z.object({
  id: uuidSchema,
  startedAt: instantSchema,
  /** Null while it is open. */
  endedAt: instantSchema.nullable(),
  /** The sum so far. */
  score: z.int(),
  stagesWon: z.int(),
  /** Those that have ended, in order. */
  stages: z.array(endedStageSchema),
  /** The stage in play: how far it is, and what a time-out now would bring. */
  playing: z
    .object({
      number: z.int(),
      stage: uuidSchema,
      elapsed: millisSchema,
      closesAfter: z.int(),
      home: z.int(),
      moves: z.int(),
      scoreNow: z.int(),
    })
    .nullable(),
  /** The stage that can be revealed now, and until when. */
  next: z.object({ number: z.int(), revealBefore: instantSchema }).nullable(),
})
export type LadderRun = z.infer<typeof ladderRunSchema>

export const ladderSchema = z.object({
  /** The server's clock at this answer: countdowns run from it. */
  now: instantSchema,
  timeZone: z.string(),
  /** The open run, and the last one that has ended. */
  open: ladderRunSchema.nullable(),
  last: ladderRunSchema.nullable(),
  /** The best run that has ended, to be beaten. */
  best: ladderRunSchema.nullable(),
  /** How many runs have ended, and in how many all five stages were won. */
  runs: z.int(),
  climbed: z.int(),
  /** The place on this week's board. */
  week: z.object({ rank: z.int(), players: z.int() }).nullable(),
})
export type Ladder = z.infer<typeof ladderSchema>

export const ladder = {
  get: endpoint({
    method: 'GET',
    path: '/ladder',
    summary: 'The own ladder: the open run, the last and the best; all empty without an account',
    access: 'anyone',
    limit: 'read',
    answer: ladderSchema,
    errors: [],
  }),
  reveal: endpoint({
    method: 'POST',
    path: '/ladder/reveal',
    summary:
      'Reveals a stage and claims it for this tab. Without a run: the first stage of a new run, or of the one that is open; makes an account where there is none. A stage that is revealed already is the same again',
    access: 'anyone',
    limit: 'reveal',
    body: z.strictObject({ run: uuidSchema.nullable(), stage: z.int().min(1).max(LADDER_STAGES.length), locale: localeSchema }),
    answer: stageSchema,
    status: 201,
    errors: ['not-your-run', 'run-over', 'stage-out-of-order', 'not-signed-in'],
  }),
}
