// biome-ignore-all lint/style/noNonNullAssertion: indices are in range by construction
const FIRST_ENTRIES = 1 << 13

/** The least depth at which each position was found, told apart by 63 bits of hash: open addressing, at most half full. */
export class Depths {
  /** Two words a position, the second odd, so that zero is free. */
  #keys = new Int32Array(FIRST_ENTRIES * 2)
  #depths = new Uint8Array(FIRST_ENTRIES)
  #mask = FIRST_ENTRIES - 1
  #size = 0

  /** Positions in the table. */
  get size(): number {
    return this.#size
  }

  /** Bytes held, to be used again after `clear`. */
  get bytes(): number {
    return this.#keys.byteLength + this.#depths.byteLength
  }

  clear(): void {
    this.#keys.fill(0, 0, (this.#mask + 1) * 2)
    this.#mask = FIRST_ENTRIES - 1
    this.#size = 0
  }

  /** Takes note of a position, and says whether it was not found before at this depth (0..255) or a lesser one. */
  lower(low: number, high: number, depth: number): boolean {
    const keys = this.#keys
    const mask = this.#mask
    const odd = high | 1
    for (let i = low & mask; ; i = (i + 1) & mask) {
      const known = keys[i * 2 + 1]!
      if (known === 0) {
        keys[i * 2] = low
        keys[i * 2 + 1] = odd
        this.#depths[i] = depth
        this.#size++
        return true
      }
      if (known !== odd || keys[i * 2] !== low) continue
      if (this.#depths[i]! <= depth) return false
      this.#depths[i] = depth
      return true
    }
  }

  /** The least depth of a position that is in the table. */
  of(low: number, high: number): number {
    const keys = this.#keys
    const mask = this.#mask
    const odd = high | 1
    let i = low & mask
    while (keys[i * 2] !== low || keys[i * 2 + 1] !== odd) i = (i + 1) & mask
    return this.#depths[i]!
  }

  /** Sees to it that so many more positions fit in. */
  makeRoom(positions: number): void {
    if ((this.#size + positions) * 2 <= this.#mask) return
    const used = this.#mask + 1
    const keys = this.#keys.slice(0, used * 2)
    const depths = this.#depths.slice(0, used)
    this.#mask = used * 2 - 1
    if (used * 2 > this.#depths.length) {
      this.#keys = new Int32Array(used * 4)
      this.#depths = new Uint8Array(used * 2)
    } else this.#keys.fill(0, 0, used * 2)
    this.#size = 0
    for (let i = 0; i < used; i++) if (keys[i * 2 + 1] !== 0) this.lower(keys[i * 2]!, keys[i * 2 + 1]!, depths[i]!)
  }
}
