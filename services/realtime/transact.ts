import { type Database, inTransaction, type Transaction } from '../core/index.ts'
import type { Notice, Publisher } from './channel.ts'

/** Notes something to be told. */
export type Tell = (...notices: readonly Notice[]) => void

/** Runs `work` in one transaction, and tells what it noted once that is committed. Like every transaction, it may be run again. */
export async function transactAndTell<T>(
  database: Database,
  publisher: Publisher,
  work: (transaction: Transaction, tell: Tell) => Promise<T>,
): Promise<T> {
  let noted: Notice[] = []
  const answer = await inTransaction(database, (transaction) => {
    noted = []
    return work(transaction, (...notices) => noted.push(...notices))
  })
  await publisher.publish(noted)
  return answer
}
