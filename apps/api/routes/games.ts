import { DomainError } from '@speedcell/services/core'
import { contracts } from '@speedcell/shared/contracts'
import type { FastifyInstance } from 'fastify'
import type { Dependencies } from '../dependencies.ts'
import { LOG_BODY_LIMIT, mount } from '../route.ts'

export function gameRoutes(app: FastifyInstance, { services }: Dependencies): void {
  mount(
    app,
    contracts.games.count,
    async ({ body, player }) => {
      // Another window may have signed in to another account meanwhile.
      if (body.player !== player.id) throw new DomainError('not-signed-in')
      return services.games.count(player.id, body.id, body.log)
    },
    { bodyLimit: LOG_BODY_LIMIT },
  )
}
