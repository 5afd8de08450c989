import type { Answered, CallProblem } from '#lib/api/call.ts'
import { type Elsewhere, fetchStage, resumeStage, type StageSession } from './stage-session.svelte.ts'

/**
 * A page's seat at the table of a rated stage: who sits there plays; else another tab does, or it is being asked for, or it was
 * refused.
 *
 * @example
 * const seat = new Seat()
 * await seat.enter(() => revealAttempt(day, 1, 'de'))
 * seat.session?.game
 */
export class Seat {
  session: StageSession | null = $state.raw(null)
  /** The stage that another window or device plays. */
  taken: string | null = $state(null)
  /** Whether a call is under way. */
  busy = $state(false)
  problem: CallProblem | null = $state.raw(null)
  #closed = false

  /** Comes to the table by a call, once at a time. Whether somebody plays here after it. */
  async enter(call: () => Promise<Answered<StageSession | Elsewhere>>): Promise<boolean> {
    if (this.busy) return false
    this.busy = true
    this.problem = null
    const answered = await call()
    this.busy = false
    if (!answered.ok) this.problem = answered.problem
    else if ('elsewhere' in answered.value) this.taken = answered.value.elsewhere
    else return this.#sit(answered.value)
    return false
  }

  /** Goes on with a stage that was played here, or learns that it is played elsewhere. */
  resume(stage: string): Promise<boolean> {
    return this.enter(() => resumeStage(stage))
  }

  /** Takes a stage here, wherever it was. */
  fetch(stage: string): Promise<boolean> {
    return this.enter(() => fetchStage(stage))
  }

  /** Lets go of the stage; it can be resumed. */
  rise(): void {
    this.session?.stop()
    this.session = null
  }

  /** The page is left: whatever still comes is let go of at once. */
  close(): void {
    this.#closed = true
    this.session?.stop()
  }

  #sit(session: StageSession): boolean {
    if (this.#closed) {
      session.stop()
      return false
    }
    this.session?.stop()
    this.taken = null
    this.session = session
    session.start()
    return true
  }
}
