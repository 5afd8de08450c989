import { type ChildProcess, fork } from 'node:child_process'

/** A process of the site. It says `{ ready: true }` to us when it is, and ends on SIGTERM and when we are gone. */
export interface PartOptions {
  /** What it is called when something is said about it. */
  name: string
  file: string
  env: NodeJS.ProcessEnv
  /** Options for Node.js itself. */
  nodeOptions?: readonly string[]
  cwd?: string
}

const STOP_TIMEOUT = 10_000
const FIRST_PAUSE = 500
const LONGEST_PAUSE = 15_000
/** After so long without trouble a part is well again, and its next end is the first. */
const WELL = 30_000

/** Keeps one part running: an end that we did not ask for is followed by a new start, after a pause that grows. */
export class Part {
  readonly #options: PartOptions
  readonly #say: (line: string) => void
  #process: ChildProcess | undefined
  #pause = FIRST_PAUSE
  #timer: NodeJS.Timeout | undefined
  #stopping = false

  constructor(options: PartOptions, say: (line: string) => void) {
    this.#options = options
    this.#say = say
  }

  /** Starts it, and waits until it is ready. Throws if it ends before that: then it is left at that. */
  start(): Promise<void> {
    return new Promise((resolve, reject) => {
      let isReady = false
      const child = this.#run()
      child.on('message', (message: { ready?: boolean }) => {
        if (message.ready !== true) return
        isReady = true
        resolve()
      })
      child.once('exit', (code, signal) => {
        if (isReady) return this.#restart(`${code ?? signal}`)
        reject(new Error(`The ${this.#options.name} ended before it was ready (${code ?? signal}); see above.`))
      })
    })
  }

  /** Stops it, at once if `hurry`, and waits for its end. */
  async stop(hurry = false): Promise<void> {
    this.#stopping = true
    clearTimeout(this.#timer)
    const child = this.#process
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const ended = new Promise((resolve) => child.once('exit', resolve))
    child.kill(hurry ? 'SIGKILL' : 'SIGTERM')
    const timer = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT)
    await ended
    clearTimeout(timer)
  }

  #run(): ChildProcess {
    const { file, env, cwd, nodeOptions } = this.#options
    // A process group of its own: Ctrl-C is for us, and we stop the parts in their order.
    const child = fork(file, { env, execArgv: [...(nodeOptions ?? [])], detached: true, ...(cwd !== undefined && { cwd }) })
    const started = Date.now()
    child.once('exit', () => {
      if (Date.now() - started > WELL) this.#pause = FIRST_PAUSE
    })
    this.#process = child
    return child
  }

  #restart(reason: string): void {
    if (this.#stopping) return
    this.#say(`the ${this.#options.name} ended (${reason}), and is started again`)
    this.#timer = setTimeout(() => this.#run().once('exit', (code, signal) => this.#restart(`${code ?? signal}`)), this.#pause)
    this.#pause = Math.min(this.#pause * 2, LONGEST_PAUSE)
  }
}
