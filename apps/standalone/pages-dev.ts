/** Vite's development server for the pages, as a part of the site: they change in the browser as one edits. */
import { createServer } from 'vite'

const server = await createServer({
  root: process.cwd(),
  server: { host: process.env.HOST ?? '127.0.0.1', port: Number(process.env.PORT), strictPort: true },
})
await server.listen()
process.send?.({ ready: true })

const stop = async () => {
  await server.close()
  process.exit()
}
process.once('SIGTERM', stop)
process.once('disconnect', stop)
