import type { ErrorCode, Hint, Locale, ServerMessage, StageResult, StageView } from '@speedcell/shared/contracts'
import { type LogEvent, parseLog, playEvents, type Setup, startGame } from '@speedcell/shared/engine'
import { type Answered, type CallProblem, call } from '#lib/api/call.ts'
import { endpoints } from '#lib/api/endpoints.ts'
import { TableGame } from '#lib/game/game.svelte.ts'
import { hintAfter } from '#lib/game/way-back.ts'
import { forgetLog, keepLog, keptLog } from './device-log.ts'
import { holdStage } from './hold.ts'
import { socket } from './socket.ts'
import { StageClock } from './stage-clock.ts'
import { type Effect, type Happening, merge, type Notice, type Phase, pending, type Sync, startSync, step } from './sync.ts'

/** How long a batch may wait for its answer before the line is changed. */
const ANSWER_MS = 8_000
/** How long to wait where the server could not take a batch, or did not know a result yet. */
const PAUSE_MS = 3_000
/** How long the answer to the winning batch may take, which brings the result, before the whole log is handed in instead. */
const RESULT_MS = 2_000
/** How long to wait before a call is made again: doubled from the first to the last. */
const RETRY_MS = { first: 1_000, last: 15_000 } as const
/** A line that is gone for less is not worth a word. */
const LINE_LOST_MS = 1_500
/** The server gives a player one hint in so many seconds. */
const HINT_PACE_S = 1
const TICK_MS = 200

/** Why a hint was not given, or not shown: the API's code, or that there was no line, or that the table had changed meanwhile. */
export type HintRefusal = ErrorCode | 'offline' | 'outdated'

/** The id of a stage that another window, browser or device may be playing. */
export interface Elsewhere {
  readonly elsewhere: string
}

/** Reveals an attempt at a day (again the same stage, if it is revealed already), and plays it in this tab. */
export async function revealAttempt(day: string, attempt: number, locale: Locale): Promise<Answered<StageSession>> {
  return playRevealed(await call(fetch, endpoints.daily.reveal, { params: { day }, body: { attempt, locale } }))
}

/** Reveals a stage of the ladder, of a new run where none is named, and plays it in this tab. */
export async function revealStage(run: string | null, stage: number, locale: Locale): Promise<Answered<StageSession>> {
  return playRevealed(await call(fetch, endpoints.ladder.reveal, { body: { run, stage, locale } }))
}

async function playRevealed(answered: Answered<StageView>): Promise<Answered<StageSession>> {
  if (!answered.ok) return answered
  // The line may be from before there was an account.
  socket.renew()
  return { ok: true, value: await playHere(answered.value) }
}

/** Takes a stage to this tab, wherever it was. */
export async function fetchStage(stage: string): Promise<Answered<StageSession>> {
  const answered = await call(fetch, endpoints.stages.claim, { params: { stage } })
  return answered.ok ? { ok: true, value: await playHere(answered.value) } : answered
}

/** Goes on with a stage that this browser played last and that no other tab of it holds; else it may be played elsewhere. */
export async function resumeStage(stage: string): Promise<Answered<StageSession | Elsewhere>> {
  const answered = await call(fetch, endpoints.stages.get, { params: { stage } })
  if (!answered.ok) return answered
  const view = answered.value
  const kept = keptLog(stage)
  if (view.result) return { ok: true, value: new StageSession(view, kept?.claim ?? '', () => {}) }
  const release = kept && (await holdStage(stage))
  return { ok: true, value: release ? new StageSession(view, kept.claim, release) : { elsewhere: stage } }
}

async function playHere(view: StageView): Promise<StageSession> {
  const release = view.result ? undefined : await holdStage(view.id, true)
  return new StageSession(view, view.claim ?? '', release ?? (() => {}))
}

/** The stages that are played on this page now. */
export const playedHere = new Set<string>()

/**
 * A rated stage in this tab: its game on the table, and what keeps it and the server the same. Moves count the moment they are
 * made; whatever the line does, nothing that was played is lost.
 */
export class StageSession {
  /** The stage as it was when this tab took it. */
  readonly stage: StageView
  readonly game: TableGame
  readonly #clock: StageClock
  readonly #release: () => void
  /** Ends the waiting of whoever waits for the line. */
  readonly #waiting = new Set<() => void>()
  #sync: Sync
  /** What of it the device keeps. */
  #kept: { readonly events: readonly LogEvent[]; readonly claim: string; readonly givingUp: boolean } | undefined
  #stopped = false
  #ending = false
  #handedIn = false
  #looking = false
  /** When the batch under way left, by the clock's moments. */
  #asked: number
  #leave = () => {}
  #answer: ReturnType<typeof setTimeout> | undefined
  #pause: ReturnType<typeof setTimeout> | undefined
  #tick: ReturnType<typeof setInterval> | undefined
  #lineLost: ReturnType<typeof setTimeout> | undefined

  phase: Phase = $state('playing')
  result: StageResult | null = $state.raw(null)
  /** Milliseconds since the reveal, for show; once the stage is over, the time that it is listed with. */
  elapsed = $state(0)
  /** Whether the line has been gone for longer than a blink. */
  lineLost = $state(false)
  /** Whether the server lacks something that was played here. */
  unsent = $state(false)
  notice: Notice | null = $state.raw(null)
  hint: Hint | null = $state.raw(null)
  hintBusy = $state(false)
  hintRefusal: HintRefusal | null = $state(null)
  /** Given up, but not confirmed yet. */
  givingUp = $state(false)
  /** Why the server does not end the stage. */
  endRefusal: ErrorCode | null = $state(null)

  /** `claim`: the token that holds the stage for this tab; `release`: lets go of it among this browser's tabs. */
  constructor(view: StageView, claim: string, release: () => void) {
    const kept = keptLog(view.id)
    const setup = setupOf(view)
    const merged = merge(view.events, kept?.log.deal === view.deal ? kept.log.events : [])
    this.stage = view
    this.#release = release
    this.#clock = new StageClock(view.elapsed)
    this.#asked = this.#clock.moment()
    this.#sync = startSync(view, claim, playable(setup, merged.events))
    this.givingUp = kept?.givenUp === true && view.result === null
    if (merged.dropped > 0) this.notice = { type: 'taken-over', dropped: merged.dropped }
    this.game = new TableGame({
      setup,
      events: this.#sync.events,
      clock: () => this.#clock.read(),
      onevents: () => this.#played(),
      ...(view.undoLimit === null ? {} : { undoLimit: view.undoLimit }),
    })
    this.#show()
  }

  /** Milliseconds until the stage closes. */
  get closesIn(): number {
    return this.stage.closesAfter - this.elapsed
  }

  /** Begins to keep the server and this tab the same. Call it once, in the browser. */
  start(): void {
    playedHere.add(this.stage.id)
    this.#tick = setInterval(() => this.#ticked(), TICK_MS)
    this.#lineGone()
    this.#leave = socket.join({
      heard: (message) => this.#heard(message),
      connected: () => this.#connected(),
      disconnected: () => {
        this.#lineGone()
        if (this.#sync.hint === 'wanted') this.hintRefusal = 'offline'
        this.#happen({ type: 'disconnected' })
      },
    })
    this.#show()
  }

  /** Lets go of the stage; it can be resumed. */
  stop(): void {
    this.#stopped = true
    this.#leave()
    this.#wake()
    this.#release()
    playedHere.delete(this.stage.id)
    for (const timer of [this.#answer, this.#pause, this.#tick, this.#lineLost]) clearTimeout(timer)
  }

  /** Asks for a hint. It costs points the moment it is given. */
  askHint(): void {
    this.hint = null
    this.hintRefusal = socket.connected ? null : 'offline'
    this.#happen({ type: 'hint-wanted' })
  }

  closeHint(): void {
    this.hint = null
    this.hintRefusal = null
  }

  closeNotice(): void {
    this.notice = null
  }

  /** Ends the stage as it stands. Without a line it ends as soon as there is one. */
  giveUp(): void {
    if (this.phase !== 'playing' || this.game.won) return
    this.givingUp = true
    this.#show()
  }

  #played(): void {
    this.hint = hintAfter(this.hint, this.game.events.at(-1))
    this.hintRefusal = null
    for (const event of this.game.events.slice(this.#sync.events.length)) this.#happen({ type: 'played', event })
  }

  #connected(): void {
    clearTimeout(this.#lineLost)
    this.lineLost = false
    this.#wake()
    this.#happen({ type: 'connected' })
  }

  #lineGone(): void {
    clearTimeout(this.#answer)
    clearTimeout(this.#lineLost)
    this.#lineLost = setTimeout(() => {
      this.lineLost = true
    }, LINE_LOST_MS)
  }

  #heard(message: ServerMessage): void {
    if (!('stage' in message) || message.stage !== this.stage.id) return
    if (message.type === 'accepted' || message.type === 'refused') {
      clearTimeout(this.#answer)
      if (message.elapsed !== null) this.#clock.correct(message.elapsed, this.#asked)
    }
    this.#happen(message)
  }

  #ticked(): void {
    this.elapsed = this.result?.timeMs ?? this.#clock.read()
    if (this.phase === 'playing' && this.elapsed > this.stage.closesAfter) this.#happen({ type: 'deadline' })
  }

  #happen(happening: Happening): void {
    if (this.#stopped) return
    const { state, effects } = step(this.#sync, happening)
    this.#sync = state
    this.#show()
    for (const effect of effects) this.#do(effect)
  }

  #do(effect: Effect): void {
    switch (effect.type) {
      case 'send':
        socket.send(effect.message)
        if (effect.message.type !== 'events') return
        this.#asked = this.#clock.moment()
        clearTimeout(this.#answer)
        this.#answer = setTimeout(() => socket.renew(), ANSWER_MS)
        return
      case 'ask-hint':
        void this.#fetchHint(effect.length)
        return
      case 'look-up':
        void this.#lookUp()
        return
      case 'pause':
        clearTimeout(this.#pause)
        this.#pause = setTimeout(() => this.#happen({ type: 'resumed' }), PAUSE_MS)
        return
      case 'tell':
        this.notice = effect.notice
    }
  }

  /** Brings the table, the page and what the device keeps to where things stand. */
  #show(): void {
    const { phase, hint, result } = this.#sync
    this.#showEvents()
    this.phase = phase
    this.hintBusy = hint !== 'none'
    this.unsent = pending(this.#sync) > 0
    if (result && !this.result) this.result = result
    if (this.result) this.givingUp = false
    this.game.frozen = phase !== 'playing' || this.givingUp
    if (this.result && !this.#isToBeEnded) forgetLog(this.stage.id)
    // A tab that has lost the stage has nothing more to say about it.
    else if (phase !== 'taken' && phase !== 'signed-out') this.#keep()
    this.elapsed = this.result?.timeMs ?? this.#clock.read()
    if (this.#isToBeEnded && this.#tick !== undefined) void this.#end()
  }

  #showEvents(): void {
    const { events } = this.#sync
    const shown = this.game.events
    if (sameEvents(events, shown)) return
    this.hint = null
    // What only comes on top, as a hint does, takes nothing out of the player's hand.
    if (sameEvents(events.slice(0, shown.length), shown)) this.game.appendFromServer(events.slice(shown.length))
    else this.game.replaceEvents(events)
  }

  #keep(): void {
    const { events, claim } = this.#sync
    const { givingUp } = this
    if (events === this.#kept?.events && claim === this.#kept.claim && givingUp === this.#kept.givingUp) return
    this.#kept = { events, claim, givingUp }
    keepLog({ stage: this.stage.id, claim, log: this.game.log(), givenUp: givingUp })
  }

  /** Won or given up here, and the server has not said what it came to; or won, and the server had closed the stage before. */
  get #isToBeEnded(): boolean {
    const { result } = this
    if (this.#stopped || this.#handedIn) return false
    if (result) return result.outcome === 'closed' && !result.won && this.game.won
    return (this.game.won || this.givingUp) && (this.phase === 'playing' || this.phase === 'closed')
  }

  /** Hands the whole log in until there is a result. */
  async #end(): Promise<void> {
    if (this.#ending) return
    this.#ending = true
    this.endRefusal = null
    if (!this.givingUp && this.phase === 'playing' && socket.connected) await this.#waitFor(RESULT_MS)
    for (let attempt = 0; this.#isToBeEnded; attempt++) {
      const answered = await call(fetch, endpoints.stages.finish, {
        params: { stage: this.stage.id },
        body: { claim: this.#sync.claim, log: { ...this.game.log() }, givenUp: this.givingUp },
      })
      if (this.#stopped) break
      if (answered.ok) this.#ended(answered.value)
      else await this.#endRefused(answered.problem, attempt)
    }
    this.#ending = false
  }

  #ended(result: StageResult): void {
    this.#handedIn = true
    this.result = result
    this.#happen({ type: 'ended', stage: this.stage.id, result })
    this.#show()
  }

  async #endRefused({ code, index, events }: CallProblem, attempt: number): Promise<void> {
    const wait = Math.min(RETRY_MS.first * 2 ** attempt, RETRY_MS.last)
    switch (code) {
      case 'offline':
      case 'busy':
      case 'rate-limited':
      case 'internal':
        return this.#waitFor(wait)
      case 'log-conflict':
        await this.#lookUp()
        return this.#waitFor(wait)
      case 'played-elsewhere':
      case 'not-signed-in':
      case 'not-your-stage':
        return this.#refused(code)
      default:
        // Over the line the same comes to light by itself, and is mended there.
        if (this.#sync.connected && this.#sync.batch !== null) return this.#waitFor(wait)
        this.givingUp = false
        this.endRefusal = code
        this.#refused(code, index, events)
    }
  }

  #refused(code: ErrorCode, index: number | null = null, events: [number, string][] | null = null): void {
    this.#happen({ type: 'refused', stage: this.stage.id, code, index, events, length: null, elapsed: null })
  }

  async #fetchHint(length: number): Promise<void> {
    const ask = () =>
      call(fetch, endpoints.stages.hint, { params: { stage: this.stage.id }, body: { claim: this.#sync.claim, length } })
    let answered = await ask()
    // A player gets one hint a second. Whoever asks sooner need not ask twice.
    if (!answered.ok && answered.problem.code === 'rate-limited' && answered.problem.retryAfter === HINT_PACE_S) {
      await new Promise((resolve) => setTimeout(resolve, HINT_PACE_S * 1_000))
      if (this.#stopped) return
      answered = await ask()
    }
    if (!answered.ok) {
      this.hintRefusal = answered.problem.code
      this.#happen({ type: 'hint-failed' })
      return
    }
    const { event, hint, length: recorded } = answered.value
    this.#happen({ type: 'hinted', event, length: recorded })
    if (this.#sync.events.length === recorded) this.hint = hint
    else this.hintRefusal = 'outdated'
  }

  /** Asks what the server has, until it answers; a stage that is closed, until it has its result. */
  async #lookUp(): Promise<void> {
    if (this.#looking) return
    this.#looking = true
    for (let attempt = 0; !this.#stopped; attempt++) {
      const asked = this.#clock.moment()
      const answered = await call(fetch, endpoints.stages.get, { params: { stage: this.stage.id } })
      if (answered.ok) {
        this.#clock.correct(answered.value.elapsed, asked)
        this.#happen({ type: 'looked-up', view: answered.value })
        if (this.result || this.phase !== 'closed') break
      } else if (answered.problem.code === 'not-signed-in' || answered.problem.code === 'not-your-stage') {
        this.#refused(answered.problem.code)
        break
      }
      await this.#waitFor(answered.ok ? PAUSE_MS : Math.min(RETRY_MS.first * 2 ** attempt, RETRY_MS.last))
    }
    this.#looking = false
  }

  /** Waits so many ms, or until the line is back or the session stops. */
  #waitFor(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const wake = () => {
        clearTimeout(timer)
        this.#waiting.delete(wake)
        resolve()
      }
      const timer = setTimeout(wake, ms)
      this.#waiting.add(wake)
    })
  }

  #wake(): void {
    for (const wake of [...this.#waiting]) wake()
  }
}

function setupOf({ deal, variant, autoplay }: StageView): Setup {
  const log = parseLog({ v: 1, deal, variant, autoplay, events: [] })
  if (!log.ok) throw new RangeError(`no stage: deal ${deal}`)
  return log.value
}

/** What can be played of events: nobody vouches for what a device keeps. */
function playable(setup: Setup, events: readonly LogEvent[]): readonly LogEvent[] {
  const played = playEvents(startGame(setup), events)
  return played.ok ? events : events.slice(0, played.index)
}

const sameEvents = (a: readonly LogEvent[], b: readonly LogEvent[]): boolean =>
  a === b || (a.length === b.length && a.every(([t, e], index) => t === b[index]?.[0] && e === b[index]?.[1]))
