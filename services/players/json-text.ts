/**
 * An object as JSON, piece by piece, so that it need never be held whole: values that are async iterables become arrays, an item at a
 * time, read as the text is. What JSON cannot say of the others is left out, as by `JSON.stringify`.
 */
export async function* jsonText(object: Readonly<Record<string, unknown>>): AsyncGenerator<string, void> {
  let before = '{'
  for (const [key, value] of Object.entries(object)) {
    const name = `${before}${JSON.stringify(key)}:`
    if (isAsyncIterable(value)) {
      yield `${name}[`
      let between = ''
      for await (const item of value) {
        yield between + JSON.stringify(item)
        between = ','
      }
      yield ']'
    } else {
      const text = JSON.stringify(value)
      if (text === undefined) continue
      yield name + text
    }
    before = ','
  }
  yield before === '{' ? '{}' : '}'
}

const isAsyncIterable = (value: unknown): value is AsyncIterable<unknown> =>
  typeof value === 'object' && value !== null && Symbol.asyncIterator in value
