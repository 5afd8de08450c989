import { z } from 'zod'
import { badgeIdSchema } from './badges.ts'
import { endpoint } from './endpoint.ts'
import {
  autoplaySchema,
  claimSchema,
  daySchema,
  dealSchema,
  eventSchema,
  eventsSchema,
  instantSchema,
  logSchema,
  millisSchema,
  uuidSchema,
  variantSchema,
} from './scalars.ts'

/** The ways of rated play. */
export const RUN_KINDS = ['daily', 'ladder'] as const
export const runKindSchema = z.enum(RUN_KINDS)

export const OUTCOMES = ['won', 'given-up', 'superseded', 'closed'] as const
export type Outcome = (typeof OUTCOMES)[number]

/** What a stage came to, and what it brought. Written once; a repeated finish gets the same. */
export const stageResultSchema = z.object({
  stage: uuidSchema,
  outcome: z.enum(OUTCOMES),
  won: z.boolean(),
  home: z.int(),
  moves: z.int(),
  undos: z.int(),
  hints: z.int(),
  points: z.int(),
  /** On the ladder: whole seconds that were left and count; else 0. */
  secondsLeft: z.int(),
  score: z.int(),
  timeMs: millisSchema,
  endedAt: instantSchema,
  /** Whether it made the day's list (the first attempt does). */
  listed: z.boolean(),
  /** Coins posted by this result: 250 for the first solve of the day, else 0. */
  coins: z.int(),
  /** Days in a row after it. */
  streak: z.int(),
  /** Badges earned by it. */
  badges: z.array(badgeIdSchema),
  /** Handed in after the list had closed: coins and streak count, the list does not. */
  late: z.boolean(),
})
export type StageResult = z.infer<typeof stageResultSchema>

/** A stage as its own player sees it: with its deal, and all that the server has of it. */
export const stageSchema = z.object({
  id: uuidSchema,
  run: uuidSchema,
  kind: runKindSchema,
  day: daySchema.nullable(),
  attempt: z.int(),
  number: z.int(),
  deal: dealSchema,
  variant: variantSchema,
  autoplay: autoplaySchema,
  undoLimit: z.int().nullable(),
  /** The server's milliseconds since the reveal, at the time of this answer. */
  elapsed: millisSchema,
  /** Milliseconds since the reveal at which the stage closes. */
  closesAfter: z.int(),
  events: eventsSchema,
  /** The token of the tab that plays; null where another holds it. */
  claim: claimSchema.nullable(),
  result: stageResultSchema.nullable(),
})
export type StageView = z.infer<typeof stageSchema>

export const HINT_KINDS = ['move', 'guess', 'lost'] as const
/** A hint as an answer: a move that keeps to a win, a best guess, or a proven loss with the way back. */
export const hintSchema = z.object({
  kind: z.enum(HINT_KINDS),
  /** In a log's notation. Null where the position is lost. */
  move: z.string().nullable(),
  /** Where the position is lost: how many moves to take back to stand in a winnable one; null where that was not found. */
  takeBack: z.int().nullable(),
})
export type Hint = z.infer<typeof hintSchema>

const stageParams = z.strictObject({ stage: uuidSchema })

export const stages = {
  get: endpoint({
    method: 'GET',
    path: '/stages/:stage',
    summary: 'One of the own stages, as the server has it; claims nothing',
    access: 'player',
    limit: 'read',
    params: stageParams,
    answer: stageSchema,
    errors: ['not-your-stage'],
  }),
  claim: endpoint({
    method: 'POST',
    path: '/stages/:stage/claim',
    summary: 'Takes the stage to this tab: the last claim holds. Answers with the stage as the server has it',
    access: 'player',
    limit: 'write',
    params: stageParams,
    answer: stageSchema,
    errors: ['not-your-stage'],
  }),
  hint: endpoint({
    method: 'POST',
    path: '/stages/:stage/hint',
    summary: 'A hint, which the server appends to the log before it is shown',
    access: 'player',
    limit: 'hint',
    params: stageParams,
    /** `length`: how many events the tab has; the server must have the same. */
    body: z.strictObject({ claim: claimSchema, length: z.int().min(0).max(5_000) }),
    answer: z.object({ event: eventSchema, length: z.int(), hint: hintSchema }),
    errors: ['not-your-stage', 'stage-over', 'stage-closed', 'played-elsewhere', 'log-incomplete', 'no-hint'],
  }),
  finish: endpoint({
    method: 'POST',
    path: '/stages/:stage/finish',
    summary:
      'Ends the stage with its whole log, won or given up. Once there is a result, every further finish answers with it; a solved log that comes late still brings coins and streak',
    access: 'player',
    limit: 'write',
    params: stageParams,
    body: z.strictObject({ claim: claimSchema, log: logSchema, givenUp: z.boolean() }),
    answer: stageResultSchema,
    errors: [
      'not-your-stage',
      'played-elsewhere',
      'not-over',
      'not-a-log',
      'wrong-game',
      'log-conflict',
      'time-falls',
      'time-ahead',
      'undo-limit',
      'nothing-to-undo',
      'cannot-finish',
      'illegal-move',
      'after-end',
    ],
  }),
}
