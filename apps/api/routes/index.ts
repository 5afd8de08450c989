import type { FastifyInstance } from 'fastify'
import type { Dependencies } from '../dependencies.ts'
import { socketRoutes } from '../socket.ts'
import { accountRoutes } from './accounts.ts'
import { dailyRoutes } from './daily.ts'
import { fairPlayRoutes } from './fair-play.ts'
import { gameRoutes } from './games.ts'
import { ladderRoutes } from './ladder.ts'
import { leaderboardRoutes } from './leaderboard.ts'
import { replayRoutes } from './replays.ts'
import { stageRoutes } from './stages.ts'
import { statisticsRoutes } from './statistics.ts'
import { systemRoutes } from './system.ts'
import { walletRoutes } from './wallet.ts'

/** Mounts the endpoints of one domain, or the socket. */
export type Routes = (app: FastifyInstance, dependencies: Dependencies) => void

/** All of them. */
export const routes: readonly Routes[] = [
  systemRoutes,
  accountRoutes,
  dailyRoutes,
  fairPlayRoutes,
  gameRoutes,
  ladderRoutes,
  leaderboardRoutes,
  replayRoutes,
  stageRoutes,
  statisticsRoutes,
  walletRoutes,
  socketRoutes,
]
