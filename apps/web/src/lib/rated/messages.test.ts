import { readFileSync } from 'node:fs'
import { ERROR_CODES, LOCALES } from '@speedcell/shared/contracts'
import { describe, expect, test } from 'vitest'

const read = (locale: string): Record<string, unknown> =>
  JSON.parse(readFileSync(new URL(`../../../messages/errors/${locale}.json`, import.meta.url), 'utf8'))

describe.each(LOCALES)('%s', (locale) => {
  const messages = read(locale)

  test.each(ERROR_CODES)('has words for %s', (code) => {
    const words = messages[`error_${code.replaceAll('-', '_')}`]
    expect(words).toMatch(/^\p{Lu}.{8,}\.$/u)
  })

  test('has words for every text of the others, and no code that there is not', () => {
    expect(Object.keys(messages)).toEqual(Object.keys(read('de')))
    const codes = Object.keys(messages).flatMap((key) => (key.startsWith('error_') ? key.slice('error_'.length) : []))
    expect(codes.toSorted()).toEqual(ERROR_CODES.map((code) => code.replaceAll('-', '_')).toSorted())
  })
})
