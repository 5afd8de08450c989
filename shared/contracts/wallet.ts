import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { instantSchema } from './scalars.ts'

export const WALLET_PAGE = 50

/** A posting in the own ledger, with the balance after it. */
export const bookedSchema = z.object({
  /** `daily:2026-11-30`: solving that day's deal. */
  reason: z.string(),
  coins: z.int(),
  balance: z.int(),
  postedAt: instantSchema,
})
export type Booked = z.infer<typeof bookedSchema>

export const walletSchema = z.object({
  now: instantSchema,
  timeZone: z.string(),
  /** The balance: the sum of all postings. */
  coins: z.int(),
  /** How many postings there are. */
  total: z.int(),
  /** Where the page begins, counted from 0, the latest being the first. */
  offset: z.int(),
  postings: z.array(bookedSchema),
})
export type Wallet = z.infer<typeof walletSchema>

export const wallet = {
  get: endpoint({
    method: 'GET',
    path: '/wallet',
    summary: 'The own coins: the balance, and all postings, paged, the latest first',
    access: 'player',
    limit: 'read',
    query: z.strictObject({
      offset: z.coerce.number().int().min(0).max(1_000_000).default(0),
      limit: z.coerce.number().int().min(1).max(100).default(WALLET_PAGE),
    }),
    answer: walletSchema,
    errors: [],
  }),
}
