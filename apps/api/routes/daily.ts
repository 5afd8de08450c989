import { parseDay } from '@speedcell/services/core'
import { contracts } from '@speedcell/shared/contracts'
import type { FastifyInstance } from 'fastify'
import type { Dependencies } from '../dependencies.ts'
import { mount } from '../route.ts'

const { daily: endpoints } = contracts

export function dailyRoutes(app: FastifyInstance, { services, sessions }: Dependencies): void {
  const { dailies } = services

  mount(app, endpoints.today, async ({ player }) => dailies.getToday(player?.id ?? null))

  mount(app, endpoints.list, async ({ params, query, player }) =>
    dailies.getList(parseDay(params.day), query.offset, query.limit, player?.id ?? null),
  )

  mount(app, endpoints.archive, async ({ query, player }) =>
    dailies.getArchive(query.before === undefined ? undefined : parseDay(query.before), query.limit, player?.id ?? null),
  )

  mount(app, endpoints.reveal, async ({ params, body, player, request, reply }) => {
    const day = parseDay(params.day)
    // Nobody gets an account for an attempt that is refused.
    if (!player) await dailies.checkFirstReveal(day, body.attempt)
    const { id } = await sessions.ensurePlayer(request, reply, body.locale)
    return dailies.reveal(id, day, body.attempt)
  })
}
