import { type Logger, pino } from 'pino'
import type { LogLevel } from './config.ts'

export type { Logger }

// What must never be written down, wherever an object with such a key is logged. `current` is the password that is changed.
const SECRET_KEYS = [
  'password',
  'current',
  'token',
  'claim',
  'secret',
  'recoveryCode',
  'cookie',
  'authorization',
  '["set-cookie"]',
]
const REDACTED = [
  ...SECRET_KEYS,
  ...SECRET_KEYS.map((key) => (key.startsWith('[') ? `*${key}` : `*.${key}`)),
  'req.headers.cookie',
]

/** A logger that writes JSON lines to standard output, under the name of the program, with secrets and cookies struck out. */
export function createLogger(program: string, level: LogLevel, destination?: { write(line: string): void }): Logger {
  const options = {
    name: program,
    level,
    base: {},
    redact: { paths: REDACTED, censor: '(not logged)' },
    serializers: { err: describeError },
  }
  return destination ? pino(options, destination) : pino(options)
}

/** What is worth keeping of an error. Drivers hang whole connections on theirs. */
function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  const { name, message, stack, cause } = error
  return {
    name,
    message,
    code: (error as NodeJS.ErrnoException).code,
    stack,
    ...(cause !== undefined && { cause: describeError(cause) }),
  }
}
