import { contracts } from '@speedcell/shared/contracts'
import type { FastifyInstance } from 'fastify'
import type { Dependencies } from '../dependencies.ts'
import { mount } from '../route.ts'

const { stages: endpoints } = contracts

/** Room for the largest log, also if it is written with spaces. */
const LOG_BODY_LIMIT = 256 * 1024

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
