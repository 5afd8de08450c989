import type { Me } from '@speedcell/shared/contracts'
import { m } from '#lib/paraglide/messages.js'
import type { IconName } from './Icon.svelte'

export interface Place {
  readonly id: string
  readonly href: string
  readonly icon: IconName
  readonly label: () => string
}

const TODAY: Place = { id: 'today', href: '/', icon: 'sun', label: m.site_today }
const LIST: Place = { id: 'list', href: '/tagesliste', icon: 'list', label: m.site_list }
const FREE: Place = { id: 'free', href: '/frei', icon: 'cards', label: m.site_free }
const ARCHIVE: Place = { id: 'archive', href: '/archiv', icon: 'days', label: m.site_archive }
const RULES: Place = { id: 'rules', href: '/regeln', icon: 'seal', label: m.site_rules }

/** Where the top bar leads; one's own page stands at its right. */
export const topPlaces: readonly Place[] = [TODAY, LIST, ARCHIVE, FREE, RULES]

/** Where the phone's tab bar leads. */
export function tabPlaces(me: Me | null): readonly Place[] {
  const own: Place = {
    id: 'me',
    href: me ? `/@${encodeURIComponent(me.name)}` : '/anmelden',
    icon: 'user',
    label: m.site_you,
  }
  return [TODAY, LIST, FREE, ARCHIVE, own]
}

/** Which of them a path belongs to; null for none. */
export function placeOf(path: string, me: Me | null): string | null {
  if (path === '/' || path === '/tagesspiel') return 'today'
  if (path === '/konto' || path === '/anmelden') return 'me'
  if (me && path.split('/')[1] === `@${encodeURIComponent(me.name)}`) return 'me'
  const [, first] = path.split('/')
  return [LIST, ARCHIVE, RULES].find(({ href }) => href === `/${first}`)?.id ?? null
}
