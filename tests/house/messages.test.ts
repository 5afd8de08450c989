/** The words of the pages: whole in every language, and none that no page says. */
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { LOCALES } from '@speedcell/shared/contracts'
import { describe, expect, it } from 'vitest'

type Message = string | [{ declarations: string[]; selectors: string[]; match: Record<string, string> }]

const WEB = path.resolve(import.meta.dirname, '../../apps/web')
const AREAS = ['site', 'table', 'errors', 'fair-play', 'replay', 'ladder', 'board', 'player']

const read = (area: string, locale: string): Record<string, Message> =>
  JSON.parse(readFileSync(path.join(WEB, 'messages', area, `${locale}.json`), 'utf8'))
const textsOf = (message: Message): string[] => (typeof message === 'string' ? [message] : Object.values(message[0].match))
const placeholdersOf = (message: Message): string[] => {
  const used = textsOf(message).flatMap((text) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? ''))
  return [...new Set(used)].sort()
}

const words = AREAS.map((area) => ({ area, of: Object.fromEntries(LOCALES.map((locale) => [locale, read(area, locale)])) }))
const rows = words.flatMap(({ area, of }) => LOCALES.map((locale) => ({ area, locale, messages: of[locale] ?? {}, others: of })))

describe.each(rows)('$area in $locale', ({ messages, others, locale }) => {
  it('has the same messages as the other languages', () => {
    for (const other of LOCALES) expect(Object.keys(messages).sort()).toEqual(Object.keys(others[other] ?? {}).sort())
  })

  it('has no empty one, and none with spaces around it', () => {
    const bad = Object.entries(messages).filter(([, message]) =>
      textsOf(message).some((text) => text === '' || text !== text.trim()),
    )
    expect(bad.map(([key]) => key)).toEqual([])
  })

  it('puts the same values in', () => {
    const bad = Object.keys(messages).filter((key) => {
      const [own, german] = [messages[key], others.de?.[key]].map((message) => placeholdersOf(message ?? ''))
      return JSON.stringify(own) !== JSON.stringify(german)
    })
    expect(bad).toEqual([])
  })

  it('has a form for every number', () => {
    // A number that fits none of a message's forms would show the message's key.
    const bad = Object.entries(messages).filter(
      ([, message]) =>
        typeof message !== 'string' &&
        !Object.keys(message[0].match).some((form) => form.split(',').every((one) => one.endsWith('=*'))),
    )
    expect(bad.map(([key]) => key)).toEqual([])
  })

  it('keeps to its quotation marks', () => {
    const wrong = { de: /["”«»]|“(?=\p{L})/u, en: /["„«»]/u, es: /["„”“]/u }[locale]
    const bad = Object.entries(messages).filter(([, message]) => textsOf(message).some((text) => wrong.test(text)))
    expect(bad.map(([key]) => key)).toEqual([])
  })
})

it('no message is in two places', () => {
  const keys = words.flatMap(({ of }) => Object.keys(of.de ?? {}))
  expect(keys.filter((key, index) => keys.indexOf(key) !== index)).toEqual([])
})

it('every message is said somewhere', () => {
  const source = globSync('src/**/*.{ts,svelte}', { cwd: WEB })
    .filter((file) => !file.includes('paraglide') && !file.endsWith('.test.ts'))
    .map((file) => readFileSync(path.join(WEB, file), 'utf8'))
    .join('\n')
  const said = new Set([...source.matchAll(/\bm\.(\w+)/g)].map(([, key]) => key))
  const unsaid = words.flatMap(({ of }) => Object.keys(of.de ?? {})).filter((key) => !said.has(key))
  expect(unsaid).toEqual([])
})
