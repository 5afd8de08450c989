import { expect, test } from 'vitest'
import { isRecoveryCode, makeRecoveryCode, recoveryDigest } from './recovery-code.ts'

test('a code is four groups of five, and none is like another', () => {
  const codes = Array.from({ length: 100 }, makeRecoveryCode)
  for (const code of codes) expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{5}(-[0-9A-HJKMNP-TV-Z]{5}){3}$/)
  expect(new Set(codes).size).toBe(100)
})

test('its digest tells nothing of it', () => {
  const code = makeRecoveryCode()
  expect(recoveryDigest(code)).toMatch(/^[0-9a-f]{64}$/)
  expect(recoveryDigest(makeRecoveryCode())).not.toBe(recoveryDigest(code))
})

test.each([
  ['as given', 'A01BC-DEFGH-JKMNP-QRSTV'],
  ['small letters', 'a01bc-defgh-jkmnp-qrstv'],
  ['without hyphens', 'A01BCDEFGHJKMNPQRSTV'],
  ['with spaces', ' A01BC DEFGH JKMNP QRSTV '],
  ['O for 0, l for 1', 'AOlBC-DEFGH-JKMNP-QRSTV'],
])('is known again %s', (_how, typed) => {
  expect(isRecoveryCode(typed, recoveryDigest('A01BC-DEFGH-JKMNP-QRSTV'))).toBe(true)
})

test('another code, or none kept, is not', () => {
  expect(isRecoveryCode('A01BC-DEFGH-JKMNP-QRSTW', recoveryDigest('A01BC-DEFGH-JKMNP-QRSTV'))).toBe(false)
  expect(isRecoveryCode('', recoveryDigest('A01BC-DEFGH-JKMNP-QRSTV'))).toBe(false)
  expect(isRecoveryCode('', null)).toBe(false)
})
