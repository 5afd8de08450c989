import type { BoardPeriod } from '@speedcell/shared/contracts'

/** How the boards are named in the address. */
export const SLUGS: Readonly<Record<BoardPeriod, string>> = { day: 'heute', week: 'woche', month: 'monat', all: 'gesamt' }

/** The board of an address, that of the week where none is named; undefined where there is no such board. */
export function periodOf(slug: string | undefined): BoardPeriod | undefined {
  if (slug === undefined) return 'week'
  return (Object.keys(SLUGS) as BoardPeriod[]).find((period) => SLUGS[period] === slug)
}
