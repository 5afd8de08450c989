import { type LogEvent, parseDealNumber } from '@speedcell/shared/engine'
import { describe, expect, test } from 'vitest'
import { framesOf } from './frames.ts'
import { ReplayPlayer } from './player.svelte.ts'

function given(start?: number) {
  const deal = parseDealNumber(617)
  if (!deal.ok) throw new RangeError('617')
  const events: LogEvent[] = [
    [1_000, '1a'],
    [3_000, 'undo'],
    [10_000, '2a'],
  ]
  return new ReplayPlayer(framesOf({ deal: deal.value, variant: 'freecell-4', autoplay: 'safe' }, events), start)
}

test.each([
  ['no number', undefined, 0],
  ['a number', 2, 2],
  ['one beyond the end', 99, 3],
  ['one before the start', -1, 0],
  ['what is none', Number.NaN, 0],
])('begins at what a link names: %s', (_what, start, index) => {
  expect(given(start).index).toBe(index)
})

describe('playing', () => {
  test('goes by the clock, times the speed', () => {
    const player = given()
    player.toggle()
    player.advance(999)
    expect([player.index, player.time]).toEqual([0, 999])
    player.advance(1)
    expect(player.index).toBe(1)
    player.speed = 4
    player.advance(500)
    expect([player.index, player.time]).toEqual([2, 3_000])
  })

  test('stops at the end, and begins anew from there', () => {
    const player = given()
    player.toggle()
    player.advance(60_000)
    expect([player.index, player.place, player.playing]).toEqual([3, 10_000, false])
    player.toggle()
    expect([player.index, player.playing]).toEqual([0, true])
  })

  test('nothing moves while it pauses', () => {
    const player = given()
    player.advance(5_000)
    expect(player.index).toBe(0)
  })

  test('a step stops it', () => {
    const player = given()
    player.toggle()
    player.advance(1_500)
    player.step(1)
    expect([player.index, player.place, player.playing]).toEqual([2, 3_000, false])
    player.step(-2)
    expect(player.index).toBe(0)
    player.step(-1)
    expect(player.index).toBe(0)
  })
})

test('a place by hand shows the frame that has come by then', () => {
  const player = given()
  player.seek(5_000)
  expect([player.index, player.place, player.time]).toEqual([2, 5_000, 5_000])
  player.seek(1e9)
  expect(player.index).toBe(3)
})

test('another pace leaves it where it is', () => {
  const player = given(2)
  player.setPace('even')
  expect(player.index).toBe(2)
  expect(player.axis.places[2]).toBe(player.place)
  player.setPace('real')
  expect([player.index, player.place]).toEqual([2, 3_000])
})
