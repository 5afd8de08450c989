/**
 * What is made from the sources before anything can start: Prisma's client and the pages. Each is made again only if what it is
 * made from has changed, by a digest that is kept beside it.
 */
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { takeTurn } from './turn.ts'

const ROOT = path.resolve(import.meta.dirname, '../..')
const DIGEST = 'sources.sha256'

interface Product {
  /** What is said while it is being made. */
  readonly name: string
  readonly folder: string
  /** Files and folders that it is made from. */
  readonly sources: readonly string[]
  /** The program that makes it: a package, and arguments for its command. */
  readonly program: { readonly package: string; readonly from: string; readonly args: readonly string[] }
}

const CLIENT: Product = {
  name: 'the database client',
  folder: 'prisma/generated',
  sources: ['prisma/schema.prisma', 'prisma.config.ts', 'package-lock.json'],
  program: { package: 'prisma', from: '.', args: ['generate'] },
}

const PAGES: Product = {
  name: 'the pages',
  folder: 'apps/web/build',
  sources: ['apps/web', 'shared', 'package-lock.json'],
  program: { package: 'vite', from: 'apps/web', args: ['build', '--logLevel', 'warn'] },
}

/** Names within `sources` that are made, not written; the last three by inlang, beside its settings, at the first build. */
const MADE = new Set(['node_modules', 'build', '.svelte-kit', 'paraglide', '.gitignore', '.meta.json', 'README.md'])

/** Makes Prisma's client, if the schema has changed. Throws if that fails. */
export function buildClient(say: (line: string) => void): Promise<void> {
  return build(CLIENT, say)
}

/** Builds the pages, if anything that they are made from has changed. Throws if that fails. */
export function buildPages(say: (line: string) => void): Promise<void> {
  return build(PAGES, say)
}

async function build(product: Product, say: (line: string) => void): Promise<void> {
  const folder = path.join(ROOT, product.folder)
  const digestFile = path.join(folder, DIGEST)
  const digest = digestOf(product.sources)
  const isFresh = () => existsSync(digestFile) && readFileSync(digestFile, 'utf8') === digest
  if (isFresh()) return
  // Nobody else makes the same product meanwhile.
  const release = await takeTurn(path.join(ROOT, 'node_modules/.cache/speedcell', `${product.program.package}.pid`))
  try {
    if (isFresh()) return // made by whoever had the turn before
    say(`building ${product.name}${existsSync(folder) ? '' : ' (first start)'} …`)
    await run(product)
    writeFileSync(digestFile, digest)
  } finally {
    release()
  }
}

function run(product: Product): Promise<void> {
  const cwd = path.join(ROOT, product.program.from)
  const manifest = createRequire(path.join(cwd, 'package.json')).resolve(`${product.program.package}/package.json`)
  const bin: string | Record<string, string> = JSON.parse(readFileSync(manifest, 'utf8')).bin
  const command = path.join(path.dirname(manifest), typeof bin === 'string' ? bin : (bin[product.program.package] ?? ''))
  // Tools of the build call `node`: they get this one, whatever the host's is.
  const env = {
    ...process.env,
    PATH: `${path.dirname(process.execPath)}${path.delimiter}${process.env.PATH}`,
    NODE_ENV: 'production',
  }
  return new Promise((resolve, reject) => {
    const builder = spawn(process.execPath, [command, ...product.program.args], { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    for (const stream of [builder.stdout, builder.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text
      })
    builder.once('error', reject)
    builder.once('close', (code) =>
      code === 0 ? resolve() : reject(new Error(`${output.trim()}\nBuilding ${product.name} failed; see above.`)),
    )
  })
}

function digestOf(sources: readonly string[]): string {
  const hash = createHash('sha256')
  for (const source of sources)
    for (const file of filesOf(source))
      hash.update(`${file}\0`).update(
        createHash('sha256')
          .update(readFileSync(path.join(ROOT, file)))
          .digest(),
      )
  return hash.digest('hex')
}

/** The files at or under a path, in an order that does not depend on the machine. */
function filesOf(source: string): string[] {
  const folder = path.join(ROOT, source)
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter((entry) => !MADE.has(entry.name) && !entry.name.endsWith('.test.ts'))
      .sort((a, b) => (a.name < b.name ? -1 : 1))
      .flatMap((entry) => (entry.isDirectory() ? filesOf(`${source}/${entry.name}`) : [`${source}/${entry.name}`]))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOTDIR') return [source]
    throw error
  }
}
