/** The site as `npm start` runs it, in real processes: what a person or a machine does to it, it gets over. */
import { execFileSync, spawn } from 'node:child_process'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { commandLine, until } from '../../apps/standalone/processes.ts'
import { run } from '../cli/run.ts'
import { launchSite, type SiteRun } from '../support/site.ts'

const root = path.resolve(import.meta.dirname, '../..')

const isHealthy = async (site: SiteRun) => {
  try {
    return (await fetch(`${site.url}/api/health`, { signal: AbortSignal.timeout(2_000) })).status === 200
  } catch {
    return false
  }
}
const becomesHealthy = (site: SiteRun) => expect.poll(() => isHealthy(site), { timeout: 60_000, interval: 200 }).toBe(true)

/** The process ids of those whose command line holds a text. */
function pidsOf(text: string): number[] {
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0 && commandLine(pid).includes(text))
}
const childrenOf = (pid: number) =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number)
/** The process of one part of a site. */
const partOf = (site: SiteRun, file: string) =>
  childrenOf(site.process.pid as number).find((pid) => commandLine(pid).includes(file)) as number
const postgresOf = (site: SiteRun) =>
  Number(readFileSync(path.join(site.dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0])
const everyPart = (site: SiteRun) => [...childrenOf(site.process.pid as number), postgresOf(site)]

describe('a site that runs', () => {
  let site: SiteRun
  beforeAll(async () => {
    site = await launchSite()
    await site.printed(`Speedcell is ready: ${site.url}`)
  })
  afterAll(async () => {
    await site.stop()
  })

  test('serves the API and the pages on one port', async () => {
    await becomesHealthy(site)
    const page = await fetch(site.url, { headers: { accept: 'text/html' } })
    expect(page.status).toBe(200)
    expect(await page.text()).toContain('<html')
  })

  test('keeps its secrets to its owner, and its database to who has the password', async () => {
    for (const file of ['secret', 'postgres-password', 'postgres.log'])
      expect(statSync(path.join(site.dataDir, file)).mode & 0o077).toBe(0)
    const access = readFileSync(path.join(site.dataDir, 'postgres/pg_hba.conf'), 'utf8')
      .split('\n')
      .filter((line) => /^(local|host)/.test(line))
    expect(access.length).toBeGreaterThan(0)
    for (const line of access) expect(line).toMatch(/scram-sha-256$/)
  })

  test('does not warn on the loopback', () => {
    expect(site.output()).not.toContain('Warning')
  })

  test('is the only one on its data folder', async () => {
    const second = await launchSite({ DATA_DIR: site.dataDir })
    expect(await second.ended).toBe(1)
    expect(second.output().trim()).toBe(`Speedcell is already running (pid ${site.process.pid}) at ${site.url}`)
    await becomesHealthy(site)
  })

  test('is the only one on its port', async () => {
    const port = new URL(site.url).port
    const second = await launchSite({ PORT: port })
    expect(await second.ended).toBe(1)
    expect(second.output().trim()).toBe(`Port ${port} on 127.0.0.1 is taken by another program: stop that one, or set PORT.`)
    await second.stop()
  })

  test('has its database found by the command line', async () => {
    const { code, stdout, stderr } = await run(['rebuild', 'leaderboard'], '', { DATABASE_URL: '', DATA_DIR: site.dataDir })
    expect([code, stderr]).toEqual([0, ''])
    expect(JSON.parse(stdout)).toEqual({ subject: 'leaderboard', entries: 0, mended: 0 })
  })

  test('starts its database again when that is killed, and the others go on with it', async () => {
    const [pid, api, worker] = [postgresOf(site), partOf(site, 'apps/api/main.ts'), partOf(site, 'apps/worker/main.ts')]
    process.kill(pid, 'SIGKILL')
    await expect.poll(() => site.output(), { timeout: 60_000 }).toContain('the database ended, and is started again')
    await becomesHealthy(site)
    expect(postgresOf(site)).not.toBe(pid)
    expect([partOf(site, 'apps/api/main.ts'), partOf(site, 'apps/worker/main.ts')]).toEqual([api, worker])
  })

  test.each(['apps/api/main.ts', 'apps/worker/main.ts'])('starts %s again when it is killed', async (file) => {
    const pid = partOf(site, file)
    process.kill(pid, 'SIGKILL')
    await expect
      .poll(() => partOf(site, file), { timeout: 60_000 })
      .toSatisfy((next?: number) => next !== undefined && next !== pid)
    await becomesHealthy(site)
  })
})

describe('a site that ends', () => {
  let site: SiteRun
  afterEach(async () => {
    await site.stop()
  })

  test.each(['SIGINT', 'SIGTERM'] as const)('on %s stops all of its processes, and leaves nothing to mend', async (signal) => {
    site = await launchSite()
    await site.printed('Speedcell is ready')
    const parts = everyPart(site)
    expect(parts.length).toBeGreaterThanOrEqual(3)
    site.process.kill(signal)
    expect(await site.ended).toBe(0)
    expect(parts.map(commandLine)).toEqual(parts.map(() => ''))
    expect(readdirSync(site.dataDir)).not.toContain('running')
    expect(readFileSync(path.join(site.dataDir, 'postgres.log'), 'utf8')).toMatch(/database system is shut down\s*$/)
  })

  test('by kill -9 takes all of its processes with it, and the next start goes on', async () => {
    site = await launchSite()
    await site.printed('Speedcell is ready')
    const parts = everyPart(site)
    site.process.kill('SIGKILL')
    await site.ended
    expect(await until(() => parts.every((pid) => commandLine(pid) === ''), 30_000)).toBe(true)
    site = await launchSite({ DATA_DIR: site.dataDir })
    await site.printed('Speedcell is ready')
    await becomesHealthy(site)
  })

  test('by kill -9 of everything at once is no worse', async () => {
    site = await launchSite()
    await site.printed('Speedcell is ready')
    const parts = everyPart(site)
    for (const pid of [site.process.pid as number, ...parts]) process.kill(pid, 'SIGKILL')
    await site.ended
    site = await launchSite({ DATA_DIR: site.dataDir })
    await site.printed('Speedcell is ready')
    await becomesHealthy(site)
  })

  test('when the npm that started it is told to end', async () => {
    site = await launchSite() // for a folder and a port of its own
    await site.printed('Speedcell is ready')
    await site.stop({ keepData: true })
    const npm = spawn('npm', ['start'], {
      cwd: root,
      env: { ...process.env, DATA_DIR: site.dataDir, PORT: new URL(site.url).port, DATABASE_URL: '', LOG_LEVEL: 'warn' },
      stdio: ['ignore', 'pipe', 'inherit'],
      detached: true,
    })
    await new Promise<void>((resolve) =>
      npm.stdout.setEncoding('utf8').on('data', (text: string) => text.includes('is ready') && resolve()),
    )
    const main = Number(readFileSync(path.join(site.dataDir, 'running'), 'utf8').split(' ')[0])
    const parts = [main, ...childrenOf(main), postgresOf(site)]
    npm.kill('SIGTERM')
    expect(await until(() => parts.every((pid) => commandLine(pid) === ''), 30_000)).toBe(true)
  })
})

describe('a start that cannot be', () => {
  test.each<[what: string, settings: Record<string, string>, code: number, line: RegExp]>([
    [
      'a bad setting',
      { SITE_TIMEZONE: 'Mars/Olympus' },
      2,
      /^SITE_TIMEZONE is "Mars\/Olympus": it must be an IANA time zone such as Europe\/Berlin\.$/,
    ],
    ['a short secret', { SECRET: 'hush' }, 2, /^SECRET is too short \(not shown\): it must have at least 32 characters\.$/],
    [
      'an address of another machine',
      { HOST: '192.0.2.1' },
      1,
      /^This machine cannot listen on 192\.0\.2\.1 \(EADDRNOTAVAIL\): set HOST to one of its addresses\.$/,
    ],
    [
      'a database that is not there',
      { DATABASE_URL: 'postgresql://me:hush@127.0.0.1:1/speedcell' },
      1,
      /^The database cannot be used: .*ECONNREFUSED 127\.0\.0\.1:1\. See DATABASE_URL\.$/,
    ],
  ])('says so in one line: %s', async (_what, settings, code, line) => {
    const site = await launchSite(settings)
    expect(await site.ended).toBe(code)
    expect(site.output().trim()).toMatch(line)
    expect(site.output()).not.toContain('hush')
    await site.stop()
  })

  test('is said in one line by an old Node.js, too', () => {
    const code = `Object.defineProperty(process.versions, 'node', { value: '18.0.0' }); require('node:fs').existsSync = () => false; require('./scripts/run.cjs')`
    const run = () => execFileSync(process.execPath, ['-e', code], { cwd: root, stdio: 'pipe', encoding: 'utf8' })
    expect(run).toThrow(/Node\.js 26 or newer is needed \(this is 18\.0\.0\), and none came with the install: run npm ci\./)
  })
})

describe('how it can be reached and what it uses', () => {
  const sites: SiteRun[] = []
  const launch = async (settings?: Record<string, string>) => {
    const site = await launchSite(settings)
    sites.push(site)
    return site
  }
  afterEach(async () => {
    for (const site of sites.splice(0).reverse()) await site.stop()
  })

  test('other machines are let in with a warning, unless the address is one of https', async () => {
    const open = await launch({ HOST: '0.0.0.0' })
    await open.printed('Speedcell is ready')
    expect(open.output()).toContain('Warning: other machines can reach 0.0.0.0')
    await open.stop({ keepData: true })
    const proxied = await launch({ HOST: '0.0.0.0', PUBLIC_ORIGIN: 'https://cards.example', DATA_DIR: open.dataDir })
    await proxied.printed('Speedcell is ready: https://cards.example')
    expect(proxied.output()).not.toContain('Warning')
  })

  test('with DATABASE_URL that database is used, and none is made', async () => {
    const other = await launch()
    await other.printed('Speedcell is ready')
    const password = readFileSync(path.join(other.dataDir, 'postgres-password'), 'utf8').trim()
    const port = readFileSync(path.join(other.dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[3]
    const site = await launch({ DATABASE_URL: `postgresql://speedcell:${password}@127.0.0.1:${port}/speedcell` })
    await site.printed('Speedcell is ready')
    await becomesHealthy(site)
    expect(readdirSync(site.dataDir).sort()).toEqual(['running', 'secret'])
    expect(pidsOf(site.dataDir)).toEqual([])
  })
})
