/**
 * `npm test [-- ARGS]`: every test, or those that the arguments choose (they go to Vitest: names of files, `--project unit`,
 * `-t WORDS`). The last line is `N passed, N failed`; the exit code is 0 if nothing failed.
 */
import { buildClient, buildPages } from '../apps/standalone/build.ts'
import { runTests } from './test/run.ts'

const args = process.argv.slice(2)

await buildClient(console.log)
// The pages' own tests need what the build makes of the messages. Who chooses a test of something else does not wait for it.
if (args.length === 0 || args.some((arg) => /web|e2e|house/.test(arg))) await buildPages(console.log)
process.exitCode = await runTests(args)
