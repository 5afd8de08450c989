import { createHash, randomBytes } from 'node:crypto'
import type { Role } from '@speedcell/prisma/client'
import { type Adapter, type DatabaseSession, type DatabaseUser, Lucia, TimeSpan } from 'lucia'
import type { Database, Transaction } from '../core/index.ts'

declare module 'lucia' {
  interface Register {
    Lucia: ReturnType<typeof createSessions>
    DatabaseUserAttributes: { name: string; claimed: boolean; role: Role }
  }
}

/** How long a session lasts from its last renewal. It is renewed when it is used in the second half of that time. */
export const SESSION_DAYS = 365

/** How many sessions an account has at most: on so many devices one is signed in at once. */
const SESSIONS_PER_ACCOUNT = 20

/**
 * Lucia over our tables. Lucia takes the token for the session's id; the database knows only the token's digest, so that
 * whoever reads the table is nobody's player. Without `renew`, looking at a session leaves its time as it is.
 */
export function createSessions(database: Database | Transaction, { renew = true } = {}) {
  const kept = adapter(database)
  return new Lucia(renew ? kept : { ...kept, updateSessionExpiration: async () => {} }, {
    sessionExpiresIn: new TimeSpan(SESSION_DAYS, 'd'),
    getUserAttributes: ({ name, claimed, role }) => ({ name, claimed, role }),
  })
}

/** Makes room for another session of an account: ends those that were begun or renewed the longest ago. */
export async function makeRoom(database: Database | Transaction, userId: string): Promise<void> {
  const oldest = await database.session.findMany({
    where: { userId },
    orderBy: { expiresAt: 'desc' },
    skip: SESSIONS_PER_ACCOUNT - 1,
    select: { id: true },
  })
  await database.session.deleteMany({ where: { id: { in: oldest.map(({ id }) => id) } } })
}

/** A new session's token: 256 random bits. */
export function newToken(): string {
  return randomBytes(32).toString('base64url')
}

/** What is kept of a token. */
export function tokenDigest(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}

function adapter(database: Database | Transaction): Adapter {
  return {
    async getSessionAndUser(token): Promise<[DatabaseSession | null, DatabaseUser | null]> {
      const row = await database.session.findUnique({
        where: { id: tokenDigest(token) },
        include: { user: { select: { id: true, name: true, claimedAt: true, role: true } } },
      })
      if (!row) return [null, null]
      const session = { id: token, userId: row.userId, expiresAt: row.expiresAt, attributes: {} }
      const { id, name, claimedAt, role } = row.user
      return [session, name === null ? null : { id, attributes: { name, claimed: claimedAt !== null, role } }]
    },
    /** The ids in this list are digests: they tell sessions apart and open none. */
    async getUserSessions(userId) {
      const rows = await database.session.findMany({ where: { userId } })
      return rows.map(({ id, expiresAt }) => ({ id, userId, expiresAt, attributes: {} }))
    },
    async setSession({ id, userId, expiresAt }) {
      await database.session.create({ data: { id: tokenDigest(id), userId, expiresAt } })
    },
    async updateSessionExpiration(token, expiresAt) {
      await database.session.updateMany({ where: { id: tokenDigest(token) }, data: { expiresAt } })
    },
    async deleteSession(token) {
      await database.session.deleteMany({ where: { id: tokenDigest(token) } })
    },
    async deleteUserSessions(userId) {
      await database.session.deleteMany({ where: { userId } })
    },
    async deleteExpiredSessions() {
      await database.session.deleteMany({ where: { expiresAt: { lte: new Date() } } })
    },
  }
}
