import type { DealNumber } from '@speedcell/shared/engine'
import type { Transaction } from '../core/index.ts'

/** A whole number from 0 on and below a bound, each as likely as any. */
export type Random = (bound: number) => number

/** Any number that nothing else locks: whoever draws holds it. */
const DRAWING = 5_200_005

/**
 * Draws one of the deals, each as likely as any, that is in none of the sets. Where that leaves none, the last set is let go, then the
 * one before it; the first one never is. Throws where the first one alone leaves none.
 */
export function drawDeal(deals: readonly DealNumber[], barred: readonly ReadonlySet<number>[], random: Random): DealNumber {
  for (let strict = barred.length; strict > 0; strict--) {
    const sets = barred.slice(0, strict)
    const free = deals.filter((deal) => !sets.some((set) => set.has(deal)))
    const drawn = free.length > 0 ? free[random(free.length)] : undefined
    if (drawn !== undefined) return drawn
  }
  throw new Error('every deal of the stage is hidden')
}

/**
 * The deals that a player's stage should not get, what matters most first: those of dailies that are not closed, those of runs that
 * somebody plays, and those that the player has seen in a stage. Nobody else draws until the transaction ends.
 */
export async function barredDeals(transaction: Transaction, userId: string): Promise<readonly ReadonlySet<number>[]> {
  await transaction.$executeRaw`SELECT pg_advisory_xact_lock(${DRAWING}::bigint)`
  // Another variant does not help: its cards are the same.
  const select = { deal: true } as const
  // One after the other: a transaction has one connection.
  const hidden = await transaction.daily.findMany({ where: { closedAt: null }, select })
  const played = await transaction.stage.findMany({ where: { run: { kind: 'ladder', dueAt: { not: null } } }, select })
  const seen = await transaction.stage.findMany({ where: { run: { userId } }, select })
  return [hidden, played, seen].map((rows) => new Set(rows.map(({ deal }) => deal)))
}
