import { mkdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { create, read, removeIfStill } from './pid-file.ts'
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

// The number may have gone to another process since, in a container even to this one.
function runs(pid: number): boolean {
  return pid !== process.pid && commandLine(pid).includes('apps/standalone/')
}
