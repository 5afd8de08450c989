import { expect, test } from 'vitest'
import { jsonText } from './json-text.ts'

async function* later(...items: readonly unknown[]) {
  yield* items
}

test.each<[what: string, object: object, read: object]>([
  ['nothing', {}, {}],
  ['a list of nothing', { a: later() }, { a: [] }],
  ['a list of one', { a: later({ b: null }) }, { a: [{ b: null }] }],
  ['lists beside values', { a: 1, b: later('"', 2, [3]), c: null, d: later(4) }, { a: 1, b: ['"', 2, [3]], c: null, d: [4] }],
  ['what JSON does not know', { a: undefined, b: later(1), c: undefined }, { b: [1] }],
  ['a name that has to be quoted', { 'a"b': new Date(0) }, { 'a"b': '1970-01-01T00:00:00.000Z' }],
])('%s', async (_what, object, read) => {
  let text = ''
  for await (const piece of jsonText({ ...object })) text += piece
  expect(JSON.parse(text)).toEqual(read)
})

test('no item is asked for before the text of the one before was read', async () => {
  let asked = 0
  async function* items() {
    for (; asked < 100; asked++) yield asked
  }
  const text = jsonText({ a: items() })
  await text.next()
  await text.next()
  expect(asked).toBe(0)
  await text.return()
})
