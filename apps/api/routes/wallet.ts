import { contracts } from '@speedcell/shared/contracts'
import type { FastifyInstance } from 'fastify'
import type { Dependencies } from '../dependencies.ts'
import { mount } from '../route.ts'

export function walletRoutes(app: FastifyInstance, { services }: Dependencies): void {
  mount(app, contracts.wallet.get, async ({ query, player }) => services.players.wallet(player.id, query.offset, query.limit))
}
