import { m } from '#lib/paraglide/messages.js'
import type { Formatter } from '#lib/site/format.ts'

/** What a posting was for, in words. Its reason is `kind:detail`; one that this page does not know yet is still a posting. */
export function postingWords(reason: string, f: Formatter): string {
  const [, day] = /^daily:(\d{4}-\d{2}-\d{2})$/.exec(reason) ?? []
  return day ? m.player_posting_daily({ date: f.shortDay(day) }) : m.player_posting_other()
}
