import type { Readiness } from '@speedcell/services/health'
import type { FastifyInstance } from 'fastify'

/**
 * For whoever runs the site, not for players: `/healthz` says that this process lives, `/readyz` with 200 or 503 whether requests
 * should come to it, which also takes its pages.
 */
export function serveProbes(app: FastifyInstance, look: () => Promise<Readiness>, hasPages: boolean): void {
  const headers = { 'cache-control': 'no-store' }
  app.get('/healthz', { schema: { hide: true } }, (_request, reply) => reply.headers(headers).send({ status: 'ok' }))
  app.get('/readyz', { schema: { hide: true } }, async (_request, reply) => {
    const { ready, parts } = await look()
    return reply
      .headers(headers)
      .code(ready && hasPages ? 200 : 503)
      .send({ ...parts, pages: hasPages ? 'ok' : 'missing' })
  })
}
