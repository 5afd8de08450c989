import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Total } from '../../tests/support/total.ts'

const root = path.resolve(import.meta.dirname, '../..')

/**
 * Runs tests with Vitest, which gets the arguments, and prints `N passed, N failed` as the last line. Returns the exit code: 0 if
 * nothing failed.
 */
export async function runTests(args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<number> {
  const folder = mkdtempSync(path.join(tmpdir(), 'speedcell-total-'))
  const totalFile = path.join(folder, 'total.json')
  const manifest = createRequire(import.meta.url).resolve('vitest/package.json')
  const vitest = spawn(
    process.execPath,
    [
      path.join(path.dirname(manifest), 'vitest.mjs'),
      'run',
      '--reporter=default',
      '--reporter=./tests/support/total.ts',
      ...args,
    ],
    { cwd: root, stdio: 'inherit', env: { ...process.env, ...env, TOTAL_FILE: totalFile } },
  )
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => vitest.kill(signal))
  const exitCode = await new Promise<number>((resolve) => vitest.once('close', (code) => resolve(code ?? 1)))

  const { passed, failed } = readTotal(totalFile, exitCode)
  rmSync(folder, { recursive: true })
  console.log(`${passed} passed, ${failed} failed`)
  return failed > 0 ? 1 : exitCode
}

function readTotal(file: string, exitCode: number): Total {
  try {
    const total: Total = JSON.parse(readFileSync(file, 'utf8'))
    return { ...total, failed: total.failed || (exitCode === 0 ? 0 : 1) }
  } catch {
    return { passed: 0, failed: 1 } // Vitest did not even begin
  }
}
