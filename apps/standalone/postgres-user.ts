import { spawnSync } from 'node:child_process'
import { chownSync, readdirSync, statSync } from 'node:fs'
import { userInfo } from 'node:os'
import path from 'node:path'

/** How PostgreSQL's programs are started, since they refuse to run as root. */
export interface PostgresUser {
  /** What stands before the command. */
  readonly prefix: readonly string[]
  /** The user and group to whom its files must be given; undefined: what it writes is our own. */
  readonly owner: number | undefined
}

/** The user `nobody`, on every Linux with a C library that these binaries run on. */
const NOBODY = 65534

/**
 * Finds out how to run PostgreSQL on a folder of its files, which may not be there yet: as ourselves, if we are an ordinary user.
 * As root: as the user to whom the files belong; or, if they are root's, in a user namespace in which root is called `nobody`
 * (works in folders which only root can enter); or, where namespaces are barred, as in many containers, as the real `nobody`.
 * Throws if none of these can be.
 */
export function findPostgresUser(data: string): PostgresUser {
  const us = process.getuid?.()
  const owner = statSync(data, { throwIfNoEntry: false })?.uid
  if (us !== 0) {
    if (owner !== undefined && us !== undefined && owner !== us)
      throw new Error(`${data} belongs to another user (uid ${owner}): start as that one, or give it to this one.`)
    if (hasName()) return { prefix: [], owner: undefined }
  } else if (owner) return { prefix: asUser(owner), owner }
  if (works(IN_NAMESPACE)) return { prefix: IN_NAMESPACE, owner: undefined }
  if (works(asUser(NOBODY))) return { prefix: asUser(NOBODY), owner: NOBODY }
  throw new Error('PostgreSQL does not run as root, and there is no way to another user here: start as one, or set DATABASE_URL.')
}

/** Gives files, and all that is in folders, to the user as whom PostgreSQL runs. */
export function giveTo({ owner }: PostgresUser, ...files: string[]): void {
  if (owner === undefined) return
  for (const file of files) {
    const stat = statSync(file)
    if (stat.uid === owner) continue
    chownSync(file, owner, owner)
    if (stat.isDirectory()) giveTo({ prefix: [], owner }, ...readdirSync(file).map((name) => path.join(file, name)))
  }
}

/** On Linux, what makes a process get the signal for a clean stop when its parent ends, however it ends. */
export function withParent(): readonly string[] {
  const prefix = ['setpriv', '--pdeathsig', 'INT', '--']
  return process.platform === 'linux' && works(prefix) ? prefix : []
}

const IN_NAMESPACE = ['unshare', '--user', `--map-user=${NOBODY}`, `--map-group=${NOBODY}`]

function asUser(id: number): string[] {
  return ['setpriv', `--reuid=${id}`, `--regid=${id}`, '--clear-groups', '--']
}

function works([command = '', ...args]: readonly string[]): boolean {
  return spawnSync(command, [...args, 'true']).status === 0
}

// PostgreSQL looks its user up; in containers there are users without a name.
function hasName(): boolean {
  try {
    userInfo()
    return true
  } catch {
    return false
  }
}
