import { createServer } from 'node:net'
import { expect, test } from 'vitest'
import { apiOrigin } from '../api/api-origin.ts'
import { addressWarning, checkAddress, siteAddress } from './address.ts'

test.each<[host: string, publicOrigin: string | undefined, site: string, api: string, warns: boolean]>([
  ['127.0.0.1', undefined, 'http://localhost:3000', 'http://127.0.0.1:3000', false],
  ['localhost', undefined, 'http://localhost:3000', 'http://localhost:3000', false],
  ['::1', undefined, 'http://localhost:3000', 'http://[::1]:3000', false],
  ['0.0.0.0', undefined, 'http://localhost:3000', 'http://127.0.0.1:3000', true],
  ['::', undefined, 'http://localhost:3000', 'http://[::1]:3000', true],
  ['192.168.1.7', undefined, 'http://192.168.1.7:3000', 'http://192.168.1.7:3000', true],
  ['fe80::7', undefined, 'http://[fe80::7]:3000', 'http://[fe80::7]:3000', true],
  ['0.0.0.0', 'http://cards.example', 'http://cards.example', 'http://127.0.0.1:3000', true],
  ['0.0.0.0', 'https://cards.example', 'https://cards.example', 'http://127.0.0.1:3000', false],
  ['127.0.0.1', 'https://cards.example', 'https://cards.example', 'http://127.0.0.1:3000', false],
])('%s, %s', (host, publicOrigin, site, api, warns) => {
  const address = { host, port: 3000, publicOrigin }
  expect(siteAddress(address)).toBe(site)
  expect(apiOrigin(address)).toBe(api)
  expect(addressWarning(address) !== undefined).toBe(warns)
})

test('a port that is taken is said to be, and one that is free is left free', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => other.once('listening', resolve))
  const { port } = other.address() as { port: number }
  await expect(checkAddress({ host: '127.0.0.1', port })).rejects.toThrow(`Port ${port} on 127.0.0.1 is taken`)
  await new Promise((resolve) => other.close(resolve))
  await checkAddress({ host: '127.0.0.1', port })
  await checkAddress({ host: '127.0.0.1', port })
})

test('an address of another machine cannot be listened on', async () => {
  await expect(checkAddress({ host: '192.0.2.1', port: 3000 })).rejects.toThrow('cannot listen on 192.0.2.1')
})
