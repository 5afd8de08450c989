/** The most of a log, or of a line, that is read: the largest log, with room for white space and keys that are ignored. */
export const MAX_BYTES = 1024 * 1024

/**
 * The lines of a stream of bytes, without their line feeds; `null` stands for a line longer than `maxBytes`, of which nothing
 * is kept. What follows the last line feed is a line too, unless it is empty.
 */
export async function* linesOf(source: AsyncIterable<Buffer>, maxBytes: number): AsyncGenerator<Buffer | null> {
  let parts: Buffer[] = []
  let size = 0
  const add = (part: Buffer) => {
    size += part.length
    if (size <= maxBytes) parts.push(part)
    else parts = []
  }
  const take = () => {
    const line = size <= maxBytes ? Buffer.concat(parts, size) : null
    parts = []
    size = 0
    return line
  }
  for await (const chunk of source) {
    let start = 0
    for (let end = chunk.indexOf(LINE_FEED); end >= 0; end = chunk.indexOf(LINE_FEED, start)) {
      add(chunk.subarray(start, end))
      start = end + 1
      yield take()
    }
    add(chunk.subarray(start))
  }
  if (size > 0) yield take()
}

/** All bytes of a stream, or `null` if there are more than `maxBytes`; the rest is then not read. */
export async function bytesOf(source: AsyncIterable<Buffer>, maxBytes: number): Promise<Buffer | null> {
  const parts: Buffer[] = []
  let size = 0
  for await (const chunk of source) {
    size += chunk.length
    if (size > maxBytes) return null
    parts.push(chunk)
  }
  return Buffer.concat(parts, size)
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** The JSON value in the bytes; undefined, which no JSON is, if there is none. */
export function jsonFrom(bytes: Buffer | null): unknown {
  try {
    return bytes === null ? undefined : JSON.parse(utf8.decode(bytes))
  } catch {
    return undefined
  }
}

const LINE_FEED = 0x0a
