import { type Day, DomainError, type Logger } from '@speedcell/services/core'
import type { Dailies } from '@speedcell/services/daily'
import type { Heard, Subscriber } from '@speedcell/services/realtime'
import type { Runs } from '@speedcell/services/runs'
import type { ServerMessage } from '@speedcell/shared/contracts'

/** A day's watchers are told at most once in so many milliseconds. */
const GATHER_MS = 1_000
/** How many entries one message brings. */
const ENTRIES = 20

/** A socket, as the hub sees it. */
export interface Listener {
  send(message: ServerMessage): void
  /** Sends unless the socket is slow to read: for messages that a later one makes good. */
  sendIfFree(message: ServerMessage): void
}

/** The tab that attends a stage: whose, and the digest of its claim. */
export interface Attendance {
  readonly userId: string
  readonly claim: string
}

interface Context {
  readonly runs: Pick<Runs, 'standing'>
  readonly dailies: Pick<Dailies, 'getNews'>
  readonly subscriber: Subscriber
  readonly logger: Logger
}

/** Runs of which nothing was heard. */
const MISSED = Symbol('missed')

/** Which runs came into a day's list since its watchers were told; `all` where some were missed. */
interface Gathering {
  readonly runs: string[]
  all: boolean
}

export type SocketHub = ReturnType<typeof createSocketHub>

/** Knows which socket of this process attends which stage and watches which day, and tells them what is heard from all processes. */
export function createSocketHub({ runs, dailies, subscriber, logger }: Context) {
  const attending = new Map<string, Map<Listener, Attendance>>()
  const watching = new Map<Day, Set<Listener>>()
  const gatherings = new Map<Day, Gathering>()
  const timers = new Set<NodeJS.Timeout>()

  void subscriber.subscribe(hear)

  function hear(heard: Heard): void {
    switch (heard.type) {
      case 'taken':
        for (const [listener, { claim }] of attending.get(heard.stage) ?? []) {
          if (claim !== heard.claim) listener.send({ type: 'taken', stage: heard.stage })
        }
        break
      case 'ended':
        tellStates(heard.stage)
        break
      case 'list':
        gather(heard.day, heard.run)
        break
      case 'gap':
        for (const stage of attending.keys()) tellStates(stage)
        for (const day of watching.keys()) gather(day, MISSED)
    }
  }

  function inBackground(work: Promise<void>): void {
    work.catch((error: unknown) => logger.warn({ err: error }, 'sockets could not be told'))
  }

  /** Tells everyone who attends a stage how it stands. */
  function tellStates(stage: string): void {
    for (const tab of attending.get(stage) ?? []) inBackground(tellState(stage, ...tab))
  }

  /** Tells one tab if its stage has ended or is another's. */
  async function tellState(stage: string, listener: Listener, { userId, claim }: Attendance): Promise<void> {
    const { result, claim: holder } = await runs.standing(userId, stage)
    if (result) listener.send({ type: 'ended', stage, result })
    else if (claim !== holder) listener.send({ type: 'taken', stage })
  }

  /** Notes what came into a day's list, if anything; its watchers are told in a moment, with all that comes until then. */
  function gather(day: Day, run: string | typeof MISSED | null): void {
    if (!watching.has(day)) return
    const known = gatherings.get(day)
    const gathering = known ?? { runs: [], all: false }
    if (run === MISSED) gathering.all = true
    else if (run !== null) gathering.runs.push(run)
    if (known) return
    gatherings.set(day, gathering)
    const timer = setTimeout(() => {
      timers.delete(timer)
      gatherings.delete(day)
      inBackground(tellList(day, gathering))
    }, GATHER_MS)
    timers.add(timer)
  }

  async function tellList(day: Day, { runs: listed, all }: Gathering): Promise<void> {
    if (!watching.has(day)) return
    const { players, solved, closed, entries } = await dailies.getNews(day, all ? null : listed.slice(-ENTRIES), ENTRIES)
    const message: ServerMessage = { type: 'list', day, players, solved, closed, entries: [...entries] }
    for (const listener of watching.get(day) ?? []) listener.sendIfFree(message)
  }

  function unattend(listener: Listener, stage: string): void {
    const tabs = attending.get(stage)
    tabs?.delete(listener)
    if (tabs?.size === 0) attending.delete(stage)
  }

  return {
    /** Lets a tab hear of a stage, and tells it at once if the stage has ended or is another's. Throws `not-your-stage`. */
    async attend(listener: Listener, stage: string, attendance: Attendance): Promise<void> {
      // In this order, nothing that happens meanwhile is missed.
      const tabs = attending.get(stage) ?? new Map<Listener, Attendance>()
      attending.set(stage, tabs.set(listener, attendance))
      try {
        await tellState(stage, listener, attendance)
      } catch (error) {
        // Whoever could only not be told now, goes on listening.
        if (error instanceof DomainError && error.code === 'not-your-stage') unattend(listener, stage)
        throw error
      }
    },

    unattend,

    watch(listener: Listener, day: Day): void {
      watching.set(day, (watching.get(day) ?? new Set()).add(listener))
    },

    unwatch(listener: Listener, day: Day): void {
      const listeners = watching.get(day)
      listeners?.delete(listener)
      if (listeners?.size === 0) watching.delete(day)
    },

    close(): void {
      for (const timer of timers) clearTimeout(timer)
    },
  }
}
