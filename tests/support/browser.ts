import { existsSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Browser, chromium } from 'playwright-core'

const SYSTEM_BROWSERS = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

// No sandbox: Chromium's does not work for root. No network of its own.
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-dev-shm-usage',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** A headless Chromium: the one that CHROMIUM_PATH names, or the system's, or else the one in the npm package. */
export async function launchBrowser(): Promise<Browser> {
  const found = [process.env.CHROMIUM_PATH, ...SYSTEM_BROWSERS].find((file) => file && existsSync(file))
  return chromium.launch({ executablePath: found ?? (await packagedBrowser()), args: FLAGS })
}

// Made for machines without a desktop's libraries; brings the few that it needs.
async function packagedBrowser(): Promise<string> {
  const { default: packaged, inflate } = await import('@sparticuz/chromium')
  const folder = path.join(path.dirname(fileURLToPath(import.meta.resolve('@sparticuz/chromium'))), '..', 'bin')
  const libraries = path.join(await inflate(path.join(folder, 'al2023.tar.br')), 'lib')
  process.env.LD_LIBRARY_PATH = [libraries, process.env.LD_LIBRARY_PATH].filter(Boolean).join(path.delimiter)
  return packaged.executablePath(folder)
}
