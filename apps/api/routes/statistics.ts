import { contracts } from '@speedcell/shared/contracts'
import type { FastifyInstance } from 'fastify'
import type { Dependencies } from '../dependencies.ts'
import { mount } from '../route.ts'

export function statisticsRoutes(app: FastifyInstance, { services }: Dependencies): void {
  mount(app, contracts.statistics.get, async ({ params, player }) => services.players.statistics(params.name, player))
}
