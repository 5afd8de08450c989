import { expect, test } from 'vitest'
import { hasLength } from './length.ts'

test('a text is as long as the API says: a sign of two code units is one character', () => {
  const password = { min: 8, max: 200 }
  expect(hasLength('🐝'.repeat(7), password)).toBe(false)
  expect(hasLength('🐝'.repeat(8), password)).toBe(true)
  expect(hasLength('🐝'.repeat(200), password)).toBe(true)
  expect(hasLength('a'.repeat(201), password)).toBe(false)
  expect(hasLength('𐐀𐐁', { min: 3 })).toBe(false)
})
