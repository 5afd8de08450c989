import { randomInt as cryptoRandomInt } from 'node:crypto'
import { Prisma, type User } from '@speedcell/prisma/client'
import type { Locale } from '@speedcell/shared/contracts'
import { type Clock, type Database, DomainError, inTransaction, type Transaction } from '../core/index.ts'
import { makeUpName, type RandomInt } from './made-up-name.ts'
import { isName, type Name, type NameRefusal, parseName } from './name.ts'
import { hashPassword, isPassword, verifyPassword } from './password.ts'
import { isRecoveryCode, makeRecoveryCode, recoveryDigest } from './recovery-code.ts'
import { createSessions, makeRoom, newToken, tokenDigest } from './sessions.ts'

/** Who is playing: an account, claimed or not. */
export interface Player {
  readonly id: string
  readonly name: string
  readonly claimed: boolean
  readonly role: 'player' | 'admin'
}

/** A player with the token of a session that was just begun. The token is seen here once and never again. */
export interface Signed {
  readonly player: Player
  readonly token: string
}

export interface AccountsDependencies {
  readonly database: Database
  readonly clock: Clock
  /** Draws the made-up names; the default is the system's secure source. */
  readonly randomInt?: RandomInt
}

// Of nearly three million made-up names in a language, this many taken ones in a row mean that something else is wrong.
const NAME_DRAWS = 50

export type Accounts = ReturnType<typeof createAccounts>

/** Accounts, how they are claimed, entered, left, recovered and deleted. */
export function createAccounts({ database, clock, randomInt = (below) => cryptoRandomInt(below) }: AccountsDependencies) {
  const sessions = createSessions(database)
  const unrenewedSessions = createSessions(database, { renew: false })

  /**
   * The player to whom a session's token belongs, or null if it opens no session. With `renew`, which is for callers who can hand
   * out its cookie, an old session's time begins anew; `renewed` says that it just has, so the cookie's must too.
   */
  async function authenticate(token: string, { renew = false } = {}): Promise<{ player: Player; renewed: boolean } | null> {
    const { session, user } = await (renew ? sessions : unrenewedSessions).validateSession(token)
    return user && { player: user, renewed: renew && session.fresh }
  }

  /** Makes an account with a made-up name in the player's language, and a session in it. */
  async function create(locale: Locale): Promise<Signed> {
    const user = await drawUser(locale)
    return begin(database, user)
  }

  async function drawUser(locale: Locale): Promise<User> {
    for (let draw = 0; draw < NAME_DRAWS; draw++) {
      const name = parseName(makeUpName(locale, randomInt))
      if (!isName(name)) continue
      const data = { name: name.text, nameKey: name.key, locale, createdAt: new Date(clock.now()) }
      const [user] = await database.user.createManyAndReturn({ data: [data], skipDuplicates: true })
      if (user) return user
    }
    throw new Error(`no free name in ${NAME_DRAWS} draws`)
  }

  /**
   * Gives an account its name and password, and answers with its one recovery code. A visitor without an account gets one made.
   * What opened the account until now opens it no more: a new session begins. Refuses with `name-invalid`, `name-reserved`,
   * `name-taken`, `password-invalid`, `already-claimed`, and with `not-signed-in` where the account has been deleted meanwhile.
   */
  async function claim(
    player: Player | null,
    { name: wanted, password, locale }: { name: string; password: string; locale: Locale },
  ): Promise<Signed & { recoveryCode: string }> {
    const name = needName(wanted)
    needPassword(password)
    if (player?.claimed) throw new DomainError('already-claimed')
    await needFree(name, player?.id)
    const recoveryCode = makeRecoveryCode()
    const data = {
      name: name.text,
      nameKey: name.key,
      locale,
      passwordHash: await hashPassword(password),
      recoveryDigest: recoveryDigest(recoveryCode),
      claimedAt: new Date(clock.now()),
    }
    try {
      return await inTransaction(database, async (transaction) => {
        if (!player) {
          const user = await transaction.user.create({ data: { ...data, createdAt: data.claimedAt } })
          return { recoveryCode, ...(await begin(transaction, user)) }
        }
        const locked = await lockUser(transaction, player.id)
        if (!locked) throw new DomainError('not-signed-in')
        if (locked.claimedAt) throw new DomainError('already-claimed')
        const user = await transaction.user.update({ where: { id: player.id }, data })
        return { recoveryCode, ...(await beginAnew(transaction, user)) }
      })
    } catch (error) {
      // Two who claim one name at once are told apart by the database.
      if (error instanceof Prisma.PrismaClientKnownRequestError && error.code === 'P2002') throw new DomainError('name-taken')
      throw error
    }
  }

  /** Whether a name can be taken, and if not, why. One's own name is free to oneself. */
  async function checkName(wanted: string, userId?: string): Promise<NameRefusal | 'name-taken' | undefined> {
    const name = parseName(wanted)
    if (!isName(name)) return name
    const holder = await database.user.findUnique({ where: { nameKey: name.key }, select: { id: true } })
    return holder && holder.id !== userId ? 'name-taken' : undefined
  }

  async function needFree(name: Name, userId?: string): Promise<void> {
    const refusal = await checkName(name.text, userId)
    if (refusal) throw new DomainError(refusal)
  }

  /** Begins a session in a claimed account, in the place of the oldest where it has many. Refuses with `wrong-credentials`, whatever of the two is wrong, and as slowly. */
  async function signIn({ name, password }: { name: string; password: string }): Promise<Signed> {
    const user = await findByName(database, name)
    if (!(await verifyPassword(user?.passwordHash, password)) || !user) throw new DomainError('wrong-credentials')
    return inTransaction(database, async (transaction) => {
      const locked = await lockVerified(transaction, user)
      await makeRoom(transaction, locked.id)
      return begin(transaction, locked)
    })
  }

  /** Ends the session of a token. */
  async function signOut(token: string): Promise<void> {
    await sessions.invalidateSession(token)
  }

  /** Ends all of a player's sessions. */
  async function signOutEverywhere(userId: string): Promise<void> {
    await sessions.invalidateUserSessions(userId)
  }

  /**
   * Sets a new password and ends all sessions but the one of the token. Refuses with `wrong-credentials` and
   * `password-invalid`.
   */
  async function changePassword(userId: string, token: string, change: { current: string; password: string }): Promise<void> {
    needPassword(change.password)
    const user = await database.user.findUnique({ where: { id: userId } })
    if (!(await verifyPassword(user?.passwordHash, change.current)) || !user) throw new DomainError('wrong-credentials')
    const passwordHash = await hashPassword(change.password)
    await inTransaction(database, async (transaction) => {
      await lockVerified(transaction, user)
      await transaction.user.update({ where: { id: userId }, data: { passwordHash } })
      await transaction.session.deleteMany({ where: { userId, id: { not: tokenDigest(token) } } })
    })
  }

  /**
   * Sets a new password by the recovery code, which is used up: all sessions end, a new one begins, and a new code is given.
   * Refuses with `password-invalid` (the code is kept then) and `wrong-recovery-code`.
   */
  async function recover(wanted: {
    name: string
    recoveryCode: string
    password: string
  }): Promise<Signed & { recoveryCode: string }> {
    needPassword(wanted.password)
    const user = await findByName(database, wanted.name)
    if (!isRecoveryCode(wanted.recoveryCode, user?.recoveryDigest) || !user) throw new DomainError('wrong-recovery-code')
    const passwordHash = await hashPassword(wanted.password)
    const recoveryCode = makeRecoveryCode()
    return inTransaction(database, async (transaction) => {
      const locked = await lockUser(transaction, user.id)
      if (!locked || locked.recoveryDigest !== user.recoveryDigest) throw new DomainError('wrong-recovery-code')
      const data = { passwordHash, recoveryDigest: recoveryDigest(recoveryCode) }
      const changed = await transaction.user.update({ where: { id: user.id }, data })
      return { recoveryCode, ...(await beginAnew(transaction, changed)) }
    })
  }

  /**
   * Gives a claimed account a new recovery code; the one before holds no more. Sessions and password stay. Refuses with
   * `wrong-credentials`.
   */
  async function renewRecoveryCode(userId: string, password: string): Promise<{ recoveryCode: string }> {
    const user = await database.user.findUnique({ where: { id: userId } })
    if (!(await verifyPassword(user?.passwordHash, password)) || !user) throw new DomainError('wrong-credentials')
    const recoveryCode = makeRecoveryCode()
    await inTransaction(database, async (transaction) => {
      await lockVerified(transaction, user)
      await transaction.user.update({ where: { id: userId }, data: { recoveryDigest: recoveryDigest(recoveryCode) } })
    })
    return { recoveryCode }
  }

  /**
   * Deletes an account: its name is free again, its sessions end, free play, statistics and badges go, its rated runs stay without a
   * name. `confirm` is the account's own name; a claimed account also needs its password. Refuses with `confirmation-mismatch` and `wrong-credentials`.
   */
  async function remove(
    userId: string,
    { confirm, password }: { confirm: string; password?: string | undefined },
  ): Promise<void> {
    const user = await database.user.findUnique({ where: { id: userId } })
    if (!user?.name) throw new DomainError('not-signed-in')
    if (confirm.normalize('NFKC').trim() !== user.name) throw new DomainError('confirmation-mismatch')
    if (user.passwordHash && !(await verifyPassword(user.passwordHash, password ?? ''))) {
      throw new DomainError('wrong-credentials')
    }
    await inTransaction(database, async (transaction) => {
      await lockVerified(transaction, user)
      const gone = { name: null, nameKey: null, passwordHash: null, recoveryDigest: null, deletedAt: new Date(clock.now()) }
      await transaction.user.update({ where: { id: userId }, data: gone })
      await transaction.session.deleteMany({ where: { userId } })
      // What its games came to is nobody's any more, and free play has no place to hold.
      await transaction.game.deleteMany({ where: { userId } })
      await transaction.playerTotals.deleteMany({ where: { userId } })
      await transaction.variantTotals.deleteMany({ where: { userId } })
      await transaction.badgeAward.deleteMany({ where: { userId } })
    })
  }

  return {
    authenticate,
    create,
    claim,
    checkName,
    signIn,
    signOut,
    signOutEverywhere,
    changePassword,
    recover,
    renewRecoveryCode,
    remove,
  }
}

/** The account that holds a name or one that looks like it; undefined if nobody does. */
export async function findByName(database: Database, name: string): Promise<User | undefined> {
  const parsed = parseName(name)
  if (!isName(parsed)) return undefined
  return (await database.user.findUnique({ where: { nameKey: parsed.key } })) ?? undefined
}

async function begin(database: Database | Transaction, user: User): Promise<Signed> {
  const token = newToken()
  await createSessions(database).createSession(user.id, {}, { sessionId: token })
  return { player: playerOf(user), token }
}

/** Ends all sessions of an account and begins a new one. */
async function beginAnew(transaction: Transaction, user: User): Promise<Signed> {
  await transaction.session.deleteMany({ where: { userId: user.id } })
  return begin(transaction, user)
}

/**
 * The account's row, kept as it is until the transaction ends; undefined once it is deleted. Rows that refer to it may still be
 * added meanwhile.
 */
export async function lockUser(transaction: Transaction, id: string): Promise<User | undefined> {
  await transaction.$queryRaw`SELECT 1 FROM users WHERE id = ${id}::uuid FOR NO KEY UPDATE`
  return (await transaction.user.findUnique({ where: { id, deletedAt: null } })) ?? undefined
}

/**
 * Locks an account whose password has just been verified. Refuses with `wrong-credentials` if it has been deleted or claimed, or its
 * password changed, meanwhile: what was verified is not what would be written.
 */
async function lockVerified(transaction: Transaction, verified: User): Promise<User> {
  const locked = await lockUser(transaction, verified.id)
  if (locked?.passwordHash !== verified.passwordHash) throw new DomainError('wrong-credentials')
  return locked
}

function needName(wanted: string): Name {
  const name = parseName(wanted)
  if (!isName(name)) throw new DomainError(name)
  return name
}

function needPassword(password: string): void {
  if (!isPassword(password)) throw new DomainError('password-invalid')
}

function playerOf({ id, name, claimedAt, role }: User): Player {
  if (name === null) throw new Error('a deleted account plays no more')
  return { id, name, claimed: claimedAt !== null, role }
}
