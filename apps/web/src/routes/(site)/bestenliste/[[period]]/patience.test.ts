import { describe, expect, it } from 'vitest'
import { Patience } from './patience.ts'

describe('before a board is read again', () => {
  it('one waits a moment, by chance', () => {
    expect([0, 0.5, 1].map((random) => new Patience().wait(0, random))).toEqual([0, 2_000, 4_000])
  })

  it('one waits twice as long each time, and sixteen seconds at most', () => {
    const patience = new Patience()
    expect([0, 1_000, 2_000, 3_000, 4_000].map((now) => patience.wait(now, 1))).toEqual([4_000, 8_000, 16_000, 16_000, 16_000])
  })

  it('one has forgotten it a minute after the last reading', () => {
    const patience = new Patience()
    patience.wait(0, 1)
    patience.wait(4_000, 1)
    expect(patience.wait(64_000, 1)).toBe(8_000)
    expect(patience.wait(140_000, 1)).toBe(4_000)
  })
})
