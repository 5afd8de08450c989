import type { ListRow, StageResult } from '@speedcell/shared/contracts'
import { m } from '#lib/paraglide/messages.js'
import { getLocale } from '#lib/paraglide/runtime.js'
import { betterThan } from '#lib/site/behind.ts'
import { formatter } from '#lib/site/format.ts'

/** What a result brought, in a sentence. */
export function verdictOf({ won, late, coins, streak, home }: StageResult): string {
  if (late) return m.rated_late()
  if (!won) return m.rated_home_of({ home })
  return coins > 0 ? m.rated_solved({ day: streak }) : m.rated_solved_again()
}

/** A place in a list: `39. von 1.284, besser als 96 %`. The first place speaks for itself. */
export function rankText({ rank: place }: ListRow, players: number): string {
  const f = formatter(getLocale())
  const [rank, all] = [f.ordinal(place), f.number(players)]
  if (place === 1 || players <= place) return m.rated_rank({ rank, players: all })
  const percent = f.percent(betterThan({ rank: place, players }))
  return m.rated_rank_better({ rank, players: all, percent })
}
