import { call } from '#lib/api/call.ts'
import { endpoints } from '#lib/api/endpoints.ts'
import { need } from '#lib/api/need.ts'
import type { PageLoad } from './$types.js'

/** Today's daily, or with `?tag=` yesterday's as long as its list is open; and one's own part in it. */
export const load: PageLoad = async ({ fetch, url, depends }) => {
  depends('app:today')
  const today = need(await call(fetch, endpoints.daily.today, {}))
  const day = url.searchParams.get('tag') ?? today.today.day
  const [summary, mine] =
    [[today.today, today.mine] as const, [today.closing, today.mineClosing] as const].find(([known]) => known?.day === day) ?? []
  return { today, day, summary: summary ?? null, mine: mine ?? null }
}
