import { fileURLToPath } from 'node:url'
import { defineConfig } from 'prisma/config'

// Prisma's CLI would download a native engine: prisma/schema-engine.mjs stands in for it.
process.env.PRISMA_SCHEMA_ENGINE_BINARY ??= fileURLToPath(new URL('./prisma/schema-engine.mjs', import.meta.url))

export default defineConfig({
  schema: 'prisma/schema.prisma',
  migrations: { path: 'prisma/migrations' },
  // Read by `prisma migrate …` only. The address is that of no database in particular: `prisma generate` wants one to be there.
  datasource: { url: process.env.DATABASE_URL || 'postgresql://localhost/speedcell' },
})
