import { error } from '@sveltejs/kit'
import { call } from '#lib/api/call.ts'
import { BOARD_PAGE, endpoints } from '#lib/api/endpoints.ts'
import { need } from '#lib/api/need.ts'
import { mergeRows } from '#lib/site/ranked.ts'
import type { PageLoad } from './$types.js'
import { periodOf } from './periods.ts'

/** How much of the top is shown where the own row is further down: so far that it would not be seen at once. */
const TOP = 13
const FAR = 18

/** A board: from `offset` on, the own row with its neighbours always among the rows. */
export const load: PageLoad = async ({ fetch, params, url, depends }) => {
  depends('app:board')
  const period = periodOf(params.period)
  if (!period) error(404, { message: 'not-found', code: 'not-found' })
  const asked = url.searchParams.get('offset')
  const offset = asked !== null && /^\d{1,7}$/.test(asked) ? Number(asked) : null
  const query = { offset: offset ?? 0, limit: BOARD_PAGE }
  const board = need(await call(fetch, endpoints.leaderboard.get, { params: { period }, query }))
  const short = offset === null && board.mine !== null && board.mine.rank > FAR
  return {
    board,
    /** Where the page begins, and null where it is the board's own beginning. */
    offset,
    /** Whether only the top and the own row are shown. */
    short,
    rows: mergeRows(short ? board.rows.slice(0, TOP) : board.rows, board.around),
  }
}
