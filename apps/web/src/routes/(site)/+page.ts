import { call } from '#lib/api/call.ts'
import { endpoints } from '#lib/api/endpoints.ts'
import { need } from '#lib/api/need.ts'
import { gameOf } from '#lib/rated/game-of.ts'
import type { PageLoad } from './$types.js'

/** How many rows each list shows of its top. */
const TOP = 6
const PAST_DAYS = 5

/** Today and one's part in it; with the top of its list and of the week's board, the own ladder, the latest past days, and the game in play as it lies. */
export const load: PageLoad = async ({ fetch, depends }) => {
  depends('app:today')
  const [answered, ladder, week, archive] = await Promise.all([
    call(fetch, endpoints.daily.today, {}),
    call(fetch, endpoints.ladder.get, {}),
    call(fetch, endpoints.leaderboard.get, { params: { period: 'week' }, query: { limit: TOP } }),
    call(fetch, endpoints.daily.archive, { query: { limit: PAST_DAYS } }),
  ])
  const today = need(answered)
  const [list, game] = await Promise.all([
    call(fetch, endpoints.daily.list, { params: { day: today.today.day }, query: { limit: TOP } }),
    today.mine?.playing && today.mine.stage ? gameOf(fetch, today.mine.stage) : null,
  ])
  return {
    today,
    game,
    // These are beside the point of the page: it is shown without them.
    ladder: ladder.ok ? ladder.value : null,
    week: week.ok ? week.value : null,
    list: list.ok ? list.value : null,
    past: archive.ok ? archive.value.days : [],
  }
}
