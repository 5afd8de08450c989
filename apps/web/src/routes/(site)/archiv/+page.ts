import { call } from '#lib/api/call.ts'
import { endpoints } from '#lib/api/endpoints.ts'
import { need } from '#lib/api/need.ts'
import type { PageLoad } from './$types.js'
import { wholeMonths } from './whole-months.ts'

/** Two months at most. */
const LIMIT = 62

/** Past days, the latest first, from `before` on backwards. */
export const load: PageLoad = async ({ fetch, url }) => {
  const before = url.searchParams.get('before')
  const named = before !== null && /^\d{4}-\d{2}-\d{2}$/.test(before) ? { before } : {}
  const { days, more } = need(await call(fetch, endpoints.daily.archive, { query: { ...named, limit: LIMIT } }))
  const shown = wholeMonths(days, more)
  return { days: shown, more: more || shown.length < days.length, first: named.before === undefined }
}
