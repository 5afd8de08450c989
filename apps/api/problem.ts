import { DomainError } from '@speedcell/services/core'
import type { ErrorCode, Problem } from '@speedcell/shared/contracts'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'

/** What each code means over HTTP. The titles are for whoever reads logs and documentation; players see the client's own words. */
export const PROBLEMS: Record<ErrorCode, { readonly status: number; readonly title: string }> = {
  'time-falls': { status: 422, title: 'A time in the log is smaller than the one before' },
  'time-ahead': { status: 422, title: "A time in the log is ahead of the server's clock" },
  'undo-limit': { status: 422, title: 'No more moves may be taken back' },
  'nothing-to-undo': { status: 422, title: 'There is no move to take back' },
  'cannot-finish': { status: 422, title: 'Home moves alone do not clear the table' },
  'illegal-move': { status: 422, title: 'The move is not legal' },
  'after-end': { status: 422, title: 'The game is over' },
  'not-a-log': { status: 422, title: 'This is not a game log' },
  'log-conflict': { status: 409, title: 'The log does not follow on what the server has' },
  'wrong-game': { status: 422, title: "Deal, variant or autoplay are not the stage's" },
  'bad-request': { status: 400, title: 'The request is not understood' },
  'too-large': { status: 413, title: 'The request is too large' },
  'not-found': { status: 404, title: 'There is nothing here' },
  'method-not-allowed': { status: 405, title: 'This cannot be done here' },
  'unsupported-media-type': { status: 415, title: 'Only application/json is read' },
  'rate-limited': { status: 429, title: 'Too many requests' },
  'forbidden-origin': { status: 403, title: 'The request comes from another site' },
  'not-signed-in': { status: 401, title: 'Nobody is signed in' },
  'not-allowed': { status: 403, title: 'Only an administrator may do this' },
  busy: { status: 503, title: 'The server is busy' },
  internal: { status: 500, title: 'The server made a mistake' },
  'name-invalid': { status: 422, title: 'A name has 3 to 20 letters, digits, spaces, - and _' },
  'name-reserved': { status: 422, title: 'The name is reserved' },
  'name-taken': { status: 409, title: 'The name, or one that looks like it, is taken' },
  'password-invalid': { status: 422, title: 'A password has 8 to 200 characters' },
  'already-claimed': { status: 409, title: 'The account is claimed already' },
  'not-claimed': { status: 403, title: 'The account must be claimed first' },
  'wrong-credentials': { status: 401, title: 'Name or password are wrong' },
  'wrong-recovery-code': { status: 401, title: 'Name or recovery code are wrong' },
  'confirmation-mismatch': { status: 422, title: "The confirmation is not the account's name" },
  'day-not-open': { status: 409, title: 'The day cannot be played' },
  'attempt-out-of-order': { status: 409, title: 'Attempts are made one after the other' },
  'not-your-stage': { status: 404, title: 'You have no such stage' },
  'stage-over': { status: 409, title: 'The stage has its result' },
  'stage-closed': { status: 409, title: 'The stage is closed' },
  'played-elsewhere': { status: 409, title: 'The stage is played in another tab or on another device' },
  'not-over': { status: 422, title: 'The game is neither won nor given up' },
  'log-incomplete': { status: 409, title: 'The server does not have the whole log' },
  'no-hint': { status: 409, title: 'There is no hint' },
  'not-your-run': { status: 404, title: 'You have no such run' },
  'run-over': { status: 409, title: 'The run has ended' },
  'stage-out-of-order': { status: 409, title: 'Stages are revealed one after the other, each after a won one' },
  'replay-hidden': { status: 403, title: 'The deal can still be played by someone' },
}

/** Seconds after which it is worth to ask a busy server again. */
export const BUSY_SECONDS = 5

/** The problem document of a code (RFC 9457), with facts beside it. */
export function problemOf(code: ErrorCode, details: Readonly<Record<string, unknown>> = {}): Problem {
  return { ...details, type: `urn:speedcell:problem:${code}`, ...PROBLEMS[code], code }
}

/** Answers with a problem document. */
export function sendProblem(reply: FastifyReply, code: ErrorCode, details?: Readonly<Record<string, unknown>>): FastifyReply {
  const problem = problemOf(code, details)
  if (problem.retryAfter !== undefined) reply.header('retry-after', problem.retryAfter)
  return reply.code(problem.status).type('application/problem+json').send(problem)
}

/** The code and the facts that an error thrown on the way stands for. What is not known is `internal`, and tells nothing. */
export function refusalOf(error: unknown): { code: ErrorCode; details?: Readonly<Record<string, unknown>> } {
  if (error instanceof DomainError) return { code: error.code, ...(error.details && { details: error.details }) }
  if (hasZodFastifySchemaValidationErrors(error)) {
    const where = error.validationContext ?? 'request'
    const issues = error.validation.slice(0, 20).map(({ instancePath, message }) => ({
      path: `${where}${instancePath}`.slice(0, 200),
      message: (message ?? '').slice(0, 200),
    }))
    return { code: 'bad-request', details: { issues } }
  }
  if (isDatabaseBusy(error)) return { code: 'busy', details: { retryAfter: BUSY_SECONDS } }
  const status = (error as Partial<FastifyError> | null | undefined)?.statusCode ?? 500
  if (status === 503) return { code: 'busy', details: { retryAfter: BUSY_SECONDS } }
  return { code: status >= 500 ? 'internal' : (FRAMEWORK_CODES[status] ?? 'bad-request') }
}

// What Fastify refuses by itself.
const FRAMEWORK_CODES: Readonly<Record<number, ErrorCode>> = { 404: 'not-found', 413: 'too-large', 415: 'unsupported-media-type' }

/** Fastify's error handler: every error becomes a problem document, and those that are our fault are logged. */
export function handleError(error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { code, details } = refusalOf(error)
  if (code === 'internal') request.log.error({ err: error }, 'request failed')
  // Whoever has hung up in mid-sentence is none of our faults, and must not fill the log.
  if (code === 'busy' && !request.socket.destroyed) request.log.warn({ err: error }, 'request refused')
  return sendProblem(reply, code, details)
}

// Prisma: cannot reach, timed out, closed, no connection free, transaction not begun in time, overtaken by others again and again.
// PostgreSQL: shutting down, starting up, too many connections. The rest are the driver's own, some of which have only words.
const BUSY: ReadonlySet<unknown> = new Set([
  ...['P1001', 'P1002', 'P1008', 'P1017', 'P2024', 'P2028', 'P2034', 'P2037'],
  ...['57P01', '57P02', '57P03', '53300'],
  ...['DatabaseNotReachable', 'ConnectionClosed', 'SocketTimeout', 'TooManyConnections', 'TransactionWriteConflict'],
  ...['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT'],
  ...['Connection terminated unexpectedly', 'Client has encountered a connection error and is not queryable'],
])

interface DatabaseError {
  readonly code?: unknown
  readonly kind?: unknown
  readonly originalCode?: unknown
  readonly message?: unknown
  readonly meta?: { readonly driverAdapterError?: unknown }
  readonly cause?: unknown
}

/** Whether an error, or what it came from, says that the database cannot serve just now. */
function isDatabaseBusy(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false
  const { code, kind, originalCode, message, meta, cause }: DatabaseError = error
  return (
    [code, kind, originalCode, message].some((word) => BUSY.has(word)) || [meta?.driverAdapterError, cause].some(isDatabaseBusy)
  )
}
