import type { FastifyRequest } from 'fastify'
import { expect, test } from 'vitest'
import { isOwnOrigin } from './origin.ts'

const PUBLIC = 'https://speedcell.example'

test.each<[what: string, headers: Record<string, string>, host: string, publicOrigin: string | undefined, own: boolean]>([
  ['a program', {}, 'localhost:3000', undefined, true],
  ['our page', { origin: 'http://localhost:3000' }, 'localhost:3000', undefined, true],
  [
    'our page, and the browser says so',
    { origin: PUBLIC, 'sec-fetch-site': 'same-origin' },
    'speedcell.example',
    undefined,
    true,
  ],
  ['our page behind a proxy that takes the https away', { origin: PUBLIC }, 'speedcell.example', undefined, true],
  ['the default port, written out', { origin: PUBLIC }, 'speedcell.example:443', undefined, true],
  ['our page, by the public origin', { origin: PUBLIC }, '10.0.0.7:3000', PUBLIC, true],
  ['our page, by the host beside the public origin', { origin: 'http://localhost:3000' }, 'localhost:3000', PUBLIC, true],
  ['typed in', { 'sec-fetch-site': 'none' }, 'localhost:3000', undefined, true],
  ['another site', { origin: 'https://evil.example' }, 'speedcell.example', undefined, false],
  ['another site that says it is ours', { origin: PUBLIC, 'sec-fetch-site': 'cross-site' }, 'speedcell.example', PUBLIC, false],
  ['a sister site', { origin: PUBLIC, 'sec-fetch-site': 'same-site' }, 'speedcell.example', PUBLIC, false],
  ['another port', { origin: 'http://localhost:4000' }, 'localhost:3000', undefined, false],
  ['a name that begins like ours', { origin: `${PUBLIC}.evil.example` }, 'speedcell.example', PUBLIC, false],
  ['a page without an origin', { origin: 'null' }, 'speedcell.example', undefined, false],
  ['nonsense', { origin: 'speedcell.example' }, 'speedcell.example', undefined, false],
  ['a file', { origin: 'file://' }, 'speedcell.example', undefined, false],
])('%s', (_what, headers, host, publicOrigin, own) => {
  expect(isOwnOrigin({ headers, host } as unknown as FastifyRequest, publicOrigin)).toBe(own)
})
