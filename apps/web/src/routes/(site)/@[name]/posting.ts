import { m } from '#lib/paraglide/messages.js'
import type { Formatter } from '#lib/site/format.ts'

/**
 * What a posting was for, in words; the day is named where it is not the one on which it was posted. A reason is `kind:detail`, and one
 * that this page does not know yet is still a posting.
 */
export function postingWords(reason: string, postedOn: string, f: Formatter): string {
  const [, day] = /^daily:(\d{4}-\d{2}-\d{2})$/.exec(reason) ?? []
  if (!day) return m.player_posting_other()
  return day === postedOn ? m.player_posting_daily() : m.player_posting_daily_of({ date: f.date(day) })
}
