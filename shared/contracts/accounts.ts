import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { daySchema, instantSchema, localeSchema, uuidSchema } from './scalars.ts'

export const NAME_LENGTH = { min: 3, max: 20 } as const
export const PASSWORD_LENGTH = { min: 8, max: 200 } as const
/** Letters of any script, digits, space, `-` and `_`; no space at either end. */
export const NAME_PATTERN = /^[\p{L}\p{M}\p{N}_-](?:[\p{L}\p{M}\p{N} _-]*[\p{L}\p{M}\p{N}_-])?$/u

// Length and characters are judged by the service, which answers with its own codes; these bounds only keep texts small.
const nameSchema = z.string().min(1).max(200)
const passwordSchema = z.string().min(1).max(1_000)

export const streakSchema = z.object({
  /** Days in a row with the daily solved, up to today or yesterday. */
  current: z.int(),
  longest: z.int(),
  /** The last seven days up to today, oldest first, and whether each is solved. */
  week: z.array(z.object({ day: daySchema, solved: z.boolean() })),
})
export type Streak = z.infer<typeof streakSchema>

export const meSchema = z.object({
  id: uuidSchema,
  name: z.string(),
  claimed: z.boolean(),
  role: z.enum(['player', 'admin']),
  coins: z.int(),
  streak: streakSchema,
})
export type Me = z.infer<typeof meSchema>

export const postingSchema = z.object({ reason: z.string(), coins: z.int(), postedAt: instantSchema })

/** A row of a player's daily results. */
export const dailyResultSchema = z.object({
  day: daySchema,
  /** Whether the day's list has closed. */
  closed: z.boolean(),
  won: z.boolean(),
  score: z.int(),
  timeMs: z.int(),
  moves: z.int(),
  rank: z.int(),
  players: z.int(),
})
export const playerSchema = z.object({
  name: z.string(),
  since: instantSchema,
  claimed: z.boolean(),
  streak: streakSchema,
  dailiesSolved: z.int(),
  /** The latest first, at most thirty. */
  results: z.array(dailyResultSchema),
  /** On one's own page only: the balance and its latest fifty postings. */
  wallet: z.object({ coins: z.int(), postings: z.array(postingSchema) }).nullable(),
  mine: z.boolean(),
})
export type Player = z.infer<typeof playerSchema>

const recoverySchema = z.object({ recoveryCode: z.string(), me: meSchema })
const meAnswer = z.object({ me: meSchema.nullable() })

export const accounts = {
  me: endpoint({
    method: 'GET',
    path: '/me',
    summary: 'Who is signed in; null for a visitor without an account',
    access: 'anyone',
    limit: 'read',
    answer: meAnswer,
    errors: [],
  }),
  claim: endpoint({
    method: 'POST',
    path: '/accounts/claim',
    summary:
      'Claims the account with a name and a password, and begins a new session; answers with the one recovery code. Makes an account where there is none yet',
    access: 'anyone',
    limit: 'sign-in',
    body: z.strictObject({ name: nameSchema, password: passwordSchema, locale: localeSchema }),
    answer: recoverySchema,
    errors: ['name-invalid', 'name-reserved', 'name-taken', 'password-invalid', 'already-claimed', 'not-signed-in'],
  }),
  signIn: endpoint({
    method: 'POST',
    path: '/accounts/sign-in',
    summary: 'Signs in to a claimed account',
    access: 'anyone',
    limit: 'sign-in',
    body: z.strictObject({ name: nameSchema, password: passwordSchema }),
    answer: z.object({ me: meSchema }),
    errors: ['wrong-credentials'],
  }),
  signOut: endpoint({
    method: 'POST',
    path: '/accounts/sign-out',
    summary: 'Ends this session',
    access: 'anyone',
    limit: 'write',
    answer: meAnswer,
    errors: [],
  }),
  signOutEverywhere: endpoint({
    method: 'POST',
    path: '/accounts/sign-out-everywhere',
    summary: "Ends all of the player's sessions, this one too",
    access: 'player',
    limit: 'write',
    answer: meAnswer,
    errors: [],
  }),
  recover: endpoint({
    method: 'POST',
    path: '/accounts/recover',
    summary: 'Sets a new password by the recovery code, ends all sessions, signs in, and answers with a new recovery code',
    access: 'anyone',
    limit: 'sign-in',
    body: z.strictObject({ name: nameSchema, recoveryCode: z.string().min(1).max(100), password: passwordSchema }),
    answer: recoverySchema,
    errors: ['wrong-recovery-code', 'password-invalid'],
  }),
  changePassword: endpoint({
    method: 'POST',
    path: '/accounts/password',
    summary: 'Sets a new password and ends all other sessions',
    access: 'claimed',
    limit: 'sign-in',
    body: z.strictObject({ current: passwordSchema, password: passwordSchema }),
    answer: z.object({ me: meSchema }),
    errors: ['wrong-credentials', 'password-invalid'],
  }),
  renewRecoveryCode: endpoint({
    method: 'POST',
    path: '/accounts/recovery-code',
    summary: 'Gives a new recovery code, against the password; the one before holds no more',
    access: 'claimed',
    limit: 'sign-in',
    body: z.strictObject({ password: passwordSchema }),
    answer: z.object({ recoveryCode: z.string() }),
    errors: ['wrong-credentials'],
  }),
  checkName: endpoint({
    method: 'GET',
    path: '/accounts/name',
    summary: 'Whether a name can be taken',
    access: 'anyone',
    limit: 'read',
    query: z.strictObject({ name: nameSchema }),
    answer: z.object({ free: z.boolean(), code: z.enum(['name-invalid', 'name-reserved', 'name-taken']).nullable() }),
    errors: [],
  }),
  export: endpoint({
    method: 'GET',
    path: '/accounts/export',
    summary: 'Everything that is kept about the player, as JSON',
    access: 'player',
    limit: 'export',
    answer: z.looseObject({}),
    errors: [],
  }),
  remove: endpoint({
    method: 'POST',
    path: '/accounts/delete',
    summary: 'Deletes the account: its name and sessions go, its rated runs stay without a name',
    access: 'player',
    limit: 'sign-in',
    /** The account's own name, typed again; a claimed account also needs its password. */
    body: z.strictObject({ confirm: nameSchema, password: passwordSchema.optional() }),
    answer: meAnswer,
    errors: ['confirmation-mismatch', 'wrong-credentials'],
  }),
  player: endpoint({
    method: 'GET',
    path: '/players/:name',
    summary: "A player's page",
    access: 'anyone',
    limit: 'read',
    params: z.strictObject({ name: nameSchema }),
    answer: playerSchema,
    errors: [],
  }),
}
