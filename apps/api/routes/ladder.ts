import { contracts } from '@speedcell/shared/contracts'
import type { FastifyInstance } from 'fastify'
import type { Dependencies } from '../dependencies.ts'
import { mount } from '../route.ts'

const { ladder: endpoints } = contracts

export function ladderRoutes(app: FastifyInstance, { services, sessions }: Dependencies): void {
  const { ladder } = services

  mount(app, endpoints.get, async ({ player }) => ladder.get(player?.id ?? null))

  mount(app, endpoints.reveal, async ({ body, player, request, reply }) => {
    // Nobody gets an account for a stage that is refused.
    if (!player) ladder.checkFirstReveal(body.run, body.stage)
    const { id } = await sessions.ensurePlayer(request, reply, body.locale)
    return ladder.reveal(id, body.run, body.stage)
  })
}
