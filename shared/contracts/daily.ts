import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { daySchema, dealSchema, instantSchema, localeSchema, millisSchema, uuidSchema } from './scalars.ts'
import { stageResultSchema, stageSchema } from './stages.ts'

/** A row of a day's list. A deleted player's row has no name. */
export const listRowSchema = z.object({
  rank: z.int(),
  name: z.string().nullable(),
  me: z.boolean(),
  won: z.boolean(),
  score: z.int(),
  timeMs: millisSchema,
  moves: z.int(),
  undos: z.int(),
  hints: z.int(),
  endedAt: instantSchema,
  run: uuidSchema,
})
export type ListRow = z.infer<typeof listRowSchema>

/** What everybody may know of a day. */
export const daySummarySchema = z.object({
  day: daySchema,
  /** `open` (can be revealed), `closing` (a begun game may still be finished), `closed`. */
  state: z.enum(['open', 'closing', 'closed']),
  opensAt: instantSchema,
  endsAt: instantSchema,
  closesAt: instantSchema,
  /** Hidden until the list has closed. */
  deal: dealSchema.nullable(),
  /** First attempts that have ended. */
  players: z.int(),
  solved: z.int(),
  medianTimeMs: z.int().nullable(),
  medianMoves: z.int().nullable(),
  /** Counts of won entries by score: `from` inclusive, `width` wide each. Empty where nobody has won. */
  scores: z.object({ from: z.int(), width: z.int(), counts: z.array(z.int()) }),
  /** Entries by hour since the day opened. */
  hours: z.array(z.int()),
})
export type DaySummary = z.infer<typeof daySummarySchema>

/** One's own part in a day. */
export const myDaySchema = z.object({
  /** How many attempts were revealed, and the last one's stage. */
  attempts: z.int(),
  stage: uuidSchema.nullable(),
  /** Whether that last attempt is still in play; then how far it is. */
  playing: z.boolean(),
  home: z.int(),
  moves: z.int(),
  elapsed: millisSchema.nullable(),
  solved: z.boolean(),
  /** The list's row, once the first attempt has ended. */
  row: listRowSchema.nullable(),
  lastResult: stageResultSchema.nullable(),
})
export type MyDay = z.infer<typeof myDaySchema>

export const todaySchema = z.object({
  /** The server's clock at this answer: countdowns run from it. */
  now: instantSchema,
  timeZone: z.string(),
  today: daySummarySchema,
  /** Yesterday, as long as its list is still open. */
  closing: daySummarySchema.nullable(),
  mine: myDaySchema.nullable(),
  /** The own part in `closing`. */
  mineClosing: myDaySchema.nullable(),
})
export type Today = z.infer<typeof todaySchema>

export const listSchema = z.object({
  now: instantSchema,
  timeZone: z.string(),
  summary: daySummarySchema,
  /** Where the page begins, counted from 0. */
  offset: z.int(),
  rows: z.array(listRowSchema),
  /** The own row with its neighbours, at most three on either side; empty without one. */
  around: z.array(listRowSchema),
  mine: myDaySchema.nullable(),
  previous: daySchema.nullable(),
  next: daySchema.nullable(),
})
export type DayList = z.infer<typeof listSchema>

export const LIST_PAGE = 50

const dayParams = z.strictObject({ day: daySchema })

export const daily = {
  today: endpoint({
    method: 'GET',
    path: '/daily',
    summary: "Today's daily, and the own part in it",
    access: 'anyone',
    limit: 'read',
    answer: todaySchema,
    errors: [],
  }),
  list: endpoint({
    method: 'GET',
    path: '/daily/:day/list',
    summary: "A day's list, paged, with the own row and its neighbours",
    access: 'anyone',
    limit: 'read',
    params: dayParams,
    query: z.strictObject({
      offset: z.coerce.number().int().min(0).max(1_000_000).default(0),
      limit: z.coerce.number().int().min(1).max(100).default(LIST_PAGE),
    }),
    answer: listSchema,
    errors: [],
  }),
  archive: endpoint({
    method: 'GET',
    path: '/daily/archive',
    summary: 'Past days whose list has closed, the latest first, with their deals',
    access: 'anyone',
    limit: 'read',
    query: z.strictObject({ before: daySchema.optional(), limit: z.coerce.number().int().min(1).max(62).default(31) }),
    answer: z.object({
      days: z.array(
        z.object({
          day: daySchema,
          deal: dealSchema,
          players: z.int(),
          solved: z.int(),
          mine: z.enum(['solved', 'played']).nullable(),
        }),
      ),
      more: z.boolean(),
    }),
    errors: [],
  }),
  reveal: endpoint({
    method: 'POST',
    path: '/daily/:day/attempts',
    summary:
      "Reveals the day's deal and claims it for this tab; makes an account where there is none. The same attempt again is the same stage",
    access: 'anyone',
    limit: 'reveal',
    params: dayParams,
    /** Which attempt, from 1: the one after the last ends the last, if it is still in play. */
    body: z.strictObject({ attempt: z.int().min(1).max(1_000), locale: localeSchema }),
    answer: stageSchema,
    status: 201,
    errors: ['day-not-open', 'attempt-out-of-order', 'not-signed-in'],
  }),
}
