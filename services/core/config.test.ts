import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { ConfigError, loadConfig } from './config.ts'

const root = path.resolve(import.meta.dirname, '../..')

test('with nothing set, everything has its default', () => {
  expect(loadConfig({})).toEqual({
    databaseUrl: undefined,
    redisUrl: undefined,
    dataDir: path.join(root, '.data'),
    host: '127.0.0.1',
    port: 3000,
    workerPort: undefined,
    siteTimezone: 'Europe/Berlin',
    publicOrigin: undefined,
    trustProxy: ['loopback'],
    secret: undefined,
    logLevel: 'warn',
  })
})

test('an empty setting is not set, and spaces around one do not count', () => {
  expect(loadConfig({ PORT: '', DATABASE_URL: ' ', SITE_TIMEZONE: ' Asia/Kolkata ' })).toEqual({
    ...loadConfig({}),
    siteTimezone: 'Asia/Kolkata',
  })
})

test('an absolute data folder stays where it is', () => {
  expect(loadConfig({ DATA_DIR: '/var/lib/speedcell' }).dataDir).toBe('/var/lib/speedcell')
})

test.each<[value: string, list: string[]]>([
  ['none', []],
  ['10.0.0.0/8, loopback', ['10.0.0.0/8', 'loopback']],
  ['fd00::/8', ['fd00::/8']],
])('TRUST_PROXY=%s', (value, list) => {
  expect(loadConfig({ TRUST_PROXY: value }).trustProxy).toEqual(list)
})

describe('a bad setting is named, with what it is and what it may be', () => {
  test.each<[name: string, value: string, message: string]>([
    ['PORT', '80x', 'PORT is "80x": it must be a whole number from 1 to 65535.'],
    ['PORT', '0', 'PORT is "0": it must be a whole number from 1 to 65535.'],
    ['PORT', '65536', 'PORT is "65536": it must be a whole number from 1 to 65535.'],
    ['WORKER_PORT', 'none', 'WORKER_PORT is "none": it must be a whole number from 1 to 65535.'],
    ['HOST', 'http://x', 'HOST is "http://x": it must be an address or host name'],
    ['SITE_TIMEZONE', 'Europe/Bärlin', 'SITE_TIMEZONE is "Europe/Bärlin": it must be an IANA time zone'],
    ['SITE_TIMEZONE', '+01:00', 'SITE_TIMEZONE is "+01:00": it must be an IANA time zone'],
    ['PUBLIC_ORIGIN', 'https://a.example/', 'PUBLIC_ORIGIN is "https://a.example/": it must be http:// or https://'],
    ['PUBLIC_ORIGIN', 'a.example', 'PUBLIC_ORIGIN is "a.example": it must be http:// or https://'],
    ['TRUST_PROXY', '10.0.0.0/33', 'TRUST_PROXY is "10.0.0.0/33": it must be none, or addresses'],
    ['TRUST_PROXY', 'everybody', 'TRUST_PROXY is "everybody": it must be none, or addresses'],
    ['LOG_LEVEL', 'loud', 'LOG_LEVEL is "loud": it must be one of fatal, error'],
    ['SECRET', 'open sesame', 'SECRET is too short (not shown): it must have at least 32 characters.'],
    [
      'DATABASE_URL',
      'mysql://me:pass@h/db',
      'DATABASE_URL is not usable (not shown, it may hold a password): it must be postgresql://',
    ],
    ['DATABASE_URL', 'postgresql://me:pass@h', 'DATABASE_URL is not usable'],
    ['REDIS_URL', 'http://me:pass@h', 'REDIS_URL is not usable (not shown, it may hold a password): it must be redis://'],
    ['REDIS_URL', 'redis://me:pass@h/cache', 'REDIS_URL is not usable'],
  ])('%s=%s', (name, value, message) => {
    const load = () => loadConfig({ [name]: value })
    expect(load).toThrow(ConfigError)
    expect(load).toThrow(message)
    expect(load).not.toThrow(/open sesame|pass@|\n/)
  })
})
