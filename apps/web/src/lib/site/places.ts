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
const LADDER: Place = { id: 'ladder', href: '/stufen', icon: 'steps', label: m.ladder_title }
const BOARD: Place = { id: 'board', href: '/bestenliste', icon: 'list', label: m.site_board }
const FREE: Place = { id: 'free', href: '/frei', icon: 'cards', label: m.site_free }
const RULES: Place = { id: 'rules', href: '/regeln', icon: 'seal', label: m.site_rules }

/** The pages of the daily: today's, and what has become of it and of those before. */
const DAILY: readonly string[] = ['', 'tagesspiel', 'tagesliste', 'archiv']

/** Where the top bar leads; one's own page stands at its right. */
export const topPlaces: readonly Place[] = [TODAY, LADDER, BOARD, FREE, RULES]

/** Where the phone's tab bar leads. */
export function tabPlaces(me: Me | null): readonly Place[] {
  const own: Place = {
    id: 'me',
    href: me ? `/@${encodeURIComponent(me.name)}` : '/anmelden',
    icon: 'user',
    label: m.site_you,
  }
  return [TODAY, LADDER, FREE, { ...BOARD, label: m.site_lists }, own]
}

/** Which of them a path belongs to; null for none. */
export function placeOf(path: string, me: Me | null): string | null {
  if (path === '/konto' || path === '/anmelden') return 'me'
  if (me && path.split('/')[1] === `@${encodeURIComponent(me.name)}`) return 'me'
  const [, first] = path.split('/')
  if (DAILY.includes(first ?? '')) return 'today'
  if (first === 'wiederholung') return BOARD.id
  return [LADDER, BOARD, RULES].find(({ href }) => href === `/${first}`)?.id ?? null
}
