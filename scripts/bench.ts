/**
 * Measures what should stay fast: `npm run bench` runs every file of scripts/bench/, `npm run bench -- replay` those named.
 * Figures are for people, so they are printed as text and nothing is judged by them.
 */
import { readdirSync } from 'node:fs'

/** What a file of scripts/bench/ exports as `run`: it measures, and prints as it goes. */
export type Bench = () => void | Promise<void>

const folder = new URL('./bench/', import.meta.url)
const known = readdirSync(folder)
  .filter((file) => file.endsWith('.ts'))
  .map((file) => file.slice(0, -'.ts'.length))
const wanted = process.argv.slice(2)
const unknown = wanted.filter((name) => !known.includes(name))
if (unknown.length > 0) {
  console.error(`There is no bench ${unknown.join(', ')}. There are: ${known.join(', ')}`)
  process.exit(2)
}
for (const name of wanted.length > 0 ? wanted : known) {
  console.log(`# ${name}`)
  const { run }: { run: Bench } = await import(new URL(`${name}.ts`, folder).href)
  await run()
}
