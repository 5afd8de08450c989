import { LOG_ERRORS } from '../engine/index.ts'

/**
 * Every code that an answer may carry when something is refused. The client shows words in the player's language for each;
 * the API has one table from code to HTTP status.
 */
export const ERROR_CODES = [
  ...LOG_ERRORS,
  // what is asked for
  'bad-request',
  'too-large',
  'not-found',
  'method-not-allowed',
  'unsupported-media-type',
  'rate-limited',
  'forbidden-origin',
  'not-signed-in',
  'not-allowed',
  'busy',
  'internal',
  // accounts
  'name-invalid',
  'name-reserved',
  'name-taken',
  'password-invalid',
  'already-claimed',
  'not-claimed',
  'wrong-credentials',
  'wrong-recovery-code',
  'confirmation-mismatch',
  // rated play
  'day-not-open',
  'attempt-out-of-order',
  'not-your-stage',
  'stage-over',
  'stage-closed',
  'played-elsewhere',
  'not-over',
  'log-incomplete',
  'no-hint',
  'not-your-run',
  'run-over',
  'stage-out-of-order',
  // what is shown of it
  'replay-hidden',
] as const
export type ErrorCode = (typeof ERROR_CODES)[number]
