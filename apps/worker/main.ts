/** The worker's process: draws deals and closes what is due, until it is told to end. */
import { endWhenTold, openSite, siteSecret, systemClock } from '@speedcell/services/core'
import { createDailies, dailyRules, dailySetup } from '@speedcell/services/daily'
import { createMeasures } from '@speedcell/services/fair-play'
import { createReadiness } from '@speedcell/services/health'
import { createSolverThreads } from '@speedcell/services/hints'
import { createTasks, startJobs } from '@speedcell/services/jobs'
import { ladderRules } from '@speedcell/services/ladder'
import { createPublisher } from '@speedcell/services/realtime'
import { createRuns } from '@speedcell/services/runs'
import { startProbes } from './probes.ts'

const { config, logger, ...site } = await openSite('worker')
const zone = config.siteTimezone
const solver = createSolverThreads()
const common = { database: site.database, clock: systemClock, publisher: createPublisher({ ...site, logger }) }
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
const jobs = await startJobs({ databaseUrl: config.databaseUrl, redisUrl: config.redisUrl, zone, tasks, logger })
const probes = await startProbes(config, createReadiness(site, logger))
endWhenTold(async () => {
  await probes?.close()
  await jobs.close()
  await solver.close()
  await site.close()
})
