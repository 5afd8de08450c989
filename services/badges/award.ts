import { BADGE_IDS, type BadgeId } from '@speedcell/shared/contracts'
import type { Database, Transaction } from '../core/index.ts'

/** Who earned badges when, and by which rated stage or free game. */
export interface Earning {
  readonly userId: string
  readonly earnedAt: Date
  readonly stageId?: string
  readonly freeId?: string
}

/** Awards those of the badges that the player has not yet, and returns them. Nobody who is gone earns any. */
export async function award(
  transaction: Transaction,
  { userId, earnedAt, stageId, freeId }: Earning,
  badges: readonly BadgeId[],
): Promise<BadgeId[]> {
  if (badges.length === 0) return []
  return inOrder(
    await transaction.$queryRaw<{ badge: string }[]>`
      INSERT INTO badge_awards (user_id, badge, earned_at, stage_id, free_id)
      SELECT users.id, badge, ${earnedAt}, ${stageId ?? null}::uuid, ${freeId ?? null}::uuid
      FROM users, unnest(${badges}::text[]) AS earned (badge)
      WHERE users.id = ${userId}::uuid AND deleted_at IS NULL FOR KEY SHARE OF users
      ON CONFLICT DO NOTHING RETURNING badge`,
  )
}

/** The badges that a stage earned. */
export async function badgesOfStage(database: Database | Transaction, stageId: string): Promise<BadgeId[]> {
  return inOrder(await database.badgeAward.findMany({ where: { stageId }, select: { badge: true } }))
}

/** The badges that a player's free game earned. */
export async function badgesOfFreeGame(
  database: Database | Transaction,
  { userId, freeId }: { readonly userId: string; readonly freeId: string },
): Promise<BadgeId[]> {
  return inOrder(await database.badgeAward.findMany({ where: { userId, freeId }, select: { badge: true } }))
}

function inOrder(rows: readonly { readonly badge: string }[]): BadgeId[] {
  const earned = new Set(rows.map(({ badge }) => badge))
  return BADGE_IDS.filter((badge) => earned.has(badge))
}
