import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'

/** The command line of a running process; empty if there is no such process, or only its remains (a zombie). */
export function commandLine(pid: number): string {
  try {
    if (process.platform === 'linux') return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
    return execFileSync('ps', ['-p', String(pid), '-o', 'args='], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
  } catch {
    return ''
  }
}

/** Waits until a condition holds, and returns whether it came to hold in time (ms). */
export async function until(condition: () => boolean, timeout: number): Promise<boolean> {
  const deadline = Date.now() + timeout
  for (let pause = 10; !condition(); pause = Math.min(pause * 1.5, 200)) {
    if (Date.now() > deadline) return false
    await new Promise((resolve) => setTimeout(resolve, pause))
  }
  return true
}

/** A port of the loopback that nothing listens on at the moment. */
export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve, reject) => probe.once('listening', resolve).once('error', reject))
  const address = probe.address()
  await new Promise((resolve) => probe.close(resolve))
  return typeof address === 'object' && address ? address.port : 0
}
