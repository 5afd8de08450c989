/** The same words, and room for as many again. */
export function doubled(from: Int32Array): Int32Array<ArrayBuffer> {
  const to = new Int32Array(from.length * 2)
  to.set(from)
  return to
}
