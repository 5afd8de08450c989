import { z } from 'zod'
import { listRowSchema } from './daily.ts'
import { ERROR_CODES } from './errors.ts'
import { boardEntrySchema, boardIdSchema, boardKeySchema } from './leaderboard.ts'
import { claimSchema, daySchema, eventsSchema, millisSchema, uuidSchema } from './scalars.ts'
import { stageResultSchema } from './stages.ts'

/** Largest message a client may send over the socket, in bytes. */
export const MAX_SOCKET_MESSAGE = 160 * 1024

/** What a client says over the socket at `/api/socket`. */
export const clientMessageSchema = z.discriminatedUnion('type', [
  /** Events made in a stage, to follow on the `from` events that the server has. */
  z.strictObject({
    type: z.literal('events'),
    stage: uuidSchema,
    claim: claimSchema,
    from: z.int().min(0).max(5_000),
    events: eventsSchema,
  }),
  /** This tab plays (or shows) a stage and wants to know when another takes it or when it ends. */
  z.strictObject({ type: z.literal('attend'), stage: uuidSchema, claim: claimSchema }),
  z.strictObject({ type: z.literal('watch'), day: daySchema }),
  z.strictObject({ type: z.literal('unwatch'), day: daySchema }),
  z.strictObject({ type: z.literal('watch-board'), board: boardIdSchema }),
  z.strictObject({ type: z.literal('unwatch-board'), board: boardIdSchema }),
  z.strictObject({ type: z.literal('ping') }),
])
export type ClientMessage = z.infer<typeof clientMessageSchema>

/** What the server says over the socket. */
export const serverMessageSchema = z.discriminatedUnion('type', [
  /** The server has `length` events of the stage. `result` once they have won. */
  z.object({
    type: z.literal('accepted'),
    stage: uuidSchema,
    length: z.int(),
    elapsed: millisSchema,
    result: stageResultSchema.nullable(),
  }),
  /** A batch that changed nothing: why, at which index, and for `log-conflict` what the server has. */
  z.object({
    type: z.literal('refused'),
    stage: uuidSchema,
    code: z.enum(ERROR_CODES),
    index: z.int().nullable(),
    length: z.int().nullable(),
    events: eventsSchema.nullable(),
    elapsed: millisSchema.nullable(),
  }),
  /** Another tab or device has taken the stage. */
  z.object({ type: z.literal('taken'), stage: uuidSchema }),
  /** The stage has its result, from wherever it came. */
  z.object({ type: z.literal('ended'), stage: uuidSchema, result: stageResultSchema }),
  /** Entries that came into a day's list, gathered over a moment; `closed` once the list has closed. */
  z.object({
    type: z.literal('list'),
    day: daySchema,
    players: z.int(),
    solved: z.int(),
    closed: z.boolean(),
    /** The newest entries with their ranks at this time, at most twenty; `me` is always false here. */
    entries: z.array(listRowSchema),
  }),
  /** What has changed on a board, gathered over a moment. */
  z.object({
    type: z.literal('board'),
    board: boardIdSchema,
    players: z.int(),
    /** Whether it is all that has changed. If not, the board has to be read again. */
    whole: z.boolean(),
    /** The entries that came in, and those that they took the place of, or that are listed no more. */
    came: z.array(boardEntrySchema),
    left: z.array(boardKeySchema),
  }),
  z.object({ type: z.literal('error'), code: z.enum(ERROR_CODES) }),
  z.object({ type: z.literal('pong') }),
])
export type ServerMessage = z.infer<typeof serverMessageSchema>
