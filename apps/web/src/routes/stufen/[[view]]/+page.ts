import type { Ladder } from '@speedcell/shared/contracts'
import { error, redirect } from '@sveltejs/kit'
import { call } from '#lib/api/call.ts'
import { endpoints } from '#lib/api/endpoints.ts'
import { need } from '#lib/api/need.ts'
import { standingOf } from '#lib/ladder/standing.ts'
import { gameOf } from '#lib/rated/game-of.ts'
import { playedHere } from '#lib/rated/stage-session.svelte.ts'
import type { PageLoad } from './$types.js'

/** The word in the address under which a stage is played. */
const TABLE = 'spielen'

// In the browser there is one visitor. A server renders for many.
let known: Ladder | null = null

/** The own ladder, and what its page is about: before a run, between its stages, after it; or at its table. */
export const load: PageLoad = async ({ fetch, params, depends }) => {
  depends('app:ladder')
  const atTable = params.view === TABLE
  if (params.view !== undefined && !atTable) error(404, { message: 'not-found', code: 'not-found' })
  // Who has just revealed a stage is at the table already: the address follows at once, whatever the line does.
  if (atTable && known && playedHere.size > 0) {
    return { atTable, ladder: known, standing: standingOf(known), game: null, badges: [] }
  }
  const ladder = need(await call(fetch, endpoints.ladder.get, {}))
  if (typeof window !== 'undefined') known = ladder
  const standing = standingOf(ladder)
  if (atTable && standing.state !== 'playing') redirect(307, '/stufen')
  return {
    atTable,
    ladder,
    standing,
    game: standing.state === 'playing' && !atTable ? await gameOf(fetch, standing.playing.stage) : null,
    badges: standing.state === 'between' || standing.state === 'ended' ? await badgesOf(fetch, standing.stage.stage) : [],
  }
}

/** The badges that a stage has earned; none where they cannot be had, for the page is about more. */
async function badgesOf(fetch: typeof globalThis.fetch, stage: string) {
  const answered = await call(fetch, endpoints.stages.get, { params: { stage } })
  return answered.ok ? (answered.value.result?.badges ?? []) : []
}
