/** The API's process: serves `/api` and the built web app on one port until it is told to end. */
import { existsSync } from 'node:fs'
import path from 'node:path'
import { configOrExit, createDatabase, createLogger, systemClock } from '@speedcell/services/core'
import { buildApp } from './app.ts'
import { createServices } from './dependencies.ts'
import { WEB_ENVIRONMENT, type WebHandler } from './web.ts'

const config = configOrExit()
if (!config.databaseUrl) {
  console.error('DATABASE_URL is not set: npm start brings up a database of its own and sets it.')
  process.exit(2)
}
const logger = createLogger('api', config.logLevel)
const database = createDatabase(config.databaseUrl)
const services = createServices({ database, clock: systemClock, config, logger })
const web = await loadWeb()
const app = await buildApp({ services, config, logger, ...(web && { web }) })
await app.listen({ host: config.host, port: config.port })

let ending = false
process.once('SIGTERM', end)
process.once('SIGINT', end)
// Whoever started us has gone.
process.once('disconnect', end)
process.send?.({ ready: true })

/** The built web app. Under development Vite serves the pages, and what was built may be old. */
async function loadWeb(): Promise<WebHandler | undefined> {
  const file = path.resolve(import.meta.dirname, '../web/build/handler.js')
  if (process.env.NODE_ENV === 'development' || !existsSync(file)) return undefined
  Object.assign(process.env, WEB_ENVIRONMENT)
  const { handler } = (await import(file)) as { handler: WebHandler }
  return handler
}

async function end(): Promise<void> {
  if (ending) return
  ending = true
  await app.close()
  await services.close()
  await database.$disconnect()
  process.exit(0)
}
