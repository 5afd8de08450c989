/**
 * Measures what should stay fast: `npm run bench` runs all of scripts/bench/, `npm run bench -- replay` those named.
 * The figures are for people: they are printed as text, and nothing is judged by them.
 */
const BENCHES: Readonly<Record<string, () => Promise<{ run: () => void | Promise<void> }>>> = {
  hints: () => import('./bench/hints.ts'),
  leaderboard: () => import('./bench/leaderboard.ts'),
  replay: () => import('./bench/replay.ts'),
  solver: () => import('./bench/solver.ts'),
  short: () => import('./bench/short.ts'),
}

const wanted = process.argv.slice(2)
const unknown = wanted.filter((name) => !Object.hasOwn(BENCHES, name))
if (unknown.length > 0) {
  console.error(`There is no bench ${unknown.join(', ')}. There are: ${Object.keys(BENCHES).join(', ')}`)
  process.exit(2)
}
for (const [name, load] of Object.entries(BENCHES)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue
  console.log(`# ${name}`)
  const { run } = await load()
  await run()
}
