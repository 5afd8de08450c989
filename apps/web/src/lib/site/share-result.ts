import type { DaySummary, ListRow } from '@speedcell/shared/contracts'
import { m } from '#lib/paraglide/messages.js'
import { getLocale } from '#lib/paraglide/runtime.js'
import { duration, formatter } from './format.ts'
import { type Shared, share } from './share.ts'

/** Hands a row of a day's list on as a line of text. */
export function shareResult(row: ListRow, { day, players }: Pick<DaySummary, 'day' | 'players'>): Promise<Shared> {
  const f = formatter(getLocale())
  const parts = {
    date: f.date(day),
    rank: f.ordinal(row.rank),
    players: f.number(players),
    score: f.number(row.score),
    time: duration(row.timeMs),
    moves: row.moves,
    url: `${location.origin}/tagesliste/${day}`,
  }
  return share(row.won ? m.share_solved(parts) : m.share_unsolved(parts))
}
