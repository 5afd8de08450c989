import { call } from '#lib/api/call.ts'
import { endpoints } from '#lib/api/endpoints.ts'
import { need } from '#lib/api/need.ts'
import type { LayoutLoad } from './$types.js'

/** A run's replay; null as long as it is hidden, with when it opens where that is known. */
export const load: LayoutLoad = async ({ fetch, params, depends }) => {
  depends('app:replay')
  const answered = await call(fetch, endpoints.replays.get, { params: { run: params.run } })
  if (!answered.ok && answered.problem.code === 'replay-hidden') {
    // For the page as it comes, in the zone in which the list closes; the visitor's own takes its place.
    const today = await call(fetch, endpoints.daily.today, {})
    return { replay: null, opensAt: answered.problem.opensAt ?? null, timeZone: today.ok ? today.value.timeZone : 'UTC' }
  }
  return { replay: need(answered), opensAt: null, timeZone: null }
}
