import { createAccounts } from '@speedcell/services/accounts'
import type { Clock, Config, Database, Logger } from '@speedcell/services/core'
import { createPlayers } from '@speedcell/services/players'
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

/** All services over one database, wired in one place. */
export function createServices({
  database,
  clock,
  config,
}: {
  readonly database: Database
  readonly clock: Clock
  readonly config: Config
  readonly logger: Logger
}) {
  return {
    database,
    accounts: createAccounts({ database, clock }),
    players: createPlayers({ database, clock, timeZone: config.siteTimezone }),
  }
}
