import { mkdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { create, read, removeIfStill } from './pid-file.ts'
import { commandLine } from './processes.ts'

const PAUSE_MS = 200
/** The turns that this process has. */
const held = new Set<string>()

/**
 * Waits for the turn that a file stands for, and returns what gives it back. The file names the process whose turn it is; what a killed
 * one left behind is no hindrance.
 */
export async function takeTurn(file: string): Promise<() => void> {
  mkdirSync(path.dirname(file), { recursive: true })
  while (!create(file, String(process.pid))) {
    const found = read(file)
    if (found === undefined) continue
    if (isAtIt(Number(found), file)) await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
    else removeIfStill(file, found)
  }
  held.add(file)
  return () => {
    held.delete(file)
    rmSync(file, { force: true })
  }
}

// The number may have gone to another process since, in a container even to this one.
function isAtIt(pid: number, file: string): boolean {
  if (pid === process.pid) return held.has(file)
  return /apps\/standalone\/|scripts\/(build|test)\.ts/.test(commandLine(pid))
}
