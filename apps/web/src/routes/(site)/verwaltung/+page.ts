import { error } from '@sveltejs/kit'
import { call } from '#lib/api/call.ts'
import { endpoints } from '#lib/api/endpoints.ts'
import { need } from '#lib/api/need.ts'
import type { PageLoad } from './$types.js'

const PAGE = 20

/** Flagged runs, for administrators; to anybody else there is no such page. */
export const load: PageLoad = async ({ fetch, url, parent, depends }) => {
  depends('app:flagged')
  const { me } = await parent()
  if (me?.role !== 'admin') error(404, { message: 'not-found', code: 'not-found' })
  const all = url.searchParams.has('alle')
  const asked = url.searchParams.get('ab') ?? ''
  const offset = /^\d{1,6}$/.test(asked) ? Number(asked) : 0
  const query = { all: String(all), offset, limit: PAGE }
  const { runs, total } = need(await call(fetch, endpoints.fairPlay.flagged, { query }))
  return { runs, total, all, offset, page: PAGE }
}
