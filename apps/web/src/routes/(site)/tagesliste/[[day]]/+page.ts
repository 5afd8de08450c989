import { call } from '#lib/api/call.ts'
import { endpoints, LIST_PAGE } from '#lib/api/endpoints.ts'
import { need } from '#lib/api/need.ts'
import { mergeRows } from '#lib/site/ranked.ts'
import type { PageLoad } from './$types.js'

/** How much of the top is shown where the own row is further down: so far that it would not be seen at once. */
const TOP = 12
const FAR = 18

/** A day's list, today's where none is named: from `offset` on, the own row with its neighbours always among the rows. */
export const load: PageLoad = async ({ fetch, params, url, depends }) => {
  depends('app:list')
  const day = params.day ?? need(await call(fetch, endpoints.daily.today, {})).today.day
  const asked = url.searchParams.get('offset')
  const offset = asked !== null && /^\d{1,6}$/.test(asked) ? Number(asked) : null
  const list = need(
    await call(fetch, endpoints.daily.list, { params: { day }, query: { offset: offset ?? 0, limit: LIST_PAGE } }),
  )
  const own = list.around.find(({ me }) => me)
  const short = offset === null && own !== undefined && own.rank > FAR
  return {
    list,
    /** Where the page begins, and null where it is the list's own beginning. */
    offset,
    /** Whether only the top and the own row are shown. */
    short,
    rows: mergeRows(short ? list.rows.slice(0, TOP) : list.rows, list.around),
  }
}
