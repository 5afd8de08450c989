import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { commandLine } from './processes.ts'

/**
 * Takes a data folder for this process, until it exits. Throws, with one line for whoever starts the site, if another process has
 * it or nothing can be written there. What a killed process left behind is no hindrance.
 */
export function takeDataFolder(folder: string, address: string): void {
  try {
    take(folder, address)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === undefined) throw error
    throw new Error(`The folder ${folder} cannot be used (${code}): set DATA_DIR to one that this user may write to.`, {
      cause: error,
    })
  }
}

function take(folder: string, address: string): void {
  const file = path.join(folder, 'running')
  mkdirSync(folder, { recursive: true, mode: 0o755 })
  while (!create(file, `${process.pid} ${address}\n`)) {
    const found = read(file)
    if (found === undefined) continue
    const [pid = '', where = ''] = found.trim().split(' ')
    if (runs(Number(pid))) throw new Error(`Speedcell is already running (pid ${pid}) at ${where}`)
    removeIfStill(file, found)
  }
  process.once('exit', () => rmSync(file, { force: true }))
}

/** Makes a file that is never seen half written; returns false if there is one. */
function create(file: string, text: string): boolean {
  const draft = `${file}.${process.pid}`
  writeFileSync(draft, text)
  try {
    linkSync(draft, file)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  } finally {
    rmSync(draft)
  }
}

/** Since it was read, another start may have put its own file there: then it is that one's that we moved, and give back. */
function removeIfStill(file: string, text: string): void {
  const aside = `${file}.${process.pid}`
  try {
    renameSync(file, aside)
  } catch {
    return // another start was faster
  }
  if (readFileSync(aside, 'utf8') === text) rmSync(aside)
  else renameSync(aside, file)
}

function read(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}

// The number may have gone to another process since, in a container even to this one.
function runs(pid: number): boolean {
  return pid !== process.pid && commandLine(pid).includes('apps/standalone/')
}
