/** The API's process: serves `/api` and the built web app on one port until it is told to end. */
import { existsSync } from 'node:fs'
import path from 'node:path'
import { endWhenTold, openSite, systemClock } from '@speedcell/services/core'
import { apiOrigin } from './api-origin.ts'
import { buildApp } from './app.ts'
import { createServices } from './dependencies.ts'
import { listeningComplaint } from './listening.ts'
import { WEB_ENVIRONMENT, type WebHandler } from './web.ts'

const { config, logger, ...site } = await openSite('api')
const services = createServices({ ...site, clock: systemClock, config, logger })
const web = await loadWeb()
const app = await buildApp({ services, config, logger, ...(web && { web }) })
try {
  await app.listen({ host: config.host, port: config.port })
} catch (error) {
  console.error(listeningComplaint(error, config))
  process.exit(1)
}
endWhenTold(async () => {
  await app.close()
  await services.close()
  await site.close()
})

/** The built web app. Under development Vite serves the pages, and what was built may be old. */
async function loadWeb(): Promise<WebHandler | undefined> {
  const file = path.resolve(import.meta.dirname, '../web/build/handler.js')
  if (process.env.NODE_ENV === 'development' || !existsSync(file)) return undefined
  Object.assign(process.env, WEB_ENVIRONMENT, { API_ORIGIN: apiOrigin(config) })
  const { handler } = (await import(file)) as { handler: WebHandler }
  return handler
}
