import { call } from '#lib/api/call.ts'
import { endpoints } from '#lib/api/endpoints.ts'
import { need } from '#lib/api/need.ts'
import type { PageLoad } from './$types.js'

/** Two months at most. */
const LIMIT = 62

/** Past days, the latest first, from `before` on backwards. */
export const load: PageLoad = async ({ fetch, url }) => {
  const before = url.searchParams.get('before')
  const named = before !== null && /^\d{4}-\d{2}-\d{2}$/.test(before) ? { before } : {}
  const { days, more } = need(await call(fetch, endpoints.daily.archive, { query: { ...named, limit: LIMIT } }))
  const first = named.before === undefined
  // A page ends with a whole month, unless one page holds no more than a part of it.
  const last = days.at(-1)?.day.slice(0, 7)
  const whole = more && last ? days.filter(({ day }) => !day.startsWith(last)) : days
  const shown = whole.length > 0 ? whole : days
  return { days: shown, more: more || shown.length < days.length, first }
}
