import type { Logger } from '@speedcell/services/core'
import type { FastifyInstance } from 'fastify'
import type { Dependencies } from './dependencies.ts'
import { networkOf } from './limits.ts'
import { POLICY_VIOLATION, SocketConnection } from './socket-connection.ts'
import { createSocketHub } from './socket-hub.ts'

/** Sockets from one address. Many players can share one. */
const MOST_SOCKETS = 200
/** How often a socket must show that it is there, and its session that it still holds. */
const HEARTBEAT_MS = 30_000
const GOING_AWAY = 1001

/** The socket at `/socket`: events of a stage, and what is new about stages and lists. */
export function socketRoutes(app: FastifyInstance, { services, sessions, limits }: Dependencies): void {
  const { runs, dailies, leaderboard, accounts, subscriber } = services
  const hub = createSocketHub({ runs, dailies, leaderboard, subscriber, logger: app.log as Logger })
  const connections = new Set<SocketConnection>()
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
    const userId = request.player?.id ?? null
    const count = () => limits.countAddress('socket', request.ip)
    const connection = new SocketConnection({ socket, userId, isSignedIn, count, hub, runs, log: request.log })
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
