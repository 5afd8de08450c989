import { boardIdSchema } from '@speedcell/shared/contracts'
import { z } from 'zod'
import { type Day, isDay } from '../core/index.ts'

/** What processes tell each other: ids only, so that whoever hears it reads the rest from the database. */
const noticeSchema = z.discriminatedUnion('type', [
  /** A stage was claimed: `claim` is the digest of the token that holds now. */
  z.object({ type: z.literal('taken'), stage: z.string(), claim: z.string() }),
  /** A stage has its result. */
  z.object({ type: z.literal('ended'), stage: z.string() }),
  /** A run came into a day's list; without a run: the list has closed. */
  z.object({ type: z.literal('list'), day: z.custom<Day>(isDay), run: z.string().nullable() }),
  /** Of a player's two runs, one came into a board and the other left it; null: there was none before, or is none now. */
  z.object({ type: z.literal('board'), board: boardIdSchema, came: z.string().nullable(), left: z.string().nullable() }),
])
export type Notice = z.infer<typeof noticeSchema>

/** What a subscriber hears: a notice, or that the line is there (again), so that some may have been missed. */
export type Heard = Notice | { readonly type: 'gap' }

/** Tells things to every process of the site. What is told is never needed for a result: it may be lost. */
export interface Publisher {
  /** Tells all subscribers everywhere, this process included. Never throws: what could not be told is logged. */
  publish(notices: readonly Notice[]): Promise<void>
}

/** Hears what is told. */
export interface Subscriber {
  /** Calls the listener with everything heard from now on. Resolves once the line is there. */
  subscribe(listener: (heard: Heard) => void): Promise<void>
  close(): Promise<void>
}

/** A notice as text. */
export const encodeNotice = (notice: Notice): string => JSON.stringify(notice)

/** The notice in a text; undefined for what is none, as from another version of the program. */
export function decodeNotice(text: string): Notice | undefined {
  try {
    return noticeSchema.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}
