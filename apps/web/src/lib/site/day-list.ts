import type { DaySummary, ListRow, ServerMessage } from '@speedcell/shared/contracts'

/** What a day's list shows: a row, or how many places are not shown between two of them. Ranks count from 1, both ends in. */
export type ListItem =
  | { readonly kind: 'row'; readonly row: ListRow }
  | { readonly kind: 'gap'; readonly from: number; readonly to: number }

export type ListMessage = Extract<ServerMessage, { type: 'list' }>

/** Rows of several pieces of one list as one, by place, each run once. */
export function mergeRows(...pieces: readonly (readonly ListRow[])[]): ListRow[] {
  const rows = new Map(pieces.flat().map((row) => [row.run, row]))
  return [...rows.values()].sort((a, b) => a.rank - b.rank)
}

/** Rows with the gaps between them, and after them where the list goes on. */
export function withGaps(rows: readonly ListRow[], players: number): ListItem[] {
  const items: ListItem[] = []
  let next = 1
  for (const row of rows) {
    if (row.rank > next) items.push({ kind: 'gap', from: next, to: row.rank - 1 })
    items.push({ kind: 'row', row })
    next = row.rank + 1
  }
  if (next <= players) items.push({ kind: 'gap', from: next, to: players })
  return items
}

/** A list as a page has it: the day's figures and some of its rows. */
export interface KnownList {
  readonly summary: DaySummary
  readonly rows: readonly ListRow[]
}

/**
 * The list after entries have come in: those whose neighbours are known stand in their place, the rows behind them are a place
 * further down, figures and bars have grown. Null where the message does not follow on what is known (one was missed, or more came
 * than it names): then only the server can say.
 */
export function growList({ summary, rows }: KnownList, message: ListMessage): KnownList | null {
  const known = new Set(rows.map((row) => row.run))
  const entries = message.entries.filter((entry) => !known.has(entry.run)).sort((a, b) => a.rank - b.rank)
  const missing = message.players - summary.players
  if (missing === 0) return { summary, rows }
  if (message.closed || missing !== entries.length) return null

  let grown = rows
  for (const entry of entries) {
    const moved = grown.map((row) => (row.rank >= entry.rank ? { ...row, rank: row.rank + 1 } : row))
    const ranks = new Set(moved.map((row) => row.rank))
    const joined =
      (entry.rank === 1 || ranks.has(entry.rank - 1)) && (entry.rank === message.players || ranks.has(entry.rank + 1))
    grown = joined ? mergeRows(moved, [entry]) : moved
  }
  return { summary: entries.reduce(countIn, { ...summary, players: message.players, solved: message.solved }), rows: grown }
}

function countIn(summary: DaySummary, { won, score, endedAt }: ListRow): DaySummary {
  const hour = Math.floor((Date.parse(endedAt) - Date.parse(summary.opensAt)) / 3_600_000)
  const hours = summary.hours.map((count, index) => (index === hour ? count + 1 : count))
  while (hours.length < hour) hours.push(0)
  if (hours.length === hour) hours.push(1)
  return { ...summary, hours, scores: won ? withScore(summary.scores, score) : summary.scores }
}

/** The bars with one score more; they reach as far as it needs. */
function withScore({ from, width, counts }: DaySummary['scores'], score: number): DaySummary['scores'] {
  const start = Math.floor(score / width) * width
  if (counts.length === 0) return { from: start, width, counts: [1] }
  const before = Math.max(0, Math.ceil((from - score) / width))
  const grown = [...Array<number>(before).fill(0), ...counts]
  const first = from - before * width
  const index = Math.floor((score - first) / width)
  while (grown.length <= index) grown.push(0)
  grown[index] = (grown[index] ?? 0) + 1
  return { from: first, width, counts: grown }
}
