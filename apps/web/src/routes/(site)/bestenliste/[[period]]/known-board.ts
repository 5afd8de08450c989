import type { BoardKey, BoardRow } from '@speedcell/shared/contracts'
import type { BoardMessage } from '#lib/rated/socket.ts'
import { type Histogram, withScore } from '#lib/site/histogram.ts'

/** A board as a page has it: its figures and some of its rows. */
export interface KnownBoard {
  readonly players: number
  readonly scores: Histogram
  readonly rows: readonly BoardRow[]
}

/** The order of a board: below 0 if `a` stands before `b`. */
export function compareKeys(a: BoardKey, b: BoardKey): number {
  return (
    b.score - a.score ||
    b.stagesWon - a.stagesWon ||
    a.timeMs - b.timeMs ||
    Date.parse(a.endedAt) - Date.parse(b.endedAt) ||
    (a.run < b.run ? -1 : Number(a.run > b.run))
  )
}

/**
 * The board after a change: whoever came stands in their place, if its neighbours are known; whoever left is gone; all others are so
 * many places further down or up; figures and bars are changed. Null where the message does not follow on what is known (one was
 * missed, or tells of what is known already): then only the server can say.
 */
export function changeBoard(
  { players, scores, rows }: KnownBoard,
  { whole, came, left, ...message }: BoardMessage,
): KnownBoard | null {
  const known = new Set(rows.map(({ run }) => run))
  const follows = message.players === players + came.length - left.length && !came.some(({ run }) => known.has(run))
  if (!whole || !follows) return null
  const before = (key: BoardKey, others: readonly BoardKey[]): number =>
    others.filter((other) => compareKeys(other, key) < 0).length
  const gone = new Set(left.map(({ run }) => run))
  const stayed = rows
    .filter(({ run }) => !gone.has(run))
    .map((row) => ({ ...row, rank: row.rank - before(row, left) + before(row, came) }))
  return {
    players: message.players,
    scores: [...left.map(({ score }) => [score, -1] as const), ...came.map(({ score }) => [score, 1] as const)].reduce<Histogram>(
      (sum, [score, by]) => withScore(sum, score, by),
      scores,
    ),
    rows: insert(stayed, came, message.players),
  }
}

/** Rows with those that came, wherever they fill all places between two that are shown; others are not shown either. */
function insert(stayed: readonly BoardRow[], came: BoardMessage['came'], players: number): BoardRow[] {
  const waiting = [...came].sort(compareKeys)
  const rows: BoardRow[] = []
  let rank = 1
  for (const below of [...stayed, null]) {
    const first = below ? waiting.findIndex((entry) => compareKeys(entry, below) > 0) : -1
    const between = waiting.splice(0, first < 0 ? waiting.length : first)
    const places = (below?.rank ?? players + 1) - rank
    if (places === between.length) rows.push(...between.map((entry, index) => ({ ...entry, rank: rank + index, me: false })))
    if (!below) break
    rows.push(below)
    rank = below.rank + 1
  }
  return rows
}
