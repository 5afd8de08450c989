import { createAccounts } from '@speedcell/services/accounts'
import { type Clock, type Config, type Database, type Logger, type Redis, siteSecret } from '@speedcell/services/core'
import { createDailies, dailyRules, dailySetup, type Prove } from '@speedcell/services/daily'
import { createFairPlay } from '@speedcell/services/fair-play'
import { createGames } from '@speedcell/services/games'
import { createHints, createSolverThreads } from '@speedcell/services/hints'
import { createLadder, ladderRules, type StageDeals } from '@speedcell/services/ladder'
import { createLeaderboard } from '@speedcell/services/leaderboard'
import { createPlayers } from '@speedcell/services/players'
import { createPublisher, createSubscriber } from '@speedcell/services/realtime'
import { createReplays } from '@speedcell/services/replays'
import { createRuns } from '@speedcell/services/runs'
import type { Limits } from './limits.ts'
import type { Sessions } from './sessions.ts'

/** What the routes call. */
export type Services = ReturnType<typeof createServices>

/** What every route module is given. */
export interface Dependencies {
  readonly services: Services
  readonly sessions: Sessions
  readonly limits: Limits
}

/** All services over one database, and Redis where the site has one, wired in one place. Whoever makes them closes them. */
export function createServices({
  database,
  redis,
  clock,
  config,
  logger,
  ladderDeals,
}: {
  readonly database: Database
  readonly redis?: Redis | undefined
  readonly clock: Clock
  readonly config: Config
  readonly logger: Logger
  /** Which deals the ladder's stages may get: those of the pools unless given. */
  readonly ladderDeals?: StageDeals
}) {
  const zone = config.siteTimezone
  const publisher = createPublisher({ database, redis, logger })
  const subscriber = createSubscriber({ databaseUrl: config.databaseUrl ?? '', redis, logger })
  const solver = createSolverThreads({ ahead: 1 })
  const runs = createRuns({
    database,
    clock,
    publisher,
    logger,
    zone,
    rules: { daily: dailyRules(zone), ladder: ladderRules(zone) },
  })
  const prove: Prove = (deal) => solver.prove(dailySetup(deal))
  const dailies = createDailies({ database, clock, publisher, runs, prove, secret: siteSecret(config), zone })
  const leaderboard = createLeaderboard({ database, clock, zone })
  return {
    database,
    redis,
    accounts: createAccounts({ database, clock }),
    players: createPlayers({ database, clock, timeZone: zone }),
    games: createGames({ database, clock, zone }),
    runs,
    dailies,
    ladder: createLadder({
      ...{ database, clock, publisher, runs, leaderboard, zone },
      ...(ladderDeals && { deals: ladderDeals }),
    }),
    leaderboard,
    hints: createHints({ runs, solver, clock, solutionOf: dailies.solutionOf }),
    replays: createReplays({ database, clock }),
    fairPlay: createFairPlay({ database, clock, publisher }),
    subscriber,
    async close(): Promise<void> {
      await Promise.all([subscriber.close(), solver.close()])
    },
  }
}
