import { type LogEvent, parseDealNumber } from '@speedcell/shared/engine'
import { describe, expect, test } from 'vitest'
import { axisOf, frameAt, LONGEST_PAUSE_MS, ticksOf, timeAt } from './axis.ts'
import { framesOf } from './frames.ts'

const deal = parseDealNumber(617)
const framesAt = (...times: number[]) => {
  if (!deal.ok) throw new RangeError('617')
  const events = times.map((t, index): LogEvent => [t, index % 2 === 0 ? '1a' : 'undo'])
  return framesOf({ deal: deal.value, variant: 'freecell-4', autoplay: 'safe' }, events)
}

describe('with its pauses as they were', () => {
  const frames = framesAt(1_000, 4_000, 4_000, 64_000, 200_000)
  const axis = axisOf(frames, 'real')

  test('every frame stands at its time, as long as no pause is too long', () => {
    expect(axis.places.slice(0, 5)).toEqual([0, 1_000, 4_000, 4_000, 64_000])
  })

  test('of a long pause a part is left out, and one sees where', () => {
    expect(axis.places[5]).toBe(64_000 + LONGEST_PAUSE_MS)
    expect(axis.length).toBe(axis.places[5])
    expect(axis.cuts).toEqual([64_000 + LONGEST_PAUSE_MS / 2])
    expect(axisOf(framesAt(LONGEST_PAUSE_MS), 'real').cuts).toEqual([])
  })

  test.each([
    [0, 0],
    [999, 0],
    [1_000, 1],
    [3_999, 1],
    // Of two at the same time it is the second.
    [4_000, 3],
    [64_001, 4],
    [1_000_000, 5],
    [-5, 0],
  ])('by %i ms has come frame %i', (place, index) => {
    expect(frameAt(axis, place)).toBe(index)
  })

  test.each([
    [0, 0],
    [500, 500],
    [2_500, 2_500],
    [64_000, 64_000],
    // Halfway through what is drawn of a pause, half of the pause is over.
    [64_000 + LONGEST_PAUSE_MS / 2, 132_000],
    [64_000 + LONGEST_PAUSE_MS, 200_000],
  ])('at %i ms of playing the clock shows %i', (place, time) => {
    expect(timeAt(axis, frames, place)).toBe(time)
  })
})

test('at an even pace all gaps are the same', () => {
  const frames = framesAt(5, 400_000, 400_000)
  const { places, cuts, length } = axisOf(frames, 'even')
  const gaps = places.slice(1).map((place, index) => place - (places[index] as number))
  expect(new Set(gaps).size).toBe(1)
  expect(cuts).toEqual([])
  expect(length).toBe((gaps[0] as number) * 3)
})

describe('marks', () => {
  test('stand at round times, and at the end', () => {
    const frames = framesAt(20_000, 60_000, 100_000, 149_000, 209_000)
    expect(ticksOf(axisOf(frames, 'real'), frames, 8).map(({ value }) => value)).toEqual([
      0, 30_000, 60_000, 90_000, 120_000, 150_000, 180_000, 209_000,
    ])
  })

  test('are fewer where there is less room', () => {
    const frames = framesAt(20_000, 60_000, 100_000, 149_000, 209_000)
    expect(ticksOf(axisOf(frames, 'real'), frames, 4).map(({ value }) => value)).toEqual([0, 60_000, 120_000, 209_000])
  })

  test('count events at an even pace', () => {
    const frames = framesAt(...Array.from({ length: 23 }, (_, index) => index))
    expect(ticksOf(axisOf(frames, 'even'), frames, 8).map(({ value }) => value)).toEqual([0, 5, 10, 15, 20, 23])
  })

  test('show real times also where something is left out', () => {
    const frames = framesAt(1_000, 3_600_000, 3_610_000)
    const ticks = ticksOf(axisOf(frames, 'real'), frames, 8)
    expect(ticks[0]).toEqual({ place: 0, value: 0 })
    expect(ticks.at(-1)?.value).toBe(3_610_000)
    expect(ticks.length).toBeLessThanOrEqual(8)
  })

  test('stand at both ends also where there is no room for one between', () => {
    const frames = framesAt(900)
    expect(ticksOf(axisOf(frames, 'real'), frames, 8).map(({ place }) => place)).toEqual([0, 900])
  })

  test('of nothing there is one', () => {
    const frames = framesAt()
    expect(ticksOf(axisOf(frames, 'real'), frames, 8)).toEqual([{ place: 0, value: 0 }])
  })
})
