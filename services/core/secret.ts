import { randomBytes } from 'node:crypto'
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Config } from './config.ts'

/**
 * The site's secret: the setting SECRET, or else the one in the data folder's file `secret`, made at the first call and readable
 * by its owner only. What is drawn by it is drawn the same for as long as it stays, so several machines must be given the same.
 */
export function siteSecret(config: Pick<Config, 'secret' | 'dataDir'>): string {
  return config.secret ?? keptSecret(path.join(config.dataDir, 'secret'))
}

/** The text in a file that only its owner can read; made at random (256 bits, base64url) if the file is missing. */
export function keptSecret(file: string): string {
  try {
    return readFileSync(file, 'utf8').trim()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
  mkdirSync(path.dirname(file), { recursive: true })
  // A link either makes the whole file at once or fails: two processes that begin together end with the same secret.
  const draft = `${file}.${process.pid}.${randomBytes(4).toString('hex')}`
  writeFileSync(draft, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600, flush: true })
  try {
    linkSync(draft, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    rmSync(draft)
  }
  return readFileSync(file, 'utf8').trim()
}
