import { type Day, DomainError, type Logger } from '@speedcell/services/core'
import type { Dailies } from '@speedcell/services/daily'
import type { BoardChange, Leaderboard } from '@speedcell/services/leaderboard'
import type { Heard, Subscriber } from '@speedcell/services/realtime'
import type { Runs } from '@speedcell/services/runs'
import type { BoardId, ServerMessage } from '@speedcell/shared/contracts'
import { createTopics, type Gathered, type Listener, type Topics } from './socket-topics.ts'

/** How many entries one message brings. */
const ENTRIES = 20

/** The tab that attends a stage: whose, and the digest of its claim. */
export interface Attendance {
  readonly userId: string
  readonly claim: string
}

interface Context {
  readonly runs: Pick<Runs, 'standing'>
  readonly dailies: Pick<Dailies, 'getNews'>
  readonly leaderboard: Pick<Leaderboard, 'getNews'>
  readonly subscriber: Subscriber
  readonly logger: Logger
}

export type SocketHub = ReturnType<typeof createSocketHub>

/** Knows which socket of this process attends which stage and watches which list, and tells them what is heard from all processes. */
export function createSocketHub({ runs, dailies, leaderboard, subscriber, logger }: Context) {
  const attending = new Map<string, Map<Listener, Attendance>>()
  const lists: Topics<Day, string | null> = createTopics(listMessage, inBackground)
  const boards: Topics<BoardId, BoardChange> = createTopics(boardMessage, inBackground)

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
        lists.happened(heard.day, heard.run)
        break
      case 'board':
        boards.happened(heard.board, heard)
        break
      case 'gap':
        for (const stage of attending.keys()) tellStates(stage)
        lists.missed()
        boards.missed()
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

  /** What came into a day's list; a list that has closed without a run. */
  async function listMessage(day: Day, { items, missed }: Gathered<string | null>): Promise<ServerMessage> {
    const listed = missed ? null : items.filter((run) => run !== null).slice(-ENTRIES)
    const { entries, ...figures } = await dailies.getNews(day, listed, ENTRIES)
    return { type: 'list', day, ...figures, entries: [...entries] }
  }

  async function boardMessage(board: BoardId, { items, missed }: Gathered<BoardChange>): Promise<ServerMessage> {
    const { players, came, left } = await leaderboard.getNews(board, missed ? [] : items, ENTRIES)
    return { type: 'board', board, players, whole: !missed && came !== null, came: came ?? [], left: left ?? [] }
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

    lists,
    boards,

    close(): void {
      lists.close()
      boards.close()
    },
  }
}
