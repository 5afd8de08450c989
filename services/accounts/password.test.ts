import { describe, expect, test } from 'vitest'
import { hashPassword, isPassword, verifyPassword } from './password.ts'

test.each<[what: string, password: string, fits: boolean]>([
  ['seven characters', 'a'.repeat(7), false],
  ['eight characters', 'a'.repeat(8), true],
  ['seven beyond the basic plane', '🐝'.repeat(7), false],
  ['two hundred characters', 'a'.repeat(200), true],
  ['two hundred beyond the basic plane', '🐝'.repeat(200), true],
  ['two hundred and one', 'a'.repeat(201), false],
  ['a lone surrogate', `aaaaaaaa\ud800`, false],
])('%s', (_what, password, fits) => {
  expect(isPassword(password)).toBe(fits)
})

describe('a hash', () => {
  test('is argon2id, and another each time', async () => {
    const [one, other] = await Promise.all([hashPassword('honigwabe'), hashPassword('honigwabe')])
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect(other).not.toBe(one)
  })

  test('verifies its password, however its letters are composed, and no other', async () => {
    const hash = await hashPassword('Flügelschlag')
    expect(await verifyPassword(hash, 'Flu\u0308gelschlag')).toBe(true)
    expect(await verifyPassword(hash, 'flügelschlag')).toBe(false)
  })
})

test('where there is no hash, no password fits, not even the one that is verified in its place', async () => {
  expect(await verifyPassword(null, 'the password of nobody')).toBe(false)
  expect(await verifyPassword(undefined, '')).toBe(false)
})
