/**
 * The HTTP side of Speedcell: `/api` with all endpoints of the contracts, the socket, and the web app beside it.
 *
 * ```ts
 * const app = await buildApp({ services: createServices({ database, clock, config, logger }), config, logger })
 * const answer = await app.inject('/api/me')
 * ```
 */
import { randomBytes } from 'node:crypto'
import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import cookie from '@fastify/cookie'
import helmet from '@fastify/helmet'
import underPressure from '@fastify/under-pressure'
import websocket from '@fastify/websocket'
import { type Config, DomainError, type Logger } from '@speedcell/services/core'
import { createReadiness } from '@speedcell/services/health'
import { MAX_SOCKET_MESSAGE } from '@speedcell/shared/contracts'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import { readJsonBodies } from './body.ts'
import type { Services } from './dependencies.ts'
import { forgiveSuccess, guard } from './guard.ts'
import { ALLOWANCES, type Allowance, createLimits, type Limited } from './limits.ts'
import { ENDPOINTS, serveOpenApi } from './openapi.ts'
import { serveProbes } from './probes.ts'
import { BUSY_SECONDS, handleError, problemOf, sendProblem } from './problem.ts'
import { BODY_LIMIT, refuseOtherMethods } from './route.ts'
import { routes } from './routes/index.ts'
import { createSessions } from './sessions.ts'
import { serveWeb, type WebHandler } from './web.ts'

export interface AppOptions {
  readonly services: Services
  readonly config: Pick<Config, 'publicOrigin' | 'trustProxy'>
  /** The built web app; without it there is only the API. */
  readonly web?: WebHandler
  readonly logger: Logger
  /** Other allowances than the usual ones. */
  readonly allowances?: Partial<Record<Limited, Allowance>>
}

/** How long a request may take to arrive as a whole, in milliseconds. */
const REQUEST_MS = 30_000
/** Over so many ms the event loop must be late by so many on average for calls to be refused: a machine that stalls is not that. */
const OVERLOAD = { sampleInterval: 5_000, maxEventLoopDelay: 1_000 } as const
/** Longest parameter in a path, in characters. */
const MAX_PARAM_LENGTH = 300

/** Builds the app, ready to listen or to be injected into. Closing it does not close the services. */
export async function buildApp({ services, config, web, logger, allowances }: AppOptions): Promise<FastifyInstance> {
  const { publicOrigin } = config
  const limits = createLimits(services, { ...ALLOWANCES, ...allowances })
  const sessions = createSessions(services.accounts, limits, publicOrigin)

  const app: FastifyInstance = Fastify({
    loggerInstance: logger as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: config.trustProxy.length > 0 ? [...config.trustProxy] : false,
    genReqId: () => randomBytes(8).toString('hex'),
    bodyLimit: BODY_LIMIT,
    requestTimeout: REQUEST_MS,
    routerOptions: { maxParamLength: MAX_PARAM_LENGTH },
    frameworkErrors: handleError,
    clientErrorHandler: refuseNoHttp,
  })
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  app.setErrorHandler(handleError)
  app.setNotFoundHandler((_request, reply) => sendProblem(reply, 'not-found'))
  // One line for each request, and no more in it than is needed to find it again.
  app.addHook('onResponse', async (request, reply) => {
    const { method, url } = request
    request.log.info({ method, path: url.split('?')[0], status: reply.statusCode, ms: Math.round(reply.elapsedTime) }, 'answered')
  })
  await app.register(helmet, {
    // The web app has a policy of its own, with a nonce for every page.
    contentSecurityPolicy: false,
    strictTransportSecurity: publicOrigin?.startsWith('https:') ? { maxAge: 31_536_000 } : false,
    // Not `no-referrer`, under which browsers send `Origin: null` with our own forms.
    referrerPolicy: { policy: 'same-origin' },
  })

  await app.register(
    async (api) => {
      api.decorateRequest('player', null)
      readJsonBodies(api)
      api.addHook('onRequest', async (request, reply) => {
        reply.headers({
          'cache-control': 'no-store',
          'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
          'x-request-id': request.id,
        })
      })
      await api.register(underPressure, { ...OVERLOAD, retryAfter: BUSY_SECONDS })
      await api.register(cookie)
      await api.register(websocket, { options: { maxPayload: MAX_SOCKET_MESSAGE } })
      api.addHook('onRequest', guard(limits, sessions, publicOrigin))
      api.addHook('onSend', forgiveSuccess(limits))
      await serveOpenApi(api)
      for (const mountRoutes of routes) mountRoutes(api, { services, sessions, limits })
      refuseOtherMethods(api, ENDPOINTS)
      // Else the web app would answer, with a page.
      for (const url of ['/', '/*']) api.all(url, { schema: { hide: true }, onRequest: refuseUnknown }, refuseUnknown)
    },
    { prefix: '/api' },
  )
  serveProbes(app, createReadiness(services, logger), web !== undefined)
  if (web) await serveWeb(app, web, publicOrigin)
  return app
}

async function refuseUnknown(): Promise<never> {
  throw new DomainError('not-found')
}

/** Answers what is no HTTP, or more header than anybody needs. */
function refuseNoHttp(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  const problem = problemOf(error.code === 'HPE_HEADER_OVERFLOW' ? 'too-large' : 'bad-request')
  const body = JSON.stringify(problem)
  const head = [
    `HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status]}`,
    'content-type: application/problem+json',
    `content-length: ${Buffer.byteLength(body)}`,
    'connection: close',
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
}
