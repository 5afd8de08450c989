import { expect, test } from 'vitest'
import { createTurnstile } from './turnstile.ts'

/** Work that lasts until it is ended, and what has begun of it. */
function given(most: number, count: number) {
  const pass = createTurnstile(most)
  const begun: number[] = []
  const ends: { resolve: () => void; reject: (error: Error) => void }[] = []
  const results = Array.from({ length: count }, (_, index) =>
    pass(async () => {
      begun.push(index)
      await new Promise<void>((resolve, reject) => {
        ends[index] = { resolve, reject }
      })
      return index
    }),
  )
  return { begun, ends, results }
}

test('so many are let through at once, the others one by one, in order', async () => {
  const { begun, ends, results } = given(2, 4)
  expect(begun).toEqual([0, 1])
  ends[1]?.resolve()
  expect(await results[1]).toBe(1)
  expect(begun).toEqual([0, 1, 2])
  ends[0]?.resolve()
  expect(await results[0]).toBe(0)
  expect(begun).toEqual([0, 1, 2, 3])
})

test('what fails makes room as well', async () => {
  const { begun, ends, results } = given(1, 2)
  ends[0]?.reject(new Error('no'))
  await expect(results[0]).rejects.toThrow('no')
  expect(begun).toEqual([0, 1])
  ends[1]?.resolve()
  expect(await results[1]).toBe(1)
})
