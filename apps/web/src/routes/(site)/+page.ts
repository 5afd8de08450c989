import { call } from '#lib/api/call.ts'
import { endpoints } from '#lib/api/endpoints.ts'
import { need } from '#lib/api/need.ts'
import type { PageLoad } from './$types.js'

const TOP = 10
const PAST_DAYS = 5

/** Today and one's part in it; with the top of its list, the latest past days, and the game in play as it lies. */
export const load: PageLoad = async ({ fetch, depends }) => {
  depends('app:today')
  const [answered, archive] = await Promise.all([
    call(fetch, endpoints.daily.today, {}),
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
    // Both are beside the point of the page: it is shown without them.
    list: list.ok ? list.value : null,
    past: archive.ok ? archive.value.days : [],
  }
}

async function gameOf(fetch: typeof globalThis.fetch, stage: string) {
  const answered = await call(fetch, endpoints.stages.get, { params: { stage } })
  if (!answered.ok) return null
  const { parseLog, replay } = await import('@speedcell/shared/engine')
  const { deal, variant, autoplay, events } = answered.value
  const log = parseLog({ v: 1, deal, variant, autoplay, events })
  const replayed = log.ok ? replay(log.value) : log
  return replayed.ok ? { position: replayed.game.position, undos: replayed.game.undos } : null
}
