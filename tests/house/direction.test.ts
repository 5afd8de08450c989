import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'

const root = path.resolve(import.meta.dirname, '../..')

/** A tree of the same shape, in which each of these files has one import that its rule forbids, or that none does. */
const IMPORTS: [rule: string | undefined, file: string, from: string][] = [
  ['engine-stands-alone', 'shared/engine/a.ts', 'zod'],
  ['engine-stands-alone', 'shared/engine/b.ts', 'node:fs'],
  ['engine-stands-alone', 'shared/engine/c.ts', '@speedcell/shared/solver'],
  ['solver-on-engine', 'shared/solver/a.ts', '@speedcell/shared/contracts'],
  ['contracts-on-engine-and-zod', 'shared/contracts/a.ts', '@speedcell/shared/solver'],
  ['contracts-on-engine-and-zod', 'shared/contracts/b.ts', '@speedcell/services/core'],
  ['prisma-knows-no-one', 'prisma/a.ts', '@speedcell/shared/engine'],
  ['services-below-apps', 'services/core/a.ts', '../../apps/api/index.ts'],
  ['by-the-door', 'services/runs/a.ts', '../core/inner.ts'],
  ['by-the-door', 'services/runs/b.ts', '../../shared/engine/inner.ts'],
  ['apps-by-the-door', 'apps/api/a.ts', '../../services/core/inner.ts'],
  ['apps-by-the-door', 'apps/api/c.ts', '../../shared/solver/pools/inner.ts'],
  ['web-sees-shared-only', 'apps/web/src/a.ts', '@speedcell/services/core'],
  ['web-sees-shared-only', 'apps/web/src/page.svelte', '@speedcell/services/core'],
  ['cli-asks-services', 'apps/cli/a.ts', '../../prisma/a.ts'],
  ['apps-apart', 'apps/api/b.ts', '../worker/index.ts'],
  ['product-without-tests', 'services/core/b.ts', '../../tests/support/index.ts'],
  ['no-unresolvable', 'services/core/c.ts', './missing.ts'],
  [undefined, 'shared/solver/good.ts', '@speedcell/shared/engine'],
  [undefined, 'shared/contracts/good.ts', 'zod'],
  [undefined, 'services/runs/good.ts', '@speedcell/services/core'],
  [undefined, 'apps/api/good.ts', '@speedcell/services/core'],
  [undefined, 'apps/cli/good.ts', '@speedcell/services/core'],
  [undefined, 'apps/api/good-too.ts', '@speedcell/shared/solver/pools'],
  [undefined, 'apps/web/src/good.ts', '@speedcell/shared/contracts'],
  [undefined, 'apps/standalone/good.ts', '../api/index.ts'],
  [undefined, 'tests/good.ts', '../apps/api/index.ts'],
]

let folder: string
let violations: { from: string; to: string; rule: { name: string } }[]

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'speedcell-direction-'))
  const write = (file: string, text: string) => {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true })
    writeFileSync(path.join(folder, file), text)
  }
  for (const file of [
    'shared/package.json',
    'services/package.json',
    'prisma/package.json',
    'package.json',
    'tsconfig.json',
    '.dependency-cruiser.cjs',
  ]) {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true })
    cpSync(path.join(root, file), path.join(folder, file))
  }
  mkdirSync(path.join(folder, 'node_modules/@speedcell'), { recursive: true })
  for (const name of ['shared', 'services', 'prisma'])
    symlinkSync(`../../${name}`, path.join(folder, 'node_modules/@speedcell', name))
  symlinkSync(path.join(root, 'node_modules/svelte'), path.join(folder, 'node_modules/svelte'))
  write('node_modules/zod/package.json', '{ "name": "zod", "main": "index.js" }')
  write('node_modules/zod/index.js', '')
  for (const door of [
    'shared/engine',
    'shared/solver',
    'shared/solver/pools',
    'shared/contracts',
    'services/core',
    'apps/api',
    'apps/worker',
    'tests/support',
  ])
    write(`${door}/index.ts`, 'export const here = 1\n')
  for (const inner of ['shared/engine', 'shared/solver/pools', 'services/core'])
    write(`${inner}/inner.ts`, 'export const here = 1\n')
  write('shared/engine/ring-1.ts', "import './ring-2.ts'\n")
  write('shared/engine/ring-2.ts', "import './ring-1.ts'\n")
  for (const [, file, from] of IMPORTS) {
    const line = `import * as it from '${from}'\nexport const used = it\n`
    write(file, file.endsWith('.svelte') ? `<script lang="ts">\n${line}</script>\n` : line)
  }
  const program = path.join(root, 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs')
  const args = [program, '--config', '.dependency-cruiser.cjs', '-T', 'json', 'apps', 'prisma', 'services', 'shared', 'tests']
  const { stdout } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8', maxBuffer: 1e8 })
  violations = JSON.parse(stdout).summary.violations
})
afterAll(() => rmSync(folder, { recursive: true }))

const rulesBrokenBy = (file: string) => violations.filter(({ from }) => from === file).map(({ rule }) => rule.name)

test.each(IMPORTS.filter(([rule]) => rule))('%s: %s may not import %s', (rule, file) => {
  expect(rulesBrokenBy(file)).toContain(rule)
})

test.each(IMPORTS.filter(([rule]) => !rule).map(([, file, from]) => [file, from]))('%s may import %s', (file) => {
  expect(rulesBrokenBy(file)).toEqual([])
})

test('no-cycles: two files may not import each other', () => {
  expect(rulesBrokenBy('shared/engine/ring-1.ts')).toContain('no-cycles')
})

test('every rule is tried here', () => {
  const { forbidden } = createRequire(import.meta.url)(path.join(root, '.dependency-cruiser.cjs'))
  const tried = new Set(violations.map(({ rule }) => rule.name))
  expect(forbidden.map(({ name }: { name: string }) => name).filter((name: string) => !tried.has(name))).toEqual([])
})
