import type { Role } from '@speedcell/prisma/client'
import type { Database } from '../core/index.ts'
import { findByName } from './accounts.ts'

/**
 * Gives a claimed account a role; its sessions have it at once. Answers with the account's name, undefined where nobody claimed has
 * that name.
 */
export async function setRole(database: Database, name: string, role: Role): Promise<string | undefined> {
  const user = await findByName(database, name)
  if (!user?.claimedAt) return undefined
  await database.user.update({ where: { id: user.id }, data: { role } })
  return user.name ?? undefined
}
