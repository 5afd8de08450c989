/**
 * A contract's endpoint as a route: who may call and how often, what comes in and goes out, and its page in the OpenAPI
 * document all follow from the contract, so that a route file is only handlers.
 *
 * ```ts
 * mount(app, contracts.accounts.signIn, async ({ body, request, reply }) => {
 *   const signed = await services.accounts.signIn(body)
 *   …
 * })
 * ```
 */
import type { Readable } from 'node:stream'
import type { Player } from '@speedcell/services/accounts'
import { DomainError } from '@speedcell/services/core'
import type { Access, Endpoint } from '@speedcell/shared/contracts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { describeEndpoint } from './openapi.ts'

/** A call of an endpoint, its parts as the contract's schemas gave them. */
export interface Call<Params extends z.ZodType, Query extends z.ZodType, Body extends z.ZodType, Caller extends Access> {
  readonly params: z.output<Params>
  readonly query: z.output<Query>
  readonly body: z.output<Body>
  /** Who calls; null only where anyone may. */
  readonly player: Caller extends 'anyone' ? Player | null : Player
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

export interface MountOptions {
  /** The largest body that is read, in bytes; 8 KiB unless given. */
  readonly bodyLimit?: number
}

export const BODY_LIMIT = 8 * 1024
/** Room for the largest log, also if it is written with spaces. */
export const LOG_BODY_LIMIT = 256 * 1024

/** Answers an endpoint by a handler. Its errors become problem documents; a stream is passed on as it comes. */
export function mount<
  Params extends z.ZodType,
  Query extends z.ZodType,
  Body extends z.ZodType,
  Answer extends z.ZodType,
  Caller extends Access,
>(
  app: FastifyInstance,
  endpoint: Endpoint<Params, Query, Body, Answer, Caller>,
  handler: (call: Call<Params, Query, Body, Caller>) => Promise<z.output<Answer> | Readable>,
  { bodyLimit = BODY_LIMIT }: MountOptions = {},
): void {
  app.route({
    method: endpoint.method,
    url: endpoint.path,
    bodyLimit,
    schema: describeEndpoint(endpoint),
    config: { limit: endpoint.limit, access: endpoint.access },
    handler: async (request, reply) => {
      const { params, query, body, player } = request
      reply.code(endpoint.status ?? 200)
      return handler({ params, query, body, player, request, reply } as Call<Params, Query, Body, Caller>)
    },
  })
}

/** Refuses every other method on the paths mounted so far, naming those that there are. Call it once all are mounted. */
export function refuseOtherMethods(app: FastifyInstance, endpoints: readonly Endpoint[]): void {
  const methods = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS']
  for (const [path, known] of Map.groupBy(endpoints, (endpoint) => endpoint.path)) {
    const allowed = known.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method]))
    app.route({
      method: methods.filter((method) => !allowed.includes(method)),
      url: path,
      schema: { hide: true },
      // Before a body is read.
      onRequest: async (_request, reply) => {
        reply.header('allow', allowed.join(', '))
        throw new DomainError('method-not-allowed')
      },
      handler: async () => {},
    })
  }
}
