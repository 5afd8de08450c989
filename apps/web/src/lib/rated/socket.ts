import type { BoardId, ClientMessage, ServerMessage } from '@speedcell/shared/contracts'
import { createSubscriber } from 'svelte/reactivity'

/** A day's list as it has changed. */
export type ListMessage = Extract<ServerMessage, { readonly type: 'list' }>

/** Whoever needs the line to the server. */
export interface Listener {
  heard(message: ServerMessage): void
  /** A line is there; nothing has been said on it. */
  connected?(): void
  /** The line is gone; what was said on it may have arrived or not, and is not answered any more. */
  disconnected?(): void
}

/** What has changed on a board. */
export type BoardMessage = Extract<ServerMessage, { readonly type: 'board' }>

/** A list that is watched: how one says so, and no more, and which messages are of it. */
interface Topic<Message extends ServerMessage = ServerMessage> {
  readonly key: string
  readonly watch: ClientMessage
  readonly unwatch: ClientMessage
  isOf(message: ServerMessage): message is Message
}

interface Watcher {
  changed(message: ServerMessage): void
  missed?: (() => void) | undefined
}

const listTopic = (day: string): Topic<ListMessage> => ({
  key: day,
  watch: { type: 'watch', day },
  unwatch: { type: 'unwatch', day },
  isOf: (message): message is ListMessage => message.type === 'list' && message.day === day,
})

const boardTopic = (board: BoardId): Topic<BoardMessage> => ({
  key: board,
  watch: { type: 'watch-board', board },
  unwatch: { type: 'unwatch-board', board },
  isOf: (message): message is BoardMessage => message.type === 'board' && message.board === board,
})

/** How long to wait before the line is tried again, in ms: doubled from the first to the last, of which a random half is left out. */
const RETRY_MS = { first: 500, last: 15_000 } as const
/** How often an idle line is tried, and how long its answer may take, in ms. */
const PING_MS = { every: 20_000, patience: 8_000 } as const

/**
 * The one line to the server that everything on a page shares. It is there as long as someone needs it, comes back by itself, and
 * keeps nothing back for later: whoever uses it says anew what still holds when it is `connected`.
 *
 * @example
 * const leave = socket.join({ heard: show, connected: () => socket.send({ type: 'attend', stage, claim }) })
 * const unwatch = socket.watch('2026-11-30', (list) => insert(list.entries), reload)
 */
export class Socket {
  readonly #open: () => WebSocket
  readonly #random: () => number
  readonly #listeners = new Set<Listener>()
  readonly #topics = new Map<string, { readonly topic: Topic; readonly watchers: Set<Watcher> }>()
  #line: WebSocket | null = null
  #attempts = 0
  #retry: ReturnType<typeof setTimeout> | undefined
  #ping: ReturnType<typeof setTimeout> | undefined
  #patience: ReturnType<typeof setTimeout> | undefined
  #connected = false
  #lost = false
  #changed = () => {}
  readonly #subscribe = createSubscriber((update) => {
    this.#changed = update
  })

  /** `open` makes a new line; `random` gives 0 to 1. */
  constructor(open: () => WebSocket, random: () => number = Math.random) {
    this.#open = open
    this.#random = random
  }

  /** Whether there is a line. Reactive. */
  get connected(): boolean {
    this.#subscribe()
    return this.#connected
  }

  /** Whether there was a line and it is gone. Reactive. */
  get lost(): boolean {
    this.#subscribe()
    return this.#lost
  }

  /** Keeps the line up and hears what comes, until the returned function is called. */
  join(listener: Listener): () => void {
    this.#listeners.add(listener)
    if (this.#connected) listener.connected?.()
    else this.#need()
    return () => {
      this.#listeners.delete(listener)
      this.#release()
    }
  }

  /**
   * Hears of a day's list, until the returned function is called. `missed`: the line was gone for a while, so the list has to be
   * read again.
   */
  watch(day: string, changed: (list: ListMessage) => void, missed?: () => void): () => void {
    return this.#watch(listTopic(day), changed, missed)
  }

  /** The same for a board. */
  watchBoard(board: BoardId, changed: (message: BoardMessage) => void, missed?: () => void): () => void {
    return this.#watch(boardTopic(board), changed, missed)
  }

  #watch<Message extends ServerMessage>(
    topic: Topic<Message>,
    changed: (message: Message) => void,
    missed: (() => void) | undefined,
  ): () => void {
    const watcher: Watcher = { changed: (message) => topic.isOf(message) && changed(message), missed }
    const { key } = topic
    const others = this.#topics.get(key)
    if (others) others.watchers.add(watcher)
    else this.#topics.set(key, { topic, watchers: new Set([watcher]) })
    if (!others) this.send(topic.watch)
    this.#need()
    return () => {
      const watchers = this.#topics.get(key)?.watchers
      if (!watchers?.delete(watcher) || watchers.size > 0) return
      this.#topics.delete(key)
      this.send(topic.unwatch)
      this.#release()
    }
  }

  /** Says something, if there is a line; whether there was. */
  send(message: ClientMessage): boolean {
    if (!this.#connected || !this.#line) return false
    this.#line.send(JSON.stringify(message))
    return true
  }

  /** Changes the line for a new one: because an answer stays out, or because someone else has signed in. */
  renew(): void {
    if (!this.#line) return
    this.#drop()
    this.#attempts = 0
    this.#need()
  }

  /** Looks after the line: it may be dead, or come back sooner than planned. */
  check(): void {
    if (this.#connected) this.#tryLine()
    else if (!this.#line && this.#isNeeded) {
      this.#attempts = 0
      this.#need()
    }
  }

  /** Lets go of the line without forgetting who needs it; `check` brings it back. */
  rest(): void {
    this.#drop()
  }

  #watchers(): Watcher[] {
    return [...this.#topics.values()].flatMap(({ watchers }) => [...watchers])
  }

  get #isNeeded(): boolean {
    return this.#listeners.size > 0 || this.#topics.size > 0
  }

  #need(): void {
    if (this.#line) return
    clearTimeout(this.#retry)
    const line = this.#open()
    this.#line = line
    const isCurrent = () => this.#line === line
    line.onopen = () => isCurrent() && this.#opened()
    line.onclose = () => isCurrent() && this.#closed()
    line.onmessage = ({ data }) => isCurrent() && this.#heard(data)
    this.#expectWord()
  }

  #release(): void {
    if (!this.#isNeeded) this.#drop()
  }

  #opened(): void {
    this.#connected = true
    const wasLost = this.#lost
    this.#lost = false
    this.#changed()
    this.#stopExpecting()
    this.#tryLine()
    for (const { topic } of this.#topics.values()) this.send(topic.watch)
    for (const listener of [...this.#listeners]) listener.connected?.()
    if (wasLost) for (const { missed } of this.#watchers()) missed?.()
  }

  #heard(data: unknown): void {
    this.#attempts = 0
    this.#stopExpecting()
    clearTimeout(this.#ping)
    this.#ping = setTimeout(() => this.#tryLine(), PING_MS.every)
    const message = parse(data)
    if (message === undefined || message.type === 'pong') return
    for (const { changed } of this.#watchers()) changed(message)
    for (const listener of [...this.#listeners]) listener.heard(message)
  }

  #tryLine(): void {
    clearTimeout(this.#ping)
    this.send({ type: 'ping' })
    this.#expectWord()
  }

  /** A line on which nothing is heard for so long is dead, whatever it says of itself. */
  #expectWord(): void {
    this.#patience ??= setTimeout(() => this.#closed(), PING_MS.patience)
  }

  #stopExpecting(): void {
    clearTimeout(this.#patience)
    this.#patience = undefined
  }

  #closed(): void {
    this.#drop()
    if (!this.#isNeeded) return
    const wait = Math.min(RETRY_MS.first * 2 ** this.#attempts++, RETRY_MS.last)
    this.#retry = setTimeout(() => this.#need(), wait * (0.5 + this.#random() / 2))
  }

  #drop(): void {
    clearTimeout(this.#retry)
    clearTimeout(this.#ping)
    this.#stopExpecting()
    const line = this.#line
    this.#line = null
    line?.close()
    if (!this.#connected) return
    this.#connected = false
    this.#lost = this.#isNeeded
    this.#changed()
    for (const listener of [...this.#listeners]) listener.disconnected?.()
  }
}

function parse(data: unknown): ServerMessage | undefined {
  try {
    const message: unknown = JSON.parse(String(data))
    return typeof message === 'object' && message !== null && 'type' in message ? (message as ServerMessage) : undefined
  } catch {
    return undefined
  }
}

/** The line of this page. On the server nobody joins it. */
export const socket = new Socket(() => new WebSocket(`${location.origin.replace(/^http/, 'ws')}/api/socket`))

if (typeof window !== 'undefined') {
  window.addEventListener('online', () => socket.check())
  window.addEventListener('offline', () => socket.check())
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && socket.check())
  // A page that is put aside whole must not hold a line; it comes back with it.
  window.addEventListener('pagehide', () => socket.rest())
  window.addEventListener('pageshow', () => socket.check())
}
