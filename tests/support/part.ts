import { type ChildProcess, fork } from 'node:child_process'

/** A process of the site that can be killed and started again, at the same place. */
export interface Part {
  /** Starts it, and waits until it is ready. Throws with what it said if it ends before. */
  start(): Promise<void>
  /** kill -9. */
  kill(): Promise<void>
  /** Ends it as an administrator would; returns its exit code. */
  stop(): Promise<number | null>
}

/** A process that runs a file of ours, once it is started. */
export function partOf(file: string, env: NodeJS.ProcessEnv): Part {
  let child: ChildProcess | undefined
  let ended: Promise<number | null> = Promise.resolve(null)

  async function end(signal: NodeJS.Signals): Promise<number | null> {
    if (child?.exitCode === null && child.signalCode === null) child.kill(signal)
    return ended
  }

  return {
    async start() {
      const started = fork(file, { env, execArgv: [], stdio: ['ignore', 'inherit', 'pipe', 'ipc'] })
      child = started
      let said = ''
      started.stderr?.setEncoding('utf8').on('data', (text: string) => {
        said += text
      })
      ended = new Promise((resolve) => started.once('close', (code) => resolve(code)))
      await new Promise<void>((resolve, reject) => {
        started.once('message', () => resolve())
        started.once('close', (code, signal) =>
          reject(new Error(`${file} ended before it was ready (${code ?? signal}): ${said}`)),
        )
      })
    },
    async kill() {
      await end('SIGKILL')
    },
    stop: () => end('SIGTERM'),
  }
}
