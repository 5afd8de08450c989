import type { ServerMessage } from '@speedcell/shared/contracts'

/** Watchers of a topic are told at most once in so many milliseconds. */
const GATHER_MS = 1_000

/** A socket, as whoever tells it something sees it. */
export interface Listener {
  send(message: ServerMessage): void
  /** Sends unless the socket is slow to read: for messages that a later one makes good. */
  sendIfFree(message: ServerMessage): void
}

/** What happened to a topic since its watchers were told. */
export interface Gathered<Item> {
  readonly items: readonly Item[]
  /** Whether something may have happened that was not heard. */
  readonly missed: boolean
}

export interface Topics<Topic, Item> {
  watch(listener: Listener, topic: Topic): void
  unwatch(listener: Listener, topic: Topic): void
  /** Notes what happened to a topic, if anybody watches it; they are told in a moment, with all that comes until then. */
  happened(topic: Topic, item: Item): void
  /** The same for all topics, where something may have been missed. */
  missed(): void
  close(): void
}

/**
 * Lists that sockets watch. However much happens to one, its watchers are told once a second, with one message for all of them, which
 * `messageOf` reads; `inBackground` is given what goes on meanwhile.
 */
export function createTopics<Topic, Item>(
  messageOf: (topic: Topic, gathered: Gathered<Item>) => Promise<ServerMessage>,
  inBackground: (work: Promise<void>) => void,
): Topics<Topic, Item> {
  const watching = new Map<Topic, Set<Listener>>()
  const gatherings = new Map<Topic, { readonly items: Item[]; missed: boolean }>()
  const timers = new Set<NodeJS.Timeout>()

  /** What is being gathered for a topic's watchers. */
  function gatheringOf(topic: Topic): { readonly items: Item[]; missed: boolean } {
    const known = gatherings.get(topic)
    if (known) return known
    const gathering = { items: [], missed: false }
    gatherings.set(topic, gathering)
    const timer = setTimeout(() => {
      timers.delete(timer)
      gatherings.delete(topic)
      inBackground(tell(topic, gathering))
    }, GATHER_MS)
    timers.add(timer)
    return gathering
  }

  async function tell(topic: Topic, gathered: Gathered<Item>): Promise<void> {
    if (!watching.has(topic)) return
    const message = await messageOf(topic, gathered)
    for (const listener of watching.get(topic) ?? []) listener.sendIfFree(message)
  }

  return {
    watch(listener, topic) {
      watching.set(topic, (watching.get(topic) ?? new Set()).add(listener))
    },
    unwatch(listener, topic) {
      const listeners = watching.get(topic)
      listeners?.delete(listener)
      if (listeners?.size === 0) watching.delete(topic)
    },
    happened(topic, item) {
      if (watching.has(topic)) gatheringOf(topic).items.push(item)
    },
    missed() {
      for (const topic of watching.keys()) gatheringOf(topic).missed = true
    },
    close() {
      for (const timer of timers) clearTimeout(timer)
    },
  }
}
