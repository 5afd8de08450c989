/** Files that say which process has something: made whole or not at all, and taken from a process that was killed by one other only. */
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'

/** Makes a file that is never seen half written; returns false if there is one. */
export function create(file: string, text: string): boolean {
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

/** Removes a stale file. Since it was read, another process may have put its own there: then it is that one's that we moved, and give back. */
export function removeIfStill(file: string, text: string): void {
  const aside = `${file}.${process.pid}`
  try {
    renameSync(file, aside)
  } catch {
    return // another was faster
  }
  if (readFileSync(aside, 'utf8') === text) rmSync(aside)
  else renameSync(aside, file)
}

/** What a file says; undefined if it is not there. */
export function read(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}
