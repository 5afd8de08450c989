import type { Endpoint, ErrorCode, Problem } from '@speedcell/shared/contracts'
import { connection } from './connection.svelte.ts'
import type { Route } from './endpoints.ts'

/** Why a call brought nothing: the API's problem document, or `offline` where no answer came at all. */
export type CallProblem = Pick<Problem, 'index' | 'length' | 'events' | 'opensAt' | 'retryAfter' | 'issues'> & {
  readonly code: ErrorCode | 'offline'
  /** The HTTP status; 0 where no answer came. */
  readonly status: number
}

export type Answered<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly problem: CallProblem }

export type AnswerOf<E extends Endpoint> = E['answer']['_zod']['output']

type Part<E extends Endpoint, Key extends 'params' | 'query' | 'body'> = NonNullable<E[Key]>['_zod']['input']
type Given<Key extends string, Value> = [Value] extends [undefined] ? { [K in Key]?: undefined } : { [K in Key]: Value }
/** A query may be left out: the API has defaults or none is needed. */
export type InputOf<E extends Endpoint> = Given<'params', Part<E, 'params'>> &
  Given<'body', Part<E, 'body'>> & {
    query?: Part<E, 'query'>
    signal?: AbortSignal
    /** Whether the call should outlive the page. */
    keepalive?: boolean
  }

/** How long an answer may take, in milliseconds, before the line counts as lost. */
const PATIENCE = 20_000

/**
 * Calls an endpoint of the API on the page's own origin. Never throws: whatever goes wrong comes back as a problem with a code,
 * `offline` where there was no answer.
 *
 * @example
 * const answered = await call(fetch, endpoints.daily.list, { params: { day }, query: { offset: 50 } })
 * if (answered.ok) show(answered.value)
 */
export async function call<E extends Endpoint>(
  fetch: typeof globalThis.fetch,
  route: Route<E>,
  input: InputOf<E>,
): Promise<Answered<AnswerOf<E>>> {
  const { params, query, body, signal, keepalive } = input as {
    params?: Record<string, string>
    query?: Record<string, unknown>
    body?: unknown
    signal?: AbortSignal
    keepalive?: boolean
  }
  const patience = AbortSignal.timeout(PATIENCE)
  let response: Response
  let answer: unknown
  try {
    response = await fetch(urlOf(route.path, params, query), {
      method: route.method,
      ...(body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
      ...(keepalive ? { keepalive } : {}),
      signal: signal ? AbortSignal.any([signal, patience]) : patience,
    })
    answer = await response.json().catch((cause: unknown) => {
      if (cause instanceof SyntaxError) return null
      throw cause
    })
  } catch {
    // A call that the page itself broke off says nothing about the line.
    if (!signal?.aborted) connection.lost()
    return { ok: false, problem: { code: 'offline', status: 0 } }
  }
  connection.heard()
  if (response.ok && answer !== null) return { ok: true, value: answer as AnswerOf<E> }
  return { ok: false, problem: problemOf(response, answer) }
}

/** The URL of an endpoint: its parameters put in, the query added, nothing for what is undefined. */
export function urlOf(path: string, params: Record<string, string> = {}, query: Record<string, unknown> = {}): string {
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  const search = new URLSearchParams(
    Object.entries(query).flatMap(([key, value]) => (value === undefined ? [] : [[key, String(value)]])),
  )
  return `/api${filled}${search.size > 0 ? `?${search}` : ''}`
}

/** A problem document, or what a proxy in between answered in the API's place. */
function problemOf(response: Response, answer: unknown): CallProblem {
  const said = (typeof answer === 'object' && answer !== null ? answer : {}) as Partial<Problem>
  const code = (said.code ?? (response.status >= 502 ? 'busy' : 'internal')) as CallProblem['code']
  const wait = said.retryAfter ?? Number.parseInt(response.headers.get('retry-after') ?? '', 10)
  const { index, length, events, opensAt, issues } = said
  return {
    code,
    status: response.status,
    ...(Number.isFinite(wait) ? { retryAfter: wait } : {}),
    ...(index === undefined ? {} : { index }),
    ...(length === undefined ? {} : { length }),
    ...(events === undefined ? {} : { events }),
    ...(opensAt === undefined ? {} : { opensAt }),
    ...(issues === undefined ? {} : { issues }),
  }
}
