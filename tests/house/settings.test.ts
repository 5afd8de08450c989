import { readFileSync } from 'node:fs'
import path from 'node:path'
import { parseEnv } from 'node:util'
import { loadConfig, SETTINGS } from '@speedcell/services/core'
import { expect, test } from 'vitest'

const root = path.resolve(import.meta.dirname, '../..')
const example = parseEnv(readFileSync(path.join(root, '.env.example'), 'utf8'))

test('.env.example names every setting, and nothing else', () => {
  expect(Object.keys(example).sort()).toEqual([...SETTINGS].sort())
})

test('.env.example holds the defaults', () => {
  expect(loadConfig(example)).toEqual(loadConfig({}))
  const withoutDefault = Object.keys(example).filter((name) => example[name] === '')
  expect(withoutDefault.sort()).toEqual(['DATABASE_URL', 'PUBLIC_ORIGIN', 'REDIS_URL', 'SECRET', 'WORKER_PORT'])
})

test('the README names every setting', () => {
  const readme = readFileSync(path.join(root, 'README.md'), 'utf8')
  for (const name of SETTINGS) expect(readme).toContain(`\`${name}\``)
})
