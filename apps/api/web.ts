import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'

/** The built web app: adapter-node's request handler. */
export type WebHandler = (request: IncomingMessage, response: ServerResponse, next: (error?: unknown) => void) => void

/** The headers by which the web app is told protocol, host and address; set in its environment before it is loaded. */
export const WEB_ENVIRONMENT = {
  PROTOCOL_HEADER: 'x-forwarded-proto',
  HOST_HEADER: 'x-forwarded-host',
  ADDRESS_HEADER: 'x-forwarded-for',
} as const

/** Gives everything that no other route takes to the web app. Its forms are taken from the public origin, or the host that was asked for. */
export async function serveWeb(app: FastifyInstance, handler: WebHandler, publicOrigin: string | undefined): Promise<void> {
  const site = publicOrigin === undefined ? undefined : new URL(publicOrigin)
  await app.register(async (web) => {
    // The web app reads its bodies itself.
    web.removeAllContentTypeParsers()
    web.addContentTypeParser('*', (_request, _payload, done) => done(null))
    web.all('/*', { schema: { hide: true } }, (request, reply) => {
      for (const [name, value] of Object.entries(reply.getHeaders())) {
        if (value !== undefined) reply.raw.setHeader(name, value)
      }
      // What came of the trusted proxies' word, never the client's own.
      request.raw.headers['x-forwarded-proto'] = site?.protocol.slice(0, -1) ?? request.protocol
      request.raw.headers['x-forwarded-host'] = site?.host ?? request.host
      request.raw.headers['x-forwarded-for'] = request.ip
      reply.hijack()
      handler(request.raw, reply.raw, (error) => {
        if (error) request.log.error({ err: error }, 'page failed')
        reply.raw.statusCode = error ? 500 : 404
        reply.raw.end()
      })
    })
  })
}
