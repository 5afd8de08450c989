import { contracts } from '@speedcell/shared/contracts'
import type { FastifyInstance } from 'fastify'
import type { Dependencies } from '../dependencies.ts'
import { mount } from '../route.ts'

const { replays: endpoints } = contracts

export function replayRoutes(app: FastifyInstance, { services }: Dependencies): void {
  mount(app, endpoints.get, async ({ params, player }) => services.replays.get(params.run, player?.id ?? null))
}
