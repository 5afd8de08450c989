import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { Config } from '@speedcell/services/core'
import type { Readiness } from '@speedcell/services/health'

/**
 * Answers `/healthz` (this process lives) and `/readyz` (what it needs is there) on the worker's own port, for whoever runs the
 * site; does nothing where none is set. Ends the process with one line where one cannot listen there.
 */
export async function startProbes(
  { host, workerPort }: Pick<Config, 'host' | 'workerPort'>,
  look: () => Promise<Readiness>,
): Promise<{ close(): Promise<void> } | undefined> {
  if (workerPort === undefined) return undefined
  const server = createServer(async ({ url }, response) => {
    if (url === '/healthz') return answer(response, 200, { status: 'ok' })
    if (url !== '/readyz') return answer(response, 404, { status: 'not-found' })
    const { ready, parts } = await look()
    answer(response, ready ? 200 : 503, parts)
  })
  try {
    server.listen(workerPort, host)
    await once(server, 'listening')
  } catch (error) {
    console.error(`WORKER_PORT ${workerPort} on ${host} cannot be listened on (${(error as NodeJS.ErrnoException).code}).`)
    process.exit(1)
  }
  return {
    async close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

function answer(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' }).end(JSON.stringify(body))
}
