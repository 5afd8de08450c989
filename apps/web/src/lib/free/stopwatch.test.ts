import { expect, test } from 'vitest'
import { Stopwatch } from './stopwatch.ts'

test('a stopwatch counts only while it runs', () => {
  let now = 1_000
  const watch = new Stopwatch(() => now, 500)
  expect(watch.elapsed).toBe(500)
  watch.start()
  now += 250.7
  expect(watch.elapsed).toBe(750)
  watch.start()
  watch.stop()
  now += 10_000
  expect(watch.elapsed).toBe(750)
  watch.stop()
  watch.start()
  now += 50
  expect(watch.elapsed).toBe(800)
})
