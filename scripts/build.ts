/** `npm run build`: Prisma's client and the pages, where they are older than what they are made from. `npm start` does it by itself. */
import { buildClient, buildPages } from '../apps/standalone/build.ts'

await buildClient(console.log)
await buildPages(console.log)
