import type { ClientMessage, ServerMessage } from '@speedcell/shared/contracts'
import { WebSocket } from 'ws'

type MessageOf<Type extends ServerMessage['type']> = Extract<ServerMessage, { type: Type }>

/** A client's socket that keeps what it is told until a test asks for it. */
export interface SocketClient {
  readonly socket: WebSocket
  say(message: ClientMessage): void
  /** The next message of one of these types, be it already here or yet to come; others stay where they are. */
  next<Type extends ServerMessage['type']>(...types: Type[]): Promise<MessageOf<Type>>
  /** All messages that nobody has asked for, after a ping has come back: whatever was under way has arrived. */
  rest(): Promise<ServerMessage[]>
  /** Resolves with the code when the socket closes. */
  readonly closed: Promise<number>
  close(): void
}

/** Opens a socket to a site (`http://…`). Throws with the HTTP status if it is refused. */
export async function openSocket(url: string, headers: Record<string, string> = {}): Promise<SocketClient> {
  const socket = new WebSocket(`${url.replace(/^http/, 'ws')}/api/socket`, { headers })
  const messages: ServerMessage[] = []
  const arrivals = new Set<() => void>()
  socket.on('message', (data) => {
    messages.push(JSON.parse(data.toString()))
    for (const look of arrivals) look()
  })
  const closed = new Promise<number>((resolve) => {
    socket.on('close', (code) => {
      resolve(code)
      for (const look of arrivals) look()
    })
  })
  await new Promise<void>((resolve, reject) => {
    socket.once('open', () => resolve())
    socket.once('error', reject)
    socket.once('unexpected-response', (_request, response) => reject(new Error(String(response.statusCode))))
  })
  socket.on('error', () => {})

  const next: SocketClient['next'] = (...types) =>
    new Promise((resolve, reject) => {
      const look = (): void => {
        const index = messages.findIndex(({ type }) => types.includes(type as never))
        if (index < 0 && socket.readyState === WebSocket.OPEN) return
        arrivals.delete(look)
        const [found] = index < 0 ? [] : messages.splice(index, 1)
        if (found) resolve(found as never)
        else reject(new Error(`the socket closed before it said ${types}: ${JSON.stringify(messages)}`))
      }
      arrivals.add(look)
      look()
    })
  const say: SocketClient['say'] = (message) => socket.send(JSON.stringify(message))

  return {
    socket,
    say,
    next,
    closed,
    async rest() {
      say({ type: 'ping' })
      await next('pong')
      return messages.splice(0)
    },
    close: () => socket.terminate(),
  }
}
