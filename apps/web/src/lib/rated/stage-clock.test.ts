import { expect, test } from 'vitest'
import { StageClock } from './stage-clock.ts'

let now = 0
const clockAt = (elapsed: number) => {
  now = 5_000
  return new StageClock(elapsed, () => now)
}

test('counts on from the answer, in whole milliseconds', () => {
  const clock = clockAt(60_000)
  now += 1_500.7
  expect(clock.read()).toBe(61_500)
})

test.each<[what: string, said: number, took: number, reads: number]>([
  ['an answer that agrees changes nothing', 61_900, 200, 62_000],
  ['a clock that stood still while the device slept goes on from the answer', 662_000, 200, 662_000],
  ['a clock that is ahead is set back to what is possible', 60_000, 200, 60_200],
])('%s', (_what, said, took, reads) => {
  const clock = clockAt(60_000)
  now += 2_000 - took
  const asked = clock.moment()
  now += took
  clock.correct(said, asked)
  expect(clock.read()).toBe(reads)
})
