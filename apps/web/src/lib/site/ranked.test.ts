import { describe, expect, it } from 'vitest'
import { type ListItem, mergeRows, pageBefore, type Ranked, withGaps } from './ranked.ts'

const row = (rank: number): Ranked => ({ rank, run: `run-${rank}` })
const shown = (items: readonly ListItem<Ranked>[]) =>
  items.map((item) => (item.kind === 'row' ? item.row.rank : `${item.from}-${item.to}`))

describe('a list with gaps', () => {
  it.each([
    ['a top and an own place', [1, 2, 3, 38, 39, 40], 100, [1, 2, 3, '4-37', 38, 39, 40, '41-100']],
    ['a page further down', [51, 52], 52, ['1-50', 51, 52]],
    ['all of it', [1, 2], 2, [1, 2]],
    ['nobody yet', [], 0, []],
  ])('%s', (_, ranks, players, items) => {
    expect(
      shown(
        withGaps(
          ranks.map((rank) => row(rank)),
          players,
        ),
      ),
    ).toEqual(items)
  })

  it('joins pieces that overlap', () => {
    expect(mergeRows([row(1), row(2)], [row(2), row(3), row(9)]).map(({ rank }) => rank)).toEqual([1, 2, 3, 9])
  })
})

describe('the page before', () => {
  it.each([
    ['the second', 50, 94, 0],
    ['one that begins anywhere', 30, 94, 0],
    ['the last', 50, 100, 0],
    ['one just beyond the end', 100, 100, 50],
    ['one far beyond the end', 9_999_999, 94, 50],
    ['any, of a list without anybody', 50, 0, 0],
  ])('%s', (_, offset, players, before) => expect(pageBefore(offset, 50, players)).toBe(before))
})
