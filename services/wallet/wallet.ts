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

/** A posting with the balance after it. */
export interface BookedPosting {
  readonly reason: string
  readonly coins: number
  readonly balance: number
  readonly postedAt: Date
}

/** A player's postings with the balance after each, the latest first, from the one at `offset` on; how many there are, and the balance. */
export async function ledgerOf(
  database: Database,
  userId: string,
  offset: number,
  limit: number,
): Promise<{ coins: number; total: number; postings: BookedPosting[] }> {
  const [coins, total, postings] = await Promise.all([
    balanceOf(database, userId),
    database.posting.count({ where: { userId } }),
    database.$queryRaw<BookedPosting[]>`
      SELECT reason, coins, (sum(coins) OVER (ORDER BY posted_at, reason))::int AS balance, posted_at AS "postedAt"
      FROM postings WHERE user_id = ${userId}::uuid
      ORDER BY posted_at DESC, reason DESC OFFSET ${offset} LIMIT ${limit}`,
  ])
  return { coins, total, postings }
}
