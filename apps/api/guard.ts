import { DomainError } from '@speedcell/services/core'
import type { Access, Limit } from '@speedcell/shared/contracts'
import type { FastifyReply, FastifyRequest, onRequestAsyncHookHandler, onSendAsyncHookHandler } from 'fastify'
import type { Limits } from './limits.ts'
import { isOwnOrigin } from './origin.ts'
import type { Sessions } from './sessions.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Which limit holds for the route; `read` unless named. */
    limit?: Limit
    /** Who may call the route; anyone unless named. */
    access?: Access
  }
}

/**
 * What every request to the API passes before anything of it is read: not too many, not from another site's page, and by someone
 * who may. Whoever is signed in is in `request.player` from here on. A socket passes it once, when it is opened.
 */
export function guard(limits: Limits, sessions: Sessions, publicOrigin: string | undefined): onRequestAsyncHookHandler {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const { limit = 'read', access = 'anyone' } = request.routeOptions.config
    await limits.countAddress(limit, request.ip)
    if (limit === 'sign-in') await limits.countAddress('write', request.ip)
    const changesNothing = request.method === 'GET' || request.method === 'HEAD'
    if ((!changesNothing || request.ws) && !isOwnOrigin(request, publicOrigin)) throw new DomainError('forbidden-origin')
    request.player = await sessions.authenticate(request, reply)
    if (access !== 'anyone' && !request.player) throw new DomainError('not-signed-in')
    if (access === 'admin' && request.player?.role !== 'admin') throw new DomainError('not-allowed')
    if (access === 'claimed' && !request.player?.claimed) throw new DomainError('not-claimed')
  }
}

/** What succeeds is no guess: of the calls that try passwords and names, only those refused stay counted. */
export function forgiveSuccess(limits: Limits): onSendAsyncHookHandler {
  return async (request, reply, payload) => {
    if (request.routeOptions.config.limit === 'sign-in' && reply.statusCode < 400) await limits.forgive('sign-in', request.ip)
    return payload
  }
}
