import type { DaySummary, ListRow, ServerMessage } from '@speedcell/shared/contracts'
import { withScore } from './histogram.ts'
import { mergeRows } from './ranked.ts'

export type ListMessage = Extract<ServerMessage, { type: 'list' }>

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
  return { ...summary, hours, scores: won ? withScore(summary.scores, score, 1) : summary.scores }
}
