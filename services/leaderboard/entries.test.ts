import type { BoardId } from '@speedcell/shared/contracts'
import { expect, test } from 'vitest'
import { changesOf } from './entries.ts'

const board = 'all' as BoardId
const entry = (runId: string) => ({ board, runId, score: 1, stagesWon: 0, timeMs: 1, endedAt: new Date(0) })

test.each<[what: string, known: string | null, best: string | null, changes: [left: string | null, came: string | null][]]>([
  ['a first run comes in', null, 'a', [[null, 'a']]],
  ['a better one takes its place', 'a', 'b', [['a', 'b']]],
  ['one that is no better changes nothing', 'a', 'a', []],
  ['the only one is struck', 'a', null, [['a', null]]],
  ['one of no points comes to nothing', null, null, []],
])('%s', (_what, known, best, changes) => {
  const changed = changesOf([{ id: board }], known === null ? [] : [entry(known)], best === null ? [] : [entry(best)])
  expect(changed.map(({ left, came }) => [left?.runId ?? null, came?.runId ?? null])).toEqual(changes)
})
