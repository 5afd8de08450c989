import { call } from '#lib/api/call.ts'
import { endpoints } from '#lib/api/endpoints.ts'
import { need } from '#lib/api/need.ts'
import type { LayoutLoad } from './$types.js'

/** A run's replay; null as long as it is hidden, with when it opens where that is known. */
export const load: LayoutLoad = async ({ fetch, params, depends }) => {
  depends('app:replay')
  const answered = await call(fetch, endpoints.replays.get, { params: { run: params.run } })
  if (!answered.ok && answered.problem.code === 'replay-hidden') {
    return { replay: null, opensAt: answered.problem.opensAt ?? null }
  }
  return { replay: need(answered), opensAt: null }
}
