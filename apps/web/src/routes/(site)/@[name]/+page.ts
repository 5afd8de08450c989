import { call } from '#lib/api/call.ts'
import { endpoints } from '#lib/api/endpoints.ts'
import { need } from '#lib/api/need.ts'
import type { PageLoad } from './$types.js'

/** A player's page. */
export const load: PageLoad = async ({ fetch, params, depends }) => {
  depends('app:me')
  return { player: need(await call(fetch, endpoints.accounts.player, { params: { name: params.name } })) }
}
