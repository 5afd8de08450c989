import type { Database, Transaction } from '../core/index.ts'

/** Posts coins to a player's ledger, once a reason. Returns how many were posted: 0 if that reason was posted before. */
export async function post(
  transaction: Transaction,
  posting: { readonly userId: string; readonly reason: string; readonly coins: number; readonly postedAt: Date },
): Promise<number> {
  const { count } = await transaction.posting.createMany({ data: [posting], skipDuplicates: true })
  return count === 1 ? posting.coins : 0
}

/** A player's balance: the sum of all postings. */
export async function balanceOf(database: Database | Transaction, userId: string): Promise<number> {
  const { _sum } = await database.posting.aggregate({ where: { userId }, _sum: { coins: true } })
  return _sum.coins ?? 0
}

/** A player's latest postings, the newest first. */
export async function postingsOf(
  database: Database | Transaction,
  userId: string,
  limit: number,
): Promise<{ reason: string; coins: number; postedAt: Date }[]> {
  return database.posting.findMany({
    where: { userId },
    select: { reason: true, coins: true, postedAt: true },
    orderBy: [{ postedAt: 'desc' }, { reason: 'desc' }],
    take: limit,
  })
}
