import type { Answered, CallProblem } from '#lib/api/call.ts'
import { serverClock } from '#lib/api/server-clock.svelte.ts'

/** A form on its way to the server: sent once at a time, and not again before a limit allows it. */
export class Sending {
  busy = $state(false)
  /** Why the last sending was refused. What was typed stays where it is. */
  problem: CallProblem | null = $state.raw(null)
  #until = $state(0)

  /** Seconds until another try is allowed. */
  get wait(): number {
    return this.#until === 0 ? 0 : Math.max(0, Math.ceil((this.#until - serverClock.ticking) / 1000))
  }

  /** Whether the form can be sent now. */
  get ready(): boolean {
    return !this.busy && this.wait === 0
  }

  /** The problem's code if it is one of these: a field shows what concerns it. */
  among<Code extends CallProblem['code']>(codes: readonly Code[]): Code | null {
    return codes.find((code) => code === this.problem?.code) ?? null
  }

  /** Sends; null where it was refused, or is not allowed yet. */
  async send<T>(call: () => Promise<Answered<T>>): Promise<T | null> {
    if (!this.ready) return null
    this.busy = true
    this.problem = null
    try {
      const answered = await call()
      if (answered.ok) return answered.value
      this.refuse(answered.problem)
      return null
    } finally {
      this.busy = false
    }
  }

  /** Shows a problem that was found before sending, or in another way. */
  refuse(problem: CallProblem): void {
    this.problem = problem
    this.#until = problem.retryAfter === undefined ? 0 : serverClock.now() + problem.retryAfter * 1000
  }
}
