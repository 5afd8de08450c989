import type { Database, Logger, Redis } from '../core/index.ts'

/** What a process needs, and whether it is there. */
export interface Readiness {
  readonly ready: boolean
  readonly parts: Readonly<Record<string, 'ok' | 'away'>>
}

interface Needs {
  readonly database: Pick<Database, '$queryRaw'>
  readonly redis?: Pick<Redis, 'ping'> | undefined
}

/** How long a part may take to answer before it counts as away, in milliseconds. */
const PATIENCE_MS = 2_000

/** A look at the database and, where there is one, at Redis. Whoever looks while another does gets the same answer. Never throws. */
export function createReadiness({ database, redis }: Needs, logger: Logger): () => Promise<Readiness> {
  const asked = {
    database: () => database.$queryRaw`SELECT 1`,
    ...(redis && { redis: () => redis.ping() }),
  }
  let looking: Promise<Readiness> | undefined

  async function look(): Promise<Readiness> {
    const answers = await Promise.all(
      Object.entries(asked).map(async ([name, ask]) => [name, (await answersInTime(name, ask)) ? 'ok' : 'away'] as const),
    )
    return { ready: answers.every(([, state]) => state === 'ok'), parts: Object.fromEntries(answers) }
  }

  async function answersInTime(name: string, ask: () => Promise<unknown>): Promise<boolean> {
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error(`no answer within ${PATIENCE_MS} ms`)), PATIENCE_MS)
    })
    try {
      await Promise.race([ask(), late])
      return true
    } catch (error) {
      logger.warn({ err: error, part: name }, 'not ready')
      return false
    } finally {
      clearTimeout(timer)
    }
  }

  return () => {
    looking ??= look().finally(() => {
      looking = undefined
    })
    return looking
  }
}
