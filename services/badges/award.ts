import { BADGE_IDS, type BadgeId } from '@speedcell/shared/contracts'
import type { Database, Transaction } from '../core/index.ts'

/** Who earned badges when, and by which rated stage or free game. */
export interface Earning {
  readonly userId: string
  readonly earnedAt: Date
  readonly stageId?: string
  readonly freeId?: string
}

/** Awards those of the badges that the player has not yet, and returns them. */
export async function award(transaction: Transaction, earning: Earning, badges: readonly BadgeId[]): Promise<BadgeId[]> {
  if (badges.length === 0) return []
  const created = await transaction.badgeAward.createManyAndReturn({
    data: badges.map((badge) => ({ ...earning, badge })),
    skipDuplicates: true,
    select: { badge: true },
  })
  return inOrder(created)
}

/** The badges that a stage earned. */
export async function badgesOfStage(database: Database | Transaction, stageId: string): Promise<BadgeId[]> {
  return inOrder(await database.badgeAward.findMany({ where: { stageId }, select: { badge: true } }))
}

function inOrder(rows: readonly { readonly badge: string }[]): BadgeId[] {
  const earned = new Set(rows.map(({ badge }) => badge))
  return BADGE_IDS.filter((badge) => earned.has(badge))
}
