/** What docker-compose.yml says, as far as the tests use it. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { parse } from 'yaml'
import { z } from 'zod'

export const ROOT = path.resolve(import.meta.dirname, '../..')
export const read = (file: string): string => readFileSync(path.join(ROOT, file), 'utf8')

const serviceSchema = z.object({
  image: z.string(),
  build: z.string().optional(),
  command: z.array(z.string()).optional(),
  restart: z.string(),
  ports: z.array(z.string()).default([]),
  environment: z.record(z.string(), z.string()).default({}),
  volumes: z.array(z.string()).default([]),
  depends_on: z.record(z.string(), z.object({ condition: z.string() })).default({}),
  deploy: z.object({ replicas: z.number() }).optional(),
  healthcheck: z.object({ test: z.array(z.string()) }),
  read_only: z.boolean().optional(),
})

const composeSchema = z.object({
  services: z.record(z.string(), serviceSchema),
  volumes: z.record(z.string(), z.null()),
})

export type ComposeService = z.infer<typeof serviceSchema>

/** docker-compose.yml, with `${NAME…}` as it is written. */
export const compose = composeSchema.parse(parse(read('docker-compose.yml'), { merge: true }))

/** One of its services. Throws if there is none of that name. */
export function serviceOf(name: string): ComposeService {
  const service = compose.services[name]
  if (!service) throw new Error(`docker-compose.yml has no service ${name}`)
  return service
}

/** An environment with what Compose would put for `${NAME}`, `${NAME:-default}` and `${NAME:?complaint}`. Throws as Compose would. */
export function filledIn(environment: Record<string, string>, given: Record<string, string>): Record<string, string> {
  const fill = (value: string): string =>
    value.replace(/\$\{(\w+)(?::([-?])([^}]*))?\}/g, (_, name: string, sort?: string, rest = '') => {
      const known = given[name] || (sort === '-' ? rest : '')
      if (sort === '?' && known === '') throw new Error(`${name} ${rest}`)
      return known
    })
  return Object.fromEntries(Object.entries(environment).map(([name, value]) => [name, fill(value)]))
}

/** The names of what Compose fills in, anywhere in the file. */
export const placeholders = (): Set<string> =>
  new Set([...read('docker-compose.yml').matchAll(/\$\{(\w+)/g)].map(([, name = '']) => name))

/** What has to be set before the site can be started, as somebody might. */
export const GIVEN = {
  POSTGRES_PASSWORD: 'honig',
  SECRET: 'a secret of these tests and no other',
  PUBLIC_ORIGIN: 'https://cards.example',
}
