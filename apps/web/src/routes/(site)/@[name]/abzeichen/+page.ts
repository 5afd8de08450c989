import { call } from '#lib/api/call.ts'
import { endpoints } from '#lib/api/endpoints.ts'
import { need } from '#lib/api/need.ts'
import type { PageLoad } from './$types.js'

/** A player's badges, and those still to be earned. */
export const load: PageLoad = async ({ fetch, params, depends }) => {
  depends('app:me')
  const { badges, timeZone } = need(await call(fetch, endpoints.statistics.get, { params }))
  return { name: params.name, badges, timeZone }
}
