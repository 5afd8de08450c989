import { hash, verify } from '@node-rs/argon2'
import { PASSWORD_LENGTH } from '@speedcell/shared/contracts'

// OWASP's figures for argon2id, which is the library's default algorithm: 19 MiB, two passes, one lane.
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

/** Whether a text can be a password: 8 to 200 characters, and a text that encodes. */
export function isPassword(value: string): boolean {
  const length = [...value].length
  return value.isWellFormed() && length >= PASSWORD_LENGTH.min && length <= PASSWORD_LENGTH.max
}

/** A password's argon2id hash, with a salt of its own. */
export function hashPassword(password: string): Promise<string> {
  return hash(password.normalize('NFKC'), COST)
}

let nobodys: Promise<string> | undefined

/**
 * Whether a password belongs to a hash. Where there is no hash it takes as long and is false, so that the time does not tell
 * which names have an account.
 */
export async function verifyPassword(passwordHash: string | null | undefined, password: string): Promise<boolean> {
  nobodys ??= hashPassword('the password of nobody')
  const against = passwordHash ?? (await nobodys)
  const same = await verify(against, password.normalize('NFKC'))
  return same && against === passwordHash
}
