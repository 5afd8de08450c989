import { z } from 'zod'
import { AUTOPLAYS, MAX_DEAL, MAX_T, MIN_DEAL, VARIANT_IDS } from '../engine/index.ts'
import { ERROR_CODES } from './errors.ts'

export const LOCALES = ['de', 'en', 'es'] as const
export type Locale = (typeof LOCALES)[number]

export const localeSchema = z.enum(LOCALES)
export const uuidSchema = z.uuid()
/** A day in the site's time zone. */
export const daySchema = z.iso.date().meta({ description: "A day in the site's time zone, YYYY-MM-DD" })
/** An instant, in UTC. */
export const instantSchema = z.iso.datetime()
export const dealSchema = z.int().min(MIN_DEAL).max(MAX_DEAL)
export const variantSchema = z.enum(VARIANT_IDS)
export const autoplaySchema = z.enum(AUTOPLAYS)
/** Whole milliseconds since a stage's reveal. */
export const millisSchema = z.int().min(0).max(MAX_T)
/** The token that says which tab plays a stage. */
export const claimSchema = z.string().min(16).max(64)

/** One event of a log: when (ms since the reveal) and what. Its text is judged by the replay, not here. */
export const eventSchema = z.tuple([millisSchema, z.string()])
export const eventsSchema = z.array(eventSchema).max(5_000)

/** A whole log as it comes from outside. It is judged by the engine's `parseLog` alone, so that whatever is none is `not-a-log`. */
export const logSchema = z.unknown().meta({
  description: 'A game log: { v: 1, deal, variant, autoplay, events: [[ms, event], …] }',
})

/** RFC 9457 problem details; clients switch on `code`. */
export const problemSchema = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  code: z.enum(ERROR_CODES),
  /** Of a refused batch or log: the index of the first bad event. */
  index: z.int().optional(),
  /** Of `log-conflict`: how many events the server has, and which. */
  length: z.int().optional(),
  events: eventsSchema.optional(),
  /** Of a refused batch or log: the server's milliseconds since the reveal. */
  elapsed: millisSchema.optional(),
  /** Of `replay-hidden`: when the day's list closes, where that is what it waits for. */
  opensAt: instantSchema.optional(),
  /** Of `rate-limited` and `busy`: seconds to wait. */
  retryAfter: z.int().optional(),
  /** Of `bad-request`: which fields and why. */
  issues: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
})
export type Problem = z.infer<typeof problemSchema>
