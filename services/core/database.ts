import { createClient, Prisma, type PrismaClient } from '@speedcell/prisma/client'

export type Database = PrismaClient
/** The database inside a transaction. */
export type Transaction = Prisma.TransactionClient

/** The database at a URL, over at most `max` connections. Connects when it is first asked something. */
export function createDatabase(url: string, max = 10): Database {
  return createClient(url, max)
}

const ATTEMPTS = 5

/**
 * Runs `work` in one transaction and returns what it returns. If PostgreSQL breaks it off because of others (serialization
 * failure, deadlock), the whole of it is run again, a few times: so `work` must do nothing outside of the database.
 */
export async function inTransaction<T>(
  database: Database,
  work: (transaction: Transaction) => Promise<T>,
  isolationLevel: Prisma.TransactionIsolationLevel = Prisma.TransactionIsolationLevel.ReadCommitted,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await database.$transaction(work, { isolationLevel, maxWait: 20_000, timeout: 30_000 })
    } catch (error) {
      if (attempt === ATTEMPTS || !isBrokenOff(error)) throw error
      // Those who collided must not come back in step.
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 20 * 2 ** attempt))
    }
  }
}

/** A serialization failure or a deadlock: the driver's error, which comes inside of Prisma's from a query and bare from COMMIT. */
function isBrokenOff(error: unknown): boolean {
  const cause = error instanceof Prisma.PrismaClientKnownRequestError ? error.meta?.driverAdapterError : error
  return cause instanceof Error && (cause.cause as { kind?: unknown } | undefined)?.kind === 'TransactionWriteConflict'
}
