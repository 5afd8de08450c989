import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { siteSecret } from './secret.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'speedcell-secret-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

test('a secret that is set is used, and nothing is written', () => {
  expect(siteSecret({ secret: 'x'.repeat(32), dataDir: folder })).toBe('x'.repeat(32))
  expect(readdirSync(folder)).toEqual([])
})

test('else one is made once, for its owner only', () => {
  const dataDir = path.join(folder, 'data')
  const secret = siteSecret({ secret: undefined, dataDir })
  expect(secret).toMatch(/^[\w-]{43}$/)
  expect(siteSecret({ secret: undefined, dataDir })).toBe(secret)
  expect(readdirSync(dataDir)).toEqual(['secret'])
  expect(statSync(path.join(dataDir, 'secret')).mode & 0o777).toBe(0o600)
})

test('two folders have two secrets', () => {
  const other = path.join(folder, 'other')
  expect(siteSecret({ secret: undefined, dataDir: other })).not.toBe(siteSecret({ secret: undefined, dataDir: folder }))
})
