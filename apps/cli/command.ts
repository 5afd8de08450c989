import { once } from 'node:events'

/** One command of the program. */
export interface Command {
  readonly name: string
  /** One line for the list of commands. */
  readonly summary: string
  /** What `--help` prints after the name: arguments, options, what comes out. */
  readonly usage: string
  /** Does it. Throws BadInput for what the caller got wrong. */
  run(args: string[]): Promise<void>
}

/** Exit codes: 1 something failed, 2 the caller's input is bad. */
export const FAILED = 1
export const BAD_INPUT = 2

/** What the caller got wrong, in a sentence. */
export class BadInput extends Error {}

/** Writes one line of JSON to standard output, no faster than it is read. */
export async function print(answer: unknown): Promise<void> {
  if (!process.stdout.write(`${JSON.stringify(answer)}\n`)) await once(process.stdout, 'drain')
}
