import { type Day, DomainError, parseDay } from '@speedcell/services/core'
import { claimDigest, type Runs } from '@speedcell/services/runs'
import { type BoardId, type ClientMessage, clientMessageSchema, type ServerMessage } from '@speedcell/shared/contracts'
import type { FastifyBaseLogger } from 'fastify'
import type { RawData, WebSocket } from 'ws'
import { refusalOf } from './problem.ts'
import { createAllowance, type Rate } from './socket-allowance.ts'
import type { SocketHub } from './socket-hub.ts'
import type { Listener, Topics } from './socket-topics.ts'

/** Messages that one socket may send. */
const RATE: Rate = { burst: 60, perSecond: 20 }
/** Messages that may wait for their turn. */
const MOST_WAITING = 64
/** Stages that one socket may attend, and lists of each kind that it may watch. */
const MOST_STAGES = 8
const MOST_LISTS = 8
/** How many bad or hasty messages are answered before the socket is closed. */
const PATIENCE = 10
/** Bytes not yet read by a socket, above which it misses list messages, and above which it is cut off. */
const SLOW_BYTES = 64 * 1024
const STUCK_BYTES = 4 * 1024 * 1024
/** The code with which a socket is closed that does what it must not (RFC 6455). */
export const POLICY_VIOLATION = 1008

interface Context {
  readonly socket: WebSocket
  /** Who is signed in; null for a visitor, who may only watch. */
  readonly userId: string | null
  /** Whether that session still holds. */
  readonly isSignedIn: () => Promise<boolean>
  /** Counts a message that has to be looked up for the address that it comes from. Throws `rate-limited`. */
  readonly count: () => Promise<void>
  readonly hub: Pick<SocketHub, 'attend' | 'unattend' | 'lists' | 'boards'>
  readonly runs: Pick<Runs, 'append'>
  readonly log: Pick<FastifyBaseLogger, 'debug' | 'error'>
}

/** One client's socket. Its messages are answered one after the other, in their order. */
export class SocketConnection implements Listener {
  readonly #context: Context
  readonly #stages = new Set<string>()
  readonly #days = new Set<Day>()
  readonly #boards = new Set<BoardId>()
  readonly #allowance = createAllowance(RATE, performance.now())
  #turn: Promise<void> = Promise.resolve()
  #waiting = 0
  #strikes = 0
  #alive = true

  constructor(context: Context) {
    this.#context = context
    const { socket, log } = context
    socket.on('message', (data, isBinary) => this.#receive(data, isBinary))
    socket.on('pong', () => {
      this.#alive = true
    })
    socket.on('error', (error) => log.debug({ err: error }, 'socket failed'))
    socket.once('close', () => this.#leave())
  }

  send(message: ServerMessage): void {
    if (!this.#isOpen()) return
    if (this.#context.socket.bufferedAmount > STUCK_BYTES) this.#context.socket.terminate()
    else this.#context.socket.send(JSON.stringify(message))
  }

  sendIfFree(message: ServerMessage): void {
    if (this.#context.socket.bufferedAmount <= SLOW_BYTES) this.send(message)
  }

  close(code: number, reason?: string): void {
    this.#context.socket.close(code, reason)
  }

  /** Cuts off a client that has gone without a word, and one whose session has ended. */
  beat(): void {
    if (!this.#alive) this.#context.socket.terminate()
    if (!this.#isOpen()) return
    this.#alive = false
    this.#context.socket.ping()
    if (this.#context.userId === null) return
    this.#context
      .isSignedIn()
      .then((signedIn) => signedIn || this.close(POLICY_VIOLATION, 'not-signed-in'))
      .catch((error: unknown) => this.#context.log.debug({ err: error }, 'a session could not be looked up'))
  }

  #leave(): void {
    for (const stage of this.#stages) this.#context.hub.unattend(this, stage)
    for (const day of this.#days) this.#context.hub.lists.unwatch(this, day)
    for (const board of this.#boards) this.#context.hub.boards.unwatch(this, board)
  }

  #receive(data: RawData, isBinary: boolean): void {
    this.#alive = true
    const isHasty = !this.#allowance.take(performance.now()) || this.#waiting >= MOST_WAITING
    const message = isHasty || isBinary ? undefined : parseMessage(data)
    if (message) {
      this.#waiting++
      this.#turn = this.#turn.then(() => this.#answer(message)).finally(() => this.#waiting--)
      return
    }
    // A proper client does not do so; one that goes on with it is shut out.
    const code = isHasty ? 'rate-limited' : 'bad-request'
    this.send({ type: 'error', code })
    if (++this.#strikes >= PATIENCE) this.close(POLICY_VIOLATION, code)
  }

  async #answer(message: ClientMessage): Promise<void> {
    try {
      switch (message.type) {
        case 'events':
          return await this.#append(message)
        case 'attend':
          return await this.#attend(message.stage, message.claim)
        case 'watch':
          return this.#watch(this.#context.hub.lists, this.#days, parseDay(message.day))
        case 'unwatch':
          return this.#unwatch(this.#context.hub.lists, this.#days, parseDay(message.day))
        case 'watch-board':
          return this.#watch(this.#context.hub.boards, this.#boards, message.board)
        case 'unwatch-board':
          return this.#unwatch(this.#context.hub.boards, this.#boards, message.board)
        case 'ping':
          return this.send({ type: 'pong' })
      }
    } catch (error) {
      this.send({ type: 'error', code: this.#codeOf(error).code })
    }
  }

  async #append({ stage, claim, from, events }: Extract<ClientMessage, { type: 'events' }>): Promise<void> {
    try {
      const userId = this.#signedIn()
      await this.#context.count()
      const acknowledged = await this.#context.runs.append({ userId, stage, claim }, from, events)
      this.send({ type: 'accepted', stage, ...acknowledged })
    } catch (error) {
      const { code, details = {} } = this.#codeOf(error)
      const { index = null, length = null, events = null, elapsed = null } = details as Partial<Refusal>
      this.send({ type: 'refused', stage, code, index, length, events, elapsed })
    }
  }

  async #attend(stage: string, claim: string): Promise<void> {
    const userId = this.#signedIn()
    await this.#context.count()
    if (!this.#isOpen()) return
    if (!this.#stages.has(stage) && this.#stages.size >= MOST_STAGES) throw new DomainError('rate-limited')
    this.#stages.add(stage)
    await this.#context.hub.attend(this, stage, { userId, claim: claimDigest(claim) })
  }

  #watch<Topic>(topics: Watchable<Topic>, watched: Set<Topic>, topic: Topic): void {
    if (!this.#isOpen()) return
    if (!watched.has(topic) && watched.size >= MOST_LISTS) throw new DomainError('rate-limited')
    watched.add(topic)
    topics.watch(this, topic)
  }

  #unwatch<Topic>(topics: Watchable<Topic>, watched: Set<Topic>, topic: Topic): void {
    watched.delete(topic)
    topics.unwatch(this, topic)
  }

  #isOpen(): boolean {
    return this.#context.socket.readyState === this.#context.socket.OPEN
  }

  #signedIn(): string {
    if (this.#context.userId === null) throw new DomainError('not-signed-in')
    return this.#context.userId
  }

  #codeOf(error: unknown): ReturnType<typeof refusalOf> {
    const refusal = refusalOf(error)
    if (refusal.code === 'internal') this.#context.log.error({ err: error }, 'a socket message failed')
    return refusal
  }
}

type Watchable<Topic> = Pick<Topics<Topic, unknown>, 'watch' | 'unwatch'>

type Refusal = Pick<Extract<ServerMessage, { type: 'refused' }>, 'index' | 'length' | 'events' | 'elapsed'>

/** The message in what a client has sent; undefined for what is none. */
function parseMessage(data: RawData): ClientMessage | undefined {
  try {
    return clientMessageSchema.safeParse(JSON.parse(data.toString())).data
  } catch {
    return undefined
  }
}
