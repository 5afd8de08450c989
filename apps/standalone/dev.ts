/** `npm run dev`: the site as one edits it. The pages change in the browser; API and worker start anew when a file of theirs does. */
import { watch } from 'node:fs'
import path from 'node:path'
import { buildClient } from './build.ts'
import { freePort } from './processes.ts'

const say = (line: string) => console.log(`Speedcell: ${line}`)
const schema = path.resolve(import.meta.dirname, '../../prisma/schema.prisma')
await rebuildClient()
watch(path.dirname(schema), (_event, file) => {
  if (file === path.basename(schema)) void rebuildClient()
})

const { configOrExit } = await import('@speedcell/services/core')
const { apiOrigin } = await import('../api/api-origin.ts')
const { runSite } = await import('./site.ts')

const config = configOrExit()
const apps = path.resolve(import.meta.dirname, '..')
const apiAddress = { host: '127.0.0.1', port: await freePort() }

await runSite(config, {
  prepare: async () => {},
  parts: (given) => {
    const env = { ...given, NODE_ENV: 'development', API_ORIGIN: apiOrigin(apiAddress) }
    const nodeOptions = ['--watch', '--watch-preserve-output']
    return [
      {
        name: 'API',
        file: path.join(apps, 'api/main.ts'),
        env: { ...env, HOST: apiAddress.host, PORT: `${apiAddress.port}` },
        nodeOptions,
      },
      { name: 'worker', file: path.join(apps, 'worker/main.ts'), env, nodeOptions },
      {
        name: 'server of the pages',
        file: path.join(apps, 'standalone/pages-dev.ts'),
        env: { ...env, HOST: config.host, PORT: `${config.port}` },
        cwd: path.join(apps, 'web'),
      },
    ]
  },
})

async function rebuildClient(): Promise<void> {
  try {
    await buildClient(say)
  } catch (error) {
    console.error((error as Error).message)
  }
}
