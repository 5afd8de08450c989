import { call } from '#lib/api/call.ts'
import { endpoints } from '#lib/api/endpoints.ts'
import { need } from '#lib/api/need.ts'
import type { PageLoad } from './$types.js'

/** A player's page. */
export const load: PageLoad = async ({ fetch, params, depends }) => {
  depends('app:me')
  const [player, statistics] = await Promise.all([
    call(fetch, endpoints.accounts.player, { params }),
    call(fetch, endpoints.statistics.get, { params }),
  ])
  return { player: need(player), statistics: need(statistics) }
}
