import { createHash, randomBytes } from 'node:crypto'

/** A new token for the tab that takes a stage (192 bits). */
export const newClaim = (): string => randomBytes(24).toString('base64url')

/** What is kept of a token: its SHA-256 digest. */
export const claimDigest = (claim: string): string => createHash('sha256').update(claim).digest('base64url')
