import type { Card } from '@speedcell/shared/engine'
import { expect, test } from 'vitest'
import type { Flight, Scene } from '../game/flights.ts'
import { endOf, legsOf } from './timeline.ts'

const HOME = { kind: 'foundation', suit: 0 } as const
const flight = (card: number, from: Flight['from'], to: Flight['to']): Flight => ({ card: card as Card, from, to })
const column = (index: number, depth: number) => ({ kind: 'column', index, depth }) as const
const cell = (index: number) => ({ kind: 'cell', index }) as const
const times = (scenes: readonly Scene[]) => legsOf(scenes).map(({ card, start, duration }) => [card, start, duration])

test('nothing takes no time', () => {
  expect(legsOf([])).toEqual([])
  expect(endOf([])).toBe(0)
})

test('a move takes its time, and flights home follow it one after the other', () => {
  const home = (card: number): Scene => ({ kind: 'home', flights: [flight(card, column(1, 0), HOME)] })
  expect(times([{ kind: 'move', flights: [flight(9, column(0, 1), column(1, 1))] }, home(0), home(4)])).toEqual([
    [9, 0, 180],
    [0, 140, 180],
    [4, 230, 180],
  ])
})

test('a run hops 55 ms apart, and a card that waits in a cell leaves once it is there', () => {
  const hops = [flight(5, column(0, 1), cell(0)), flight(9, column(0, 0), column(1, 0)), flight(5, cell(0), column(1, 1))]
  expect(times([{ kind: 'run', flights: hops }])).toEqual([
    [5, 0, 110],
    [9, 55, 110],
    [5, 110, 110],
  ])
})

test('the longest run is over in 600 ms, every card’s hops still in order', () => {
  const hops = Array.from({ length: 60 }, (_, index) => flight(index % 9, cell(0), cell(1)))
  const legs = legsOf([{ kind: 'run', flights: hops }])
  expect(endOf(legs)).toBeCloseTo(600)
  for (const [index, leg] of legs.entries()) {
    const before = legs.slice(0, index).findLast(({ card }) => card === leg.card)
    if (before) expect(leg.start).toBeGreaterThanOrEqual(before.start + before.duration - 1e-6)
  }
})

test('fifty cards are sent home within two seconds', () => {
  const scenes = Array.from({ length: 50 }, (_, card): Scene => ({ kind: 'home', flights: [flight(card, cell(0), HOME)] }))
  expect(endOf(legsOf(scenes))).toBeLessThanOrEqual(2_000)
})
