/** The site as `npm start` runs it, on a port and a data folder of its own. It is noon there. */
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { freePort } from '../../apps/standalone/processes.ts'
import { zoneOfNoon } from './noon.ts'

const ROOT = path.resolve(import.meta.dirname, '../..')

export interface SiteRun {
  /** `http://localhost:…` */
  readonly url: string
  readonly dataDir: string
  readonly process: ChildProcess
  /** Everything that it has printed so far. */
  output(): string
  /** Resolves with the exit code (or the signal's name) when it has ended. */
  readonly ended: Promise<number | string>
  /** Waits until it has printed a text. Throws, with all that it printed, if it ends before. */
  printed(text: string): Promise<void>
  /** Stops it as `kill` does, waits for its end, and removes the data folder unless it is to stay. */
  stop(options?: { keepData?: boolean }): Promise<number | string>
}

/** Starts the site without waiting; `printed('is ready')` waits. */
export async function launchSite(settings: Record<string, string> = {}): Promise<SiteRun> {
  const dataDir = settings.DATA_DIR ?? mkdtempSync(path.join(tmpdir(), 'speedcell-site-'))
  const port = settings.PORT ?? String(await freePort())
  const env = {
    ...process.env,
    LOG_LEVEL: 'warn',
    DATABASE_URL: '',
    SECRET: '',
    PUBLIC_ORIGIN: '',
    SITE_TIMEZONE: zoneOfNoon(),
    ...settings,
    DATA_DIR: dataDir,
    PORT: port,
  }
  const site = spawn(process.execPath, [path.join(ROOT, 'apps/standalone/main.ts')], {
    cwd: ROOT,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  const listeners = new Set<() => void>()
  for (const stream of [site.stdout, site.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
      for (const listener of listeners) listener()
    })
  const ended = new Promise<number | string>((resolve) => site.once('close', (code, signal) => resolve(code ?? signal ?? '')))
  return {
    url: `http://localhost:${port}`,
    dataDir,
    process: site,
    output: () => output,
    ended,
    printed: (text) =>
      new Promise((resolve, reject) => {
        const check = () => {
          if (!output.includes(text)) return
          listeners.delete(check)
          resolve()
        }
        listeners.add(check)
        check()
        void ended.then((code) => reject(new Error(`The site ended (${code}) before it said "${text}":\n${output}`)))
      }),
    async stop({ keepData = false } = {}) {
      site.kill('SIGTERM')
      const code = await ended
      if (!keepData) rmSync(dataDir, { recursive: true, force: true })
      return code
    },
  }
}
