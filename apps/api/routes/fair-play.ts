import { contracts } from '@speedcell/shared/contracts'
import type { FastifyInstance } from 'fastify'
import type { Dependencies } from '../dependencies.ts'
import { mount } from '../route.ts'

const { fairPlay: endpoints } = contracts

export function fairPlayRoutes(app: FastifyInstance, { services }: Dependencies): void {
  const { fairPlay } = services

  mount(app, endpoints.flagged, async ({ query }) => fairPlay.getFlagged(query.all, query.offset, query.limit))

  mount(app, endpoints.run, async ({ params }) => fairPlay.getRun(params.run))

  mount(app, endpoints.strike, async ({ params, body, player }) => fairPlay.review(params.run, player.id, 'struck', body.reason))

  mount(app, endpoints.clear, async ({ params, body, player }) => fairPlay.review(params.run, player.id, 'cleared', body.reason))
}
