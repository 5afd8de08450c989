import { spawnSync } from 'node:child_process'
import { userInfo } from 'node:os'

/** How PostgreSQL's programs are started, since they refuse to run as root. */
export interface PostgresUser {
  /** What stands before the command. */
  readonly prefix: readonly string[]
  /** The user and group to whom PostgreSQL's files must belong; undefined: they are written as one's own. */
  readonly owner: number | undefined
}

/** The user `nobody`, on every Linux that has a C library which these binaries run on. */
const NOBODY = 65534

/**
 * Finds out how to run PostgreSQL here: as ourselves, if we are an ordinary user; as root, in a user namespace in which we are
 * `nobody` (what it writes stays ours, so it works in folders which only root can enter); where namespaces are barred, as in
 * most containers, as the real `nobody`. Throws if none of these can be.
 */
export function findPostgresUser(): PostgresUser {
  if (process.getuid?.() !== 0 && hasName()) return { prefix: [], owner: undefined }
  const namespace = ['unshare', '--user', `--map-user=${NOBODY}`, `--map-group=${NOBODY}`]
  if (works(namespace)) return { prefix: namespace, owner: undefined }
  const other = ['setpriv', `--reuid=${NOBODY}`, `--regid=${NOBODY}`, '--clear-groups', '--']
  if (works(other)) return { prefix: other, owner: NOBODY }
  throw new Error('PostgreSQL does not run as root, and there is no way to another user here: start as one, or set DATABASE_URL.')
}

/** On Linux, what makes a process get the signal for a clean stop when its parent ends, however it ends. */
export function withParent(): readonly string[] {
  const prefix = ['setpriv', '--pdeathsig', 'INT', '--']
  return process.platform === 'linux' && works(prefix) ? prefix : []
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
