/**
 * `npm run test:redis [-- ARGS]`: the tests of what Redis takes over from PostgreSQL, on a Redis. It needs the program
 * `redis-server`. The last line is `N passed, N failed`; the exit code is 0 if nothing failed.
 */
import { spawnSync } from 'node:child_process'
import { buildClient, buildPages } from '../apps/standalone/build.ts'
import { runTests } from './test/run.ts'

if (spawnSync('redis-server', ['--version'], { stdio: 'ignore' }).error) {
  console.error('redis-server is not installed, and these tests start one: apt-get install redis-server, or brew install redis.')
  console.log('0 passed, 1 failed')
  process.exit(1)
}
await buildClient(console.log)
await buildPages(console.log)
process.exitCode = await runTests(process.argv.slice(2), { TEST_BACKEND: 'redis' })
