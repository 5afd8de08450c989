import { redirect } from '@sveltejs/kit'
import { call } from '#lib/api/call.ts'
import { endpoints } from '#lib/api/endpoints.ts'
import { need } from '#lib/api/need.ts'
import type { PageLoad } from './$types.js'

/** All postings of the own coins, paged; those of others are nobody's business, so their page is shown instead. */
export const load: PageLoad = async ({ fetch, params, parent, url, depends }) => {
  depends('app:me')
  const { me } = await parent()
  if (me?.name !== params.name) redirect(307, `/@${encodeURIComponent(params.name)}`)
  const asked = url.searchParams.get('offset')
  const offset = asked !== null && /^\d{1,6}$/.test(asked) ? Number(asked) : 0
  return { name: me.name, wallet: need(await call(fetch, endpoints.wallet.get, { query: { offset } })) }
}
