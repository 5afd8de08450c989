/**
 * `npm test [-- ARGS]`: every test, or those that the arguments choose (they go to Vitest: names of files, `--project unit`,
 * `-t WORDS`). The last line is `N passed, N failed`; the exit code is 0 if nothing failed.
 */
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { buildClient, buildPages } from '../apps/standalone/build.ts'
import type { Total } from '../tests/support/total.ts'

const root = path.resolve(import.meta.dirname, '..')
const args = process.argv.slice(2)

await buildClient(console.log)
// The pages' own tests need what the build makes of the messages. Who chooses a test of something else does not wait for it.
if (args.length === 0 || args.some((arg) => /web|e2e|house/.test(arg))) await buildPages(console.log)

const folder = mkdtempSync(path.join(tmpdir(), 'speedcell-total-'))
const totalFile = path.join(folder, 'total.json')
const manifest = createRequire(import.meta.url).resolve('vitest/package.json')
const vitest = spawn(
  process.execPath,
  [path.join(path.dirname(manifest), 'vitest.mjs'), 'run', '--reporter=default', '--reporter=./tests/support/total.ts', ...args],
  { cwd: root, stdio: 'inherit', env: { ...process.env, TOTAL_FILE: totalFile } },
)
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => vitest.kill(signal))
const exitCode = await new Promise<number>((resolve) => vitest.once('close', (code) => resolve(code ?? 1)))

const { passed, failed } = readTotal()
rmSync(folder, { recursive: true })
console.log(`${passed} passed, ${failed} failed`)
process.exitCode = failed > 0 ? 1 : exitCode

function readTotal(): Total {
  try {
    const total: Total = JSON.parse(readFileSync(totalFile, 'utf8'))
    return { ...total, failed: total.failed || (exitCode === 0 ? 0 : 1) }
  } catch {
    return { passed: 0, failed: 1 } // Vitest did not even begin
  }
}
