import { DomainError, type Logger, parseDay } from '@speedcell/services/core'
import { claimDigest } from '@speedcell/services/runs'
import { type ClientMessage, clientMessageSchema, type ErrorCode, type ServerMessage } from '@speedcell/shared/contracts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { RawData, WebSocket } from 'ws'
import type { Dependencies } from './dependencies.ts'
import { networkOf } from './limits.ts'
import { refusalOf } from './problem.ts'
import { createAllowance, type Rate } from './socket-allowance.ts'
import { createSocketHub, type Listener, type SocketHub } from './socket-hub.ts'

/** Messages that one socket may send. */
const RATE: Rate = { burst: 60, perSecond: 20 }
/** Messages that may wait for their turn. */
const MOST_WAITING = 64
/** Stages that one socket may attend, and days that it may watch. */
const MOST_STAGES = 8
const MOST_DAYS = 8
/** Sockets from one address. Many players can share one. */
const MOST_SOCKETS = 200
/** How many bad or hasty messages are answered before the socket is closed. */
const PATIENCE = 10
/** Bytes not yet read by a socket, above which it misses list messages, and above which it is cut off. */
const SLOW_BYTES = 64 * 1024
const STUCK_BYTES = 4 * 1024 * 1024
/** How often a socket must show that it is there, and its session that it still holds. */
const HEARTBEAT_MS = 30_000
const POLICY_VIOLATION = 1008
const GOING_AWAY = 1001

/** The socket at `/socket`: events of a stage, and what is new about stages and lists. */
export function socketRoutes(app: FastifyInstance, { services, sessions }: Dependencies): void {
  const { runs, dailies, accounts, subscriber } = services
  const hub = createSocketHub({ runs, dailies, subscriber, logger: app.log as Logger })
  const connections = new Set<Connection>()
  const byAddress = new Map<string, number>()

  const heartbeat = setInterval(() => {
    for (const connection of connections) connection.beat()
  }, HEARTBEAT_MS).unref()

  app.get('/socket', { websocket: true, schema: { hide: true } }, (socket, request) => {
    const address = networkOf(request.ip)
    const open = byAddress.get(address) ?? 0
    if (open >= MOST_SOCKETS) return socket.close(POLICY_VIOLATION, 'rate-limited')
    byAddress.set(address, open + 1)
    const token = sessions.tokenOf(request)
    const isSignedIn = async () => token !== undefined && (await accounts.authenticate(token)) !== null
    const connection = new Connection(socket, request, hub, runs, isSignedIn)
    connections.add(connection)
    socket.once('close', () => {
      connections.delete(connection)
      const left = (byAddress.get(address) ?? 1) - 1
      if (left > 0) byAddress.set(address, left)
      else byAddress.delete(address)
    })
  })

  app.addHook('preClose', async () => {
    clearInterval(heartbeat)
    hub.close()
    for (const connection of connections) connection.close(GOING_AWAY)
  })
}

/** One client's socket. Its messages are answered one after the other, in their order. */
class Connection implements Listener {
  readonly #socket: WebSocket
  readonly #request: FastifyRequest
  readonly #hub: SocketHub
  readonly #runs: Dependencies['services']['runs']
  readonly #isSignedIn: () => Promise<boolean>
  readonly #userId: string | null
  readonly #stages = new Set<string>()
  readonly #days = new Set<string>()
  readonly #allowance = createAllowance(RATE, performance.now())
  #turn: Promise<void> = Promise.resolve()
  #waiting = 0
  #strikes = 0
  #alive = true

  constructor(
    socket: WebSocket,
    request: FastifyRequest,
    hub: SocketHub,
    runs: Dependencies['services']['runs'],
    isSignedIn: () => Promise<boolean>,
  ) {
    this.#socket = socket
    this.#request = request
    this.#hub = hub
    this.#runs = runs
    this.#isSignedIn = isSignedIn
    this.#userId = request.player?.id ?? null
    socket.on('message', (data, isBinary) => this.#receive(data, isBinary))
    socket.on('pong', () => {
      this.#alive = true
    })
    socket.on('error', (error) => request.log.debug({ err: error }, 'socket failed'))
    socket.once('close', () => this.#leave())
  }

  send(message: ServerMessage): void {
    if (!this.#isOpen()) return
    if (this.#socket.bufferedAmount > STUCK_BYTES) this.#socket.terminate()
    else this.#socket.send(JSON.stringify(message))
  }

  sendIfFree(message: ServerMessage): void {
    if (this.#socket.bufferedAmount <= SLOW_BYTES) this.send(message)
  }

  close(code: number, reason?: ErrorCode): void {
    this.#socket.close(code, reason)
  }

  /** Cuts off a client that has gone without a word, and one whose session has ended. */
  beat(): void {
    if (!this.#alive) this.#socket.terminate()
    if (!this.#isOpen()) return
    this.#alive = false
    this.#socket.ping()
    if (this.#userId === null) return
    this.#isSignedIn()
      .then((signedIn) => signedIn || this.close(POLICY_VIOLATION, 'not-signed-in'))
      .catch((error: unknown) => this.#request.log.debug({ err: error }, 'a session could not be looked up'))
  }

  #leave(): void {
    for (const stage of this.#stages) this.#hub.unattend(this, stage)
    for (const day of this.#days) this.#hub.unwatch(this, parseDay(day))
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
          return this.#watch(message.day)
        case 'unwatch':
          this.#days.delete(message.day)
          return this.#hub.unwatch(this, parseDay(message.day))
        case 'ping':
          return this.send({ type: 'pong' })
      }
    } catch (error) {
      this.send({ type: 'error', code: this.#codeOf(error).code })
    }
  }

  async #append({ stage, claim, from, events }: Extract<ClientMessage, { type: 'events' }>): Promise<void> {
    try {
      const acknowledged = await this.#runs.append({ userId: this.#signedIn(), stage, claim }, from, events)
      this.send({ type: 'accepted', stage, ...acknowledged })
    } catch (error) {
      const { code, details = {} } = this.#codeOf(error)
      const { index = null, length = null, events = null, elapsed = null } = details as Partial<Refusal>
      this.send({ type: 'refused', stage, code, index, length, events, elapsed })
    }
  }

  async #attend(stage: string, claim: string): Promise<void> {
    const userId = this.#signedIn()
    if (!this.#isOpen()) return
    if (!this.#stages.has(stage) && this.#stages.size >= MOST_STAGES) throw new DomainError('rate-limited')
    this.#stages.add(stage)
    await this.#hub.attend(this, stage, { userId, claim: claimDigest(claim) })
  }

  #watch(day: string): void {
    if (!this.#isOpen()) return
    if (!this.#days.has(day) && this.#days.size >= MOST_DAYS) throw new DomainError('rate-limited')
    this.#days.add(day)
    this.#hub.watch(this, parseDay(day))
  }

  #isOpen(): boolean {
    return this.#socket.readyState === this.#socket.OPEN
  }

  #signedIn(): string {
    if (this.#userId === null) throw new DomainError('not-signed-in')
    return this.#userId
  }

  #codeOf(error: unknown): ReturnType<typeof refusalOf> {
    const refusal = refusalOf(error)
    if (refusal.code === 'internal') this.#request.log.error({ err: error }, 'a socket message failed')
    return refusal
  }
}

type Refusal = Pick<Extract<ServerMessage, { type: 'refused' }>, 'index' | 'length' | 'events' | 'elapsed'>

/** The message in what a client has sent; undefined for what is none. */
function parseMessage(data: RawData): ClientMessage | undefined {
  try {
    return clientMessageSchema.safeParse(JSON.parse(data.toString())).data
  } catch {
    return undefined
  }
}
