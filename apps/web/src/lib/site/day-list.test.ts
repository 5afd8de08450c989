import type { DaySummary, ListRow } from '@speedcell/shared/contracts'
import { describe, expect, it } from 'vitest'
import { growList, type KnownList, type ListMessage } from './day-list.ts'

const row = (rank: number, more: Partial<ListRow> = {}): ListRow => ({
  rank,
  name: `player ${rank}`,
  me: false,
  won: true,
  score: 1000 - rank,
  timeMs: 60_000,
  moves: 60,
  undos: 0,
  hints: 0,
  endedAt: '2026-11-30T08:30:00.000Z',
  run: `run-${rank}`,
  ...more,
})
const summary = (more: Partial<DaySummary> = {}): DaySummary => ({
  day: '2026-11-30',
  state: 'open',
  opensAt: '2026-11-29T23:00:00.000Z',
  endsAt: '2026-11-30T23:00:00.000Z',
  closesAt: '2026-12-01T00:00:00.000Z',
  deal: null,
  players: 100,
  solved: 80,
  medianTimeMs: null,
  medianMoves: null,
  scores: { from: 900, width: 10, counts: [1, 2, 3] },
  hours: [5, 6],
  ...more,
})
const list = (ranks: number[], more?: Partial<DaySummary>): KnownList => ({
  summary: summary(more),
  rows: ranks.map((rank) => row(rank)),
})
const message = (entries: ListRow[], more: Partial<ListMessage> = {}): ListMessage => ({
  type: 'list',
  day: '2026-11-30',
  players: 100 + entries.length,
  solved: 80 + entries.filter(({ won }) => won).length,
  closed: false,
  entries,
  ...more,
})
const fresh = (rank: number, more: Partial<ListRow> = {}) => row(rank, { run: `fresh-${rank}`, name: `fresh ${rank}`, ...more })
describe('a growing list', () => {
  it('puts an entry between its neighbours and the rest a place down', () => {
    const grown = growList(list([1, 2, 3, 39]), message([fresh(2)]))
    expect(grown?.rows.map(({ rank, run }) => [rank, run])).toEqual([
      [1, 'run-1'],
      [2, 'fresh-2'],
      [3, 'run-2'],
      [4, 'run-3'],
      [40, 'run-39'],
    ])
    expect(grown?.summary).toMatchObject({ players: 101, solved: 81 })
  })
  it('takes a new first place', () => {
    expect(growList(list([1, 2]), message([fresh(1)]))?.rows.map(({ run }) => run)).toEqual(['fresh-1', 'run-1', 'run-2'])
  })
  it('takes a new last place where the end is shown', () => {
    const grown = growList(list([1, 2], { players: 2 }), message([fresh(3)], { players: 3 }))
    expect(grown?.rows.map(({ run }) => run)).toEqual(['run-1', 'run-2', 'fresh-3'])
  })
  it('takes the very first entry of a day', () => {
    const grown = growList(
      { summary: summary({ players: 0, solved: 0, scores: { from: 0, width: 10, counts: [] }, hours: [] }), rows: [] },
      message([fresh(1, { score: 947 })], { players: 1, solved: 1 }),
    )
    expect(grown?.rows.map(({ run }) => run)).toEqual(['fresh-1'])
    expect(grown?.summary.scores).toEqual({ from: 940, width: 10, counts: [1] })
    expect(grown?.summary.hours).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 0, 1])
  })
  it('counts what is not shown, and moves only what stands behind it', () => {
    const grown = growList(list([1, 2, 39]), message([fresh(20), fresh(60)]))
    expect(grown?.rows.map(({ rank }) => rank)).toEqual([1, 2, 40])
    expect(grown?.summary.players).toBe(102)
  })
  it('places several at once by their final ranks', () => {
    const grown = growList(list([1, 2, 3]), message([fresh(4), fresh(2), fresh(3)]))
    expect(grown?.rows.map(({ rank, run }) => `${rank} ${run}`)).toEqual([
      '1 run-1',
      '2 fresh-2',
      '3 fresh-3',
      '4 fresh-4',
      '5 run-2',
      '6 run-3',
    ])
  })
  it('grows the bars', () => {
    expect(growList(list([1]), message([fresh(50, { score: 915 })]))?.summary.scores.counts).toEqual([1, 3, 3])
    expect(growList(list([1]), message([fresh(50, { score: 930 })]))?.summary.scores.counts).toEqual([1, 2, 3, 1])
    expect(growList(list([1]), message([fresh(50, { score: 899 })]))?.summary.scores).toEqual({
      from: 890,
      width: 10,
      counts: [1, 1, 2, 3],
    })
    expect(growList(list([1]), message([fresh(50, { score: 880, won: false })]))?.summary.scores.counts).toEqual([1, 2, 3])
  })
  it('takes the same message twice as once', () => {
    const once = growList(list([1, 2]), message([fresh(1)]))
    expect(once && growList(once, message([fresh(1)]))).toEqual(once)
  })
  it.each([
    ['a message was missed', message([fresh(2)], { players: 103 })],
    ['more came than are named', message([], { players: 130 })],
    ['a run was struck', message([], { players: 99 })],
    ['the list has closed', message([fresh(2)], { closed: true })],
  ])('asks the server where %s', (_, sent) => {
    expect(growList(list([1, 2, 3]), sent)).toBeNull()
  })
})
