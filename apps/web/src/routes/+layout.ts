import type { Me } from '@speedcell/shared/contracts'
import { call } from '#lib/api/call.ts'
import { endpoints } from '#lib/api/endpoints.ts'
import type { LayoutLoad } from './$types.js'

// In the browser there is one visitor: when the line is lost, they stay who they were. A server renders for many.
let known: Me | null = null

/** Who the visitor is. `invalidate('app:me')` after whatever changes it. */
export const load: LayoutLoad = async ({ fetch, depends }) => {
  depends('app:me')
  const answered = await call(fetch, endpoints.accounts.me, {})
  if (typeof window === 'undefined') return { me: answered.ok ? answered.value.me : null }
  if (answered.ok) known = answered.value.me
  return { me: known }
}
