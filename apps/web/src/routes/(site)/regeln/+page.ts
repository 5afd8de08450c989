import { call } from '#lib/api/call.ts'
import { endpoints } from '#lib/api/endpoints.ts'
import type { PageLoad } from './$types.js'

/** The rules; with today's bounds, so that they can be named by the visitor's clock. They are shown without them too. */
export const load: PageLoad = async ({ fetch }) => {
  const today = await call(fetch, endpoints.daily.today, {})
  return { today: today.ok ? today.value : null }
}
