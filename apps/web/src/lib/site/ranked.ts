/** A row of any list. */
export interface Ranked {
  readonly rank: number
  readonly run: string
}

/** What a list shows: a row, or how many places are not shown between two of them. Ranks count from 1, both ends in. */
export type ListItem<Row> =
  | { readonly kind: 'row'; readonly row: Row }
  | { readonly kind: 'gap'; readonly from: number; readonly to: number }

/** Rows of several pieces of one list as one, by place, each run once. */
export function mergeRows<Row extends Ranked>(...pieces: readonly (readonly Row[])[]): Row[] {
  const rows = new Map(pieces.flat().map((row) => [row.run, row]))
  return [...rows.values()].sort((a, b) => a.rank - b.rank)
}

/** Rows with the gaps between them, and after them where the list goes on. */
export function withGaps<Row extends Ranked>(rows: readonly Row[], players: number): ListItem<Row>[] {
  const items: ListItem<Row>[] = []
  let next = 1
  for (const row of rows) {
    if (row.rank > next) items.push({ kind: 'gap', from: next, to: row.rank - 1 })
    items.push({ kind: 'row', row })
    next = row.rank + 1
  }
  if (next <= players) items.push({ kind: 'gap', from: next, to: players })
  return items
}

/** Where the page before one begins, counted from 0; before one that is beyond the list's end, its last page. */
export const pageBefore = (offset: number, size: number, players: number): number =>
  Math.max(0, Math.min(offset - size, (Math.ceil(players / size) - 1) * size))
