/**
 * Coins: a ledger of postings that are only ever added. The balance is their sum, and a reason is posted once.
 *
 * ```ts
 * const posted = await post(transaction, { userId, reason: `daily:${day}`, coins: 250, postedAt })
 * const coins = await balanceOf(database, userId)
 * ```
 */
export { type BookedPosting, balanceOf, ledgerOf, post, postingsOf } from './wallet.ts'
