import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'

const root = path.resolve(import.meta.dirname, '../..')

/** The sources that are run or shown, as text by path. */
const sources = new Map(
  execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', 'apps', 'services', 'shared', 'prisma'], {
    cwd: root,
    encoding: 'utf8',
  })
    .split('\n')
    .filter(
      (file) =>
        /\.(ts|js|mjs|cjs|svelte|html|css|svg|json)$/.test(file) && !file.endsWith('.test.ts') && !file.endsWith('package.json'),
    )
    .map((file) => [file, readFileSync(path.join(root, file), 'utf8')] as const),
)

/** Lines that match, as `file:line: text`. */
function find(pattern: RegExp, files = /./): string[] {
  return [...sources]
    .filter(([file]) => files.test(file))
    .flatMap(([file, text]) =>
      text.split('\n').flatMap((line, i) => (pattern.test(line) ? [`${file}:${i + 1}: ${line.trim()}`] : [])),
    )
}

test('there are sources', () => {
  expect(sources.size).toBeGreaterThan(50)
})

test('no page shows text as HTML', () => {
  expect(find(/\{@html|innerHTML|outerHTML|insertAdjacentHTML/, /\.(svelte|ts)$/)).toEqual([])
})

test('no module keeps the language of whoever asked first', () => {
  // A module is loaded once, and a server answers in several languages. A component's script runs for each page.
  expect(find(/^(export )?const [^=]*= (?!\().*\bgetLocale\(\)/, /^apps\/web\/src\/.*\.ts$/)).toEqual([])
})

describe('nothing is asked of another host', () => {
  // Names that are no addresses to call: of namespaces and schemas, of documents in comments, of examples, of this machine.
  const NAMED = [/^www\.w3\.org$/, /(^|\.)example(\.(org|com))?$/, /^(localhost|127\.0\.0\.1|host)$/, /^inlang\.com$/]

  test('by URL', () => {
    const foreign = find(/\b(https?|wss?):\/\//)
      .filter((line) => !/:\d+: (\/\/|\*|\/\*)/.test(line))
      .filter((line) =>
        [...line.matchAll(/(?:https?|wss?):\/\/([\w.-]+)/g)].some(([, host = '']) => !NAMED.some((known) => known.test(host))),
      )
    expect(foreign).toEqual([])
  })

  test('by a style or a script', () => {
    expect(find(/@import\s+(url\()?['"]?(https?:)?\/\/|src=['"](https?:)?\/\//, /\.(css|svelte|html)$/)).toEqual([])
  })
})
