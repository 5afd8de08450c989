import { BADGE_IDS, type Badge, type BadgeId, LADDER_STAGES } from '@speedcell/shared/contracts'
import type { Database } from '../core/index.ts'
import { BADGE_COUNTS } from './rules.ts'

/** How far a player is on the way to the badges that are earned by a count. */
export interface Counts {
  readonly wins: number
  readonly cardsHome: number
  /** The current ones: wins in a row, and days in a row with the daily solved. */
  readonly winStreak: number
  readonly dayStreak: number
  /** The most stages won in one ladder run. */
  readonly stagesWon: number
}

/** How far a badge is, by a player's counts; null for one that is not earned by a count. */
export function progressTo(badge: BadgeId, counts: Counts): Badge['progress'] {
  const { wins, cardsHome, winStreak, dayStreak, stagesWon } = counts
  const far: Partial<Record<BadgeId, { done: number; of: number }>> = {
    'queen-bee': { done: stagesWon, of: LADDER_STAGES.length },
    'busy-bee': { done: wins, of: BADGE_COUNTS['busy-bee'] },
    'honey-store': { done: cardsHome, of: BADGE_COUNTS['honey-store'] },
    swarm: { done: winStreak, of: BADGE_COUNTS.swarm },
    'bee-week': { done: dayStreak, of: BADGE_COUNTS['bee-week'] },
    'bee-month': { done: dayStreak, of: BADGE_COUNTS['bee-month'] },
  }
  const progress = far[badge]
  return progress ? { ...progress, done: Math.min(progress.done, progress.of) } : null
}

/** All badges as a player has them; with counts, which are for their own eyes, how far the others are. */
export async function badgesOfPlayer(database: Database, userId: string, counts: Counts | null): Promise<Badge[]> {
  const earned = await database.$queryRaw<{ badge: string; earnedAt: Date; told: boolean }[]>`
    SELECT badge, earned_at AS "earnedAt",
      -- That deal 1 was won is not told to others while someone can still play it.
      badge <> 'game-number-one' OR stage_id IS NULL OR EXISTS (
        SELECT FROM stages JOIN runs ON runs.id = run_id LEFT JOIN dailies USING (day)
        WHERE stages.id = stage_id AND runs.ended_at IS NOT NULL AND (day IS NULL OR closed_at IS NOT NULL)
      ) AS told
    FROM badge_awards WHERE user_id = ${userId}::uuid`
  return BADGE_IDS.map((badge) => {
    const award = earned.find((row) => row.badge === badge && (row.told || counts !== null))
    return {
      badge,
      earnedAt: award?.earnedAt.toISOString() ?? null,
      progress: award || !counts ? null : progressTo(badge, counts),
    }
  })
}
