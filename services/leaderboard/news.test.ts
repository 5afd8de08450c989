import { expect, test } from 'vitest'
import { type BoardChange, sumOf } from './news.ts'

test.each<[what: string, changes: BoardChange[], sum: ReturnType<typeof sumOf>]>([
  ['nothing', [], { came: [], left: [] }],
  ['a first run', [{ came: 'a', left: null }], { came: ['a'], left: [] }],
  ['a better one', [{ came: 'b', left: 'a' }], { came: ['b'], left: ['a'] }],
  [
    'a better one twice',
    [
      { came: 'b', left: 'a' },
      { came: 'c', left: 'b' },
    ],
    { came: ['c'], left: ['a'] },
  ],
  ['one that is struck', [{ came: null, left: 'a' }], { came: [], left: ['a'] }],
  [
    'one that is struck and cleared',
    [
      { came: 'a', left: 'b' },
      { came: 'b', left: 'a' },
    ],
    { came: [], left: [] },
  ],
  [
    'one that is new, struck and cleared',
    [
      { came: 'a', left: null },
      { came: null, left: 'a' },
      { came: 'a', left: null },
    ],
    { came: ['a'], left: [] },
  ],
  [
    'several players',
    [
      { came: 'a', left: null },
      { came: 'y', left: 'x' },
    ],
    { came: ['a', 'y'], left: ['x'] },
  ],
])('changes come to: %s', (_what, changes, sum) => {
  expect(sumOf(changes)).toEqual(sum)
})
