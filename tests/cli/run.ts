import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

const main = fileURLToPath(new URL('../../apps/cli/main.ts', import.meta.url))

/** How a run of the program ended. */
export interface Run {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

/** Starts the program as a shell would. */
export const start = (...args: string[]): ChildProcessWithoutNullStreams => startWith({}, args)

const startWith = (env: Record<string, string>, args: readonly string[]): ChildProcessWithoutNullStreams =>
  spawn(process.execPath, [main, ...args], { env: { ...process.env, ...env } })

/** The end of a program that was started, everything it wrote read. */
export async function endOf(child: ChildProcessWithoutNullStreams): Promise<Run> {
  let stdout = ''
  let stderr = ''
  child.stdout.setEncoding('utf8').on('data', (text) => {
    stdout += text
  })
  child.stderr.setEncoding('utf8').on('data', (text) => {
    stderr += text
  })
  const [code] = await once(child, 'close')
  return { code, stdout, stderr }
}

/** Runs the program to its end, with an input, and with settings beside those of this process. */
export function run(
  args: readonly string[],
  input: string | Uint8Array = '',
  settings: Record<string, string> = {},
): Promise<Run> {
  const child = startWith(settings, args)
  // A program that has seen enough closes its input; that is not this test's failure.
  child.stdin.on('error', () => {})
  child.stdin.end(input)
  return endOf(child)
}
