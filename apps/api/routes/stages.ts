import { contracts } from '@speedcell/shared/contracts'
import type { FastifyInstance } from 'fastify'
import type { Dependencies } from '../dependencies.ts'
import { LOG_BODY_LIMIT, mount } from '../route.ts'

const { stages: endpoints } = contracts

export function stageRoutes(app: FastifyInstance, { services }: Dependencies): void {
  const { runs, hints } = services

  mount(app, endpoints.get, async ({ params, player }) => runs.view(player.id, params.stage))

  mount(app, endpoints.claim, async ({ params, player }) => runs.claim(player.id, params.stage))

  mount(app, endpoints.hint, async ({ params, body, player }) =>
    hints.give({ userId: player.id, stage: params.stage, claim: body.claim }, body.length),
  )

  mount(
    app,
    endpoints.finish,
    async ({ params, body, player }) =>
      runs.finish({ userId: player.id, stage: params.stage, claim: body.claim }, body.log, body.givenUp),
    { bodyLimit: LOG_BODY_LIMIT },
  )
}
