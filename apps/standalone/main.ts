/** `npm start`: the whole site in one command, with its own database, on one port. */
import path from 'node:path'
import { buildClient, buildPages } from './build.ts'

const say = (line: string) => console.log(`Speedcell: ${line}`)
try {
  await buildClient(say) // before what imports it
} catch (error) {
  console.error((error as Error).message)
  process.exit(1)
}
const { configOrExit } = await import('@speedcell/services/core')
const { runSite } = await import('./site.ts')

const config = configOrExit()
const apps = path.resolve(import.meta.dirname, '..')

await runSite(config, {
  prepare: buildPages,
  parts: (given) => {
    const env = { ...given, NODE_ENV: 'production' }
    return [
      { name: 'API', file: path.join(apps, 'api/main.ts'), env },
      { name: 'worker', file: path.join(apps, 'worker/main.ts'), env },
    ]
  },
})
