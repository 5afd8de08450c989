import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'

// Crockford's base 32: no I, L, O and U, so that what is written down by hand is read again.
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** A new recovery code of 100 random bits, `7K2QD-M0V8X-3TZAB-9RFWC`. */
export function makeRecoveryCode(): string {
  const characters = [...randomBytes(20)].map((byte) => ALPHABET[byte % 32])
  return [0, 5, 10, 15].map((from) => characters.slice(from, from + 5).join('')).join('-')
}

/** What is kept of a recovery code. However it is typed (case, hyphens, O for 0, l for 1), the digest is the same. */
export function recoveryDigest(code: string): string {
  const plain = code.toUpperCase().replace(/[\s-]/g, '').replaceAll('O', '0').replace(/[IL]/g, '1')
  return createHash('sha256').update(plain).digest('hex')
}

/** Whether a code is the one of which the digest is kept. */
export function isRecoveryCode(code: string, digest: string | null | undefined): boolean {
  const given = Buffer.from(recoveryDigest(code))
  return digest ? timingSafeEqual(given, Buffer.from(digest)) : false
}
