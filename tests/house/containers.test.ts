/** docker-compose.yml and Dockerfile against what they speak of: containers are not started here, processes.test.ts starts the same by hand. */
import { existsSync } from 'node:fs'
import path from 'node:path'
import { parseEnv } from 'node:util'
import { loadConfig, SETTINGS } from '@speedcell/services/core'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { compose, filledIn, GIVEN, placeholders, ROOT, read, serviceOf } from './compose.ts'

const manifest = JSON.parse(read('package.json')) as {
  scripts: Record<string, string>
  optionalDependencies: Record<string, string>
}
const OURS = ['api', 'worker'] as const
const configOf = (name: string) => loadConfig(filledIn(serviceOf(name).environment, GIVEN))

describe('docker-compose.yml', () => {
  test('has a proxy, APIs, workers, PostgreSQL and Redis, each looked after and started again', () => {
    expect(Object.keys(compose.services).sort()).toEqual(['api', 'caddy', 'postgres', 'redis', 'worker'])
    for (const { restart, healthcheck } of Object.values(compose.services)) {
      expect(restart).toBe('unless-stopped')
      expect(healthcheck.test[0]).toBe('CMD')
    }
    for (const name of OURS) expect(serviceOf(name).deploy?.replicas).toBeGreaterThanOrEqual(2)
  })

  test('is reached through the proxy alone, which passes all on to the APIs but what is not for players', () => {
    for (const [name, { ports }] of Object.entries(compose.services)) {
      expect(ports).toEqual(name === 'caddy' ? ['80:80', '443:443', '443:443/udp'] : [])
    }
    const caddyfile = read('Caddyfile')
    expect(caddyfile).toMatch(/^\{\$PUBLIC_ORIGIN\} \{$/m)
    expect(serviceOf('caddy').environment).toHaveProperty('PUBLIC_ORIGIN')
    expect(caddyfile).toMatch(/^\t\t\tname api\n\t\t\tport 3000$/m)
    expect(configOf('api').port).toBe(3000)
    expect(caddyfile).toMatch(/@probes path \/healthz \/readyz\n\trespond @probes 404/)
  })

  test.each(OURS)('%s has settings that there are, and that can be used', (name) => {
    const { environment } = serviceOf(name)
    const unknown = Object.keys(environment).filter((setting) => !SETTINGS.includes(setting))
    expect(unknown).toEqual([])
    const config = configOf(name)
    expect(config).toMatchObject({ host: '0.0.0.0', publicOrigin: GIVEN.PUBLIC_ORIGIN, secret: GIVEN.SECRET })
    // What is not set there is what a copy of .env.example says.
    expect(config).toMatchObject({ siteTimezone: loadConfig(parseEnv(read('.env.example'))).siteTimezone, logLevel: 'warn' })
    // The pages call their own API over the loopback, the proxy comes from a private network.
    expect(config.trustProxy).toEqual(['loopback', 'uniquelocal'])
  })

  test('does not start without what only the administrator knows', () => {
    for (const name of Object.keys(GIVEN)) {
      expect(() => filledIn(serviceOf('api').environment, { ...GIVEN, [name]: '' })).toThrow(`${name} must be set`)
    }
  })

  test('names nothing to fill in that .env.example or docs/operations.md do not explain', () => {
    const explained = new Set([...Object.keys(parseEnv(read('.env.example'))), 'POSTGRES_PASSWORD'])
    expect([...placeholders()].filter((name) => !explained.has(name))).toEqual([])
    for (const name of Object.keys(GIVEN)) expect(read('docs/operations.md')).toContain(`${name}=`)
  })

  test('leads API and worker to its own PostgreSQL and Redis', () => {
    const { environment } = serviceOf('postgres')
    for (const name of OURS) {
      const { databaseUrl = '', redisUrl = '' } = configOf(name)
      const url = new URL(databaseUrl)
      expect(url).toMatchObject({ hostname: 'postgres', port: '5432', password: GIVEN.POSTGRES_PASSWORD })
      expect(url.username).toBe(environment.POSTGRES_USER)
      expect(url.pathname).toBe(`/${environment.POSTGRES_DB}`)
      expect(new URL(redisUrl)).toMatchObject({ hostname: 'redis', port: '6379' })
    }
    expect(filledIn(environment, GIVEN).POSTGRES_PASSWORD).toBe(GIVEN.POSTGRES_PASSWORD)
  })

  test.each(OURS)('%s runs what its npm script runs, as an image of this folder', (name) => {
    const { command = [], build } = serviceOf(name)
    expect(build).toBe('.')
    expect(command[0]).toBe('node')
    expect(existsSync(path.join(ROOT, command[1] ?? ''))).toBe(true)
    expect(manifest.scripts[`start:${name}`]).toBe(`npm run build && node scripts/run.cjs ${command[1]}`)
    // Nothing is written but to /tmp.
    expect(serviceOf(name).read_only).toBe(true)
  })

  test.each([
    ['api', 'port'],
    ['worker', 'workerPort'],
  ] as const)('%s is asked for its health where it answers', (name, port) => {
    const [, node, probe = '', url] = serviceOf(name).healthcheck.test
    expect(node).toBe('node')
    expect(existsSync(path.join(ROOT, probe))).toBe(true)
    expect(url).toBe(`http://127.0.0.1:${configOf(name)[port]}/readyz`)
  })

  test('waits for what is needed to be well, and knows its volumes and files', () => {
    for (const [name, { depends_on, volumes }] of Object.entries(compose.services)) {
      for (const [other, { condition }] of Object.entries(depends_on)) {
        expect([name, Object.keys(compose.services)]).toEqual([name, expect.arrayContaining([other])])
        expect(condition).toBe('service_healthy')
      }
      for (const volume of volumes) {
        const [source = ''] = volume.split(':')
        if (source.startsWith('./')) expect(existsSync(path.join(ROOT, source))).toBe(true)
        else expect(Object.keys(compose.volumes)).toContain(source)
      }
    }
    for (const name of OURS) expect(Object.keys(serviceOf(name).depends_on).sort()).toEqual(['postgres', 'redis'])
  })

  test('has the PostgreSQL that npm start has, which sorts the same', () => {
    const embedded = JSON.parse(read('apps/standalone/package.json')).optionalDependencies as Record<string, string>
    for (const version of Object.values(embedded)) expect(serviceOf('postgres').image).toBe(`postgres:${version.split('.')[0]}`)
    const flags = serviceOf('postgres').environment.POSTGRES_INITDB_ARGS?.split(' ') ?? []
    expect(flags).toHaveLength(4)
    for (const flag of flags) expect(read('apps/standalone/embedded-postgres.ts')).toContain(`'${flag}'`)
  })

  test('keeps jobs in Redis, whatever happens to its memory', () => {
    expect(serviceOf('redis').command?.join(' ')).toContain('--appendonly yes --maxmemory-policy noeviction')
  })
})

describe('Dockerfile', () => {
  /** Its instructions, a line each. */
  const steps = read('Dockerfile')
    .replace(/\\\n\s*/g, '')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
  const argumentsOf = (instruction: string) =>
    steps.filter((line) => line.startsWith(`${instruction} `)).map((line) => line.slice(instruction.length + 1))

  test("is on the Node.js that npm ci brings, on a system whose C library is PostgreSQL's driver's and argon2's", () => {
    const [version] = Object.values(manifest.optionalDependencies)
    const images = argumentsOf('FROM').map((line) => line.split(' ')[0])
    expect(images).toHaveLength(2)
    for (const image of images) expect(image).toBe(`node:${version?.split('.')[0]}-bookworm-slim`)
  })

  test('builds what there is to build, and runs as an ordinary user', () => {
    const commands = argumentsOf('RUN').flatMap((line) => line.split(' && '))
    expect(commands.slice(0, 2)).toEqual(['npm ci', 'npm run build'])
    expect(manifest.scripts).toHaveProperty('build')
    const user = steps.findIndex((line) => line.startsWith('USER '))
    expect(argumentsOf('USER')).toEqual(['node'])
    expect(user).toBeGreaterThan(steps.findLastIndex((line) => /^(FROM|RUN|COPY) /.test(line)))
  })

  test("starts what docker-compose.yml starts as the API, at the API's port", () => {
    expect(argumentsOf('CMD').map((line) => parse(line))).toEqual([serviceOf('api').command])
    expect(argumentsOf('EXPOSE')).toEqual([String(configOf('api').port)])
  })

  test('is given neither secrets nor data nor what was built elsewhere', () => {
    const ignored = read('.dockerignore').split('\n')
    const own = ['.git', '.env', '.data', '**/node_modules', 'prisma/generated', 'apps/web/build']
    expect(ignored).toEqual(expect.arrayContaining(own))
  })
})
