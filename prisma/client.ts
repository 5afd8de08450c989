import { PrismaPg } from '@prisma/adapter-pg'
import { PrismaClient } from './generated/client.ts'

export * from './generated/client.ts'

/** A client over a pool of at most so many connections to one PostgreSQL. Connects when it is first asked something. */
export function createClient(url: string, max: number): PrismaClient {
  return new PrismaClient({ adapter: new PrismaPg({ connectionString: url, max }) })
}
