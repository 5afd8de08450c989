/** The worker's process: draws deals and closes what is due, until it is told to end. */
import { configOrExit, createDatabase, createLogger, siteSecret, systemClock } from '@speedcell/services/core'
import { createDailies, dailyRules, dailySetup } from '@speedcell/services/daily'
import { createMeasures } from '@speedcell/services/fair-play'
import { createSolverThreads } from '@speedcell/services/hints'
import { createTasks, startJobs } from '@speedcell/services/jobs'
import { ladderRules } from '@speedcell/services/ladder'
import { createPostgresPublisher } from '@speedcell/services/realtime'
import { createRuns } from '@speedcell/services/runs'

const config = configOrExit()
if (!config.databaseUrl) {
  console.error('DATABASE_URL is not set: npm start brings up a database of its own and sets it.')
  process.exit(2)
}
const logger = createLogger('worker', config.logLevel)
const database = createDatabase(config.databaseUrl)
const zone = config.siteTimezone
const solver = createSolverThreads()
const common = { database, clock: systemClock, publisher: createPostgresPublisher(database, logger) }
const runs = createRuns({ ...common, logger, zone, rules: { daily: dailyRules(zone), ladder: ladderRules(zone) } })
const dailies = createDailies({
  ...common,
  runs,
  prove: (deal) => solver.prove(dailySetup(deal)),
  secret: siteSecret(config),
  zone,
})
const measures = createMeasures({ ...common, logger, share: solver.share })
const tasks = createTasks({ ...common, runs, dailies, measures })
const jobs = await startJobs({ databaseUrl: config.databaseUrl, zone, tasks, logger })

let ending = false
process.once('SIGTERM', end)
process.once('SIGINT', end)
// Whoever started us has gone.
process.once('disconnect', end)
process.send?.({ ready: true })

async function end(): Promise<void> {
  if (ending) return
  ending = true
  await jobs.close()
  await solver.close()
  await database.$disconnect()
  process.exit(0)
}
