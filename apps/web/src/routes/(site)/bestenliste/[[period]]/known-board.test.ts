import type { BoardId, BoardRow } from '@speedcell/shared/contracts'
import { describe, expect, it } from 'vitest'
import type { BoardMessage } from '#lib/rated/socket.ts'
import { changeBoard, compareKeys, type KnownBoard } from './known-board.ts'

const row = (rank: number, more: Partial<BoardRow> = {}): BoardRow => ({
  rank,
  name: `player ${rank}`,
  me: false,
  score: 10_000 - 10 * rank,
  stagesWon: 4,
  timeMs: 1_200_000,
  endedAt: '2026-11-30T08:30:00.000Z',
  kind: 'ladder',
  run: `run-${rank}`,
  ...more,
})
/** A run that belongs between the rows of two ranks. */
const after = (rank: number, run = `new-${rank}`) => {
  const { rank: _rank, me: _me, ...entry } = row(rank, { run, score: 10_000 - 10 * rank - 5 })
  return entry
}
const board = (ranks: number[], players = 100): KnownBoard => ({
  players,
  scores: { from: 9_000, width: 500, counts: [10, 20] },
  rows: ranks.map((rank) => row(rank)),
})
const message = (came: BoardMessage['came'], left: BoardRow[] = [], more: Partial<BoardMessage> = {}): BoardMessage => ({
  type: 'board',
  board: 'all' as BoardId,
  players: 100 + came.length - left.length,
  whole: true,
  came,
  left,
  ...more,
})
const shown = (known: KnownBoard | null) => known?.rows.map(({ rank, run }) => `${rank} ${run}`)

describe('a board that changes', () => {
  it('puts who came between their neighbours, and the rest a place down', () => {
    const changed = changeBoard(board([1, 2, 3, 39]), message([after(1)]))
    expect(shown(changed)).toEqual(['1 run-1', '2 new-1', '3 run-2', '4 run-3', '40 run-39'])
    expect(changed?.players).toBe(101)
  })
  it('takes a new first place, and a new last one where the end is shown', () => {
    expect(shown(changeBoard(board([1, 2]), message([after(0)])))).toEqual(['1 new-0', '2 run-1', '3 run-2'])
    expect(shown(changeBoard(board([1, 2], 2), message([after(2)], [], { players: 3 })))).toEqual([
      '1 run-1',
      '2 run-2',
      '3 new-2',
    ])
  })
  it('takes the very first entry', () => {
    const empty = { players: 0, scores: { from: 0, width: 100, counts: [] }, rows: [] }
    const changed = changeBoard(empty, message([after(3)], [], { players: 1 }))
    expect(shown(changed)).toEqual(['1 new-3'])
    expect(changed?.scores).toEqual({ from: 9_900, width: 100, counts: [1] })
  })
  it('counts what is not shown, and moves only what stands behind it', () => {
    expect(shown(changeBoard(board([1, 2, 39]), message([after(20), after(60)])))).toEqual(['1 run-1', '2 run-2', '40 run-39'])
  })
  it('moves a player up who was better this time', () => {
    const changed = changeBoard(board([1, 2, 3, 4, 50]), message([after(1)], [row(4)]))
    expect(shown(changed)).toEqual(['1 run-1', '2 new-1', '3 run-2', '4 run-3', '50 run-50'])
    expect(changed?.players).toBe(100)
  })
  it('moves those between up and down where the player is not shown', () => {
    expect(shown(changeBoard(board([1, 30, 60]), message([after(10)], [row(40)])))).toEqual(['1 run-1', '31 run-30', '60 run-60'])
  })
  it('closes up where a run was struck', () => {
    const changed = changeBoard(board([1, 2, 3, 39]), message([], [row(2)]))
    expect(shown(changed)).toEqual(['1 run-1', '2 run-3', '38 run-39'])
    expect(changed?.scores.counts).toEqual([10, 19])
  })
  it('places several at once', () => {
    const changed = changeBoard(board([1, 2, 3]), message([after(2), after(0, 'a'), { ...after(0, 'b'), timeMs: 1 }]))
    expect(shown(changed)).toEqual(['1 b', '2 a', '3 run-1', '4 run-2', '5 new-2', '6 run-3'])
  })
  it.each([
    ['a message was missed', message([after(1)], [], { players: 105 })],
    ['not all is said', message([], [], { whole: false })],
    ['who came is known already', message([after(0, 'run-2')], [row(70)])],
  ])('asks the server where %s', (_, sent) => {
    expect(changeBoard(board([1, 2, 3]), sent)).toBeNull()
  })
})

it.each<[what: string, better: Partial<BoardRow>, worse: Partial<BoardRow>]>([
  ['more points', { score: 2, stagesWon: 0 }, { score: 1, stagesWon: 5 }],
  ['more stages', { stagesWon: 3, timeMs: 9 }, { stagesWon: 2, timeMs: 1 }],
  ['less time', { timeMs: 1, endedAt: '2026-11-30T09:00:00.000Z' }, { timeMs: 2, endedAt: '2026-11-30T08:00:00.000Z' }],
  ['an earlier end', { endedAt: '2026-11-30T08:00:00.000Z', run: 'b' }, { endedAt: '2026-11-30T08:00:00.001Z', run: 'a' }],
  ['the lower run', { run: 'a' }, { run: 'b' }],
])('%s stands before', (_what, better, worse) => {
  expect(compareKeys(row(1, better), row(1, worse))).toBeLessThan(0)
  expect(compareKeys(row(1, worse), row(1, better))).toBeGreaterThan(0)
})
