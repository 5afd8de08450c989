import type { z } from 'zod'
import type { ErrorCode } from './errors.ts'

/** Who may call: anyone; whoever has an account, claimed or not; whoever has claimed it; administrators. */
export const ACCESS = ['anyone', 'player', 'claimed', 'admin'] as const
export type Access = (typeof ACCESS)[number]

/** Which limit on calls holds; the API has the figures for each. */
export const LIMITS = ['read', 'write', 'reveal', 'sign-in', 'hint', 'count', 'export'] as const
export type Limit = (typeof LIMITS)[number]

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/**
 * An endpoint as a value: the API's route, the client's call and the OpenAPI page are made from it.
 * `errors` names the codes that are particular to it; those that any endpoint may answer are not repeated.
 */
export interface Endpoint<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Answer extends z.ZodType = z.ZodType,
  Caller extends Access = Access,
> {
  readonly method: Method
  /** Under `/api`, with parameters as `:name`. */
  readonly path: string
  readonly summary: string
  readonly access: Caller
  readonly limit: Limit
  readonly params?: Params
  readonly query?: Query
  readonly body?: Body
  readonly answer: Answer
  /** The status of a good answer; 200 unless named. */
  readonly status?: 200 | 201
  readonly errors: readonly ErrorCode[]
}

/** Gives an endpoint its precise type. */
export function endpoint<
  Params extends z.ZodType = z.ZodUndefined,
  Query extends z.ZodType = z.ZodUndefined,
  Body extends z.ZodType = z.ZodUndefined,
  Answer extends z.ZodType = z.ZodType,
  const Caller extends Access = Access,
>(value: Endpoint<Params, Query, Body, Answer, Caller>): Endpoint<Params, Query, Body, Answer, Caller> {
  return value
}
