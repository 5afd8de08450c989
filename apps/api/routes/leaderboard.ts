import { contracts } from '@speedcell/shared/contracts'
import type { FastifyInstance } from 'fastify'
import type { Dependencies } from '../dependencies.ts'
import { mount } from '../route.ts'

const { leaderboard: endpoints } = contracts

export function leaderboardRoutes(app: FastifyInstance, { services }: Dependencies): void {
  mount(app, endpoints.get, async ({ params, query, player }) =>
    services.leaderboard.getBoard(params.period, query.offset, query.limit, player?.id ?? null),
  )
}
