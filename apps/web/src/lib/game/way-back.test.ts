import type { Hint } from '@speedcell/shared/contracts'
import { expect, test } from 'vitest'
import { hintAfter } from './way-back.ts'

const lost = (takeBack: number | null): Hint => ({ kind: 'lost', move: null, takeBack })

test.each<[what: string, hint: Hint | null, last: string, after: Hint | null]>([
  ['a way back is a move shorter after an undo', lost(3), 'undo', lost(2)],
  ['and at its end once it was the last one', lost(1), 'undo', null],
  ['a way that was not found stays unknown', lost(null), 'undo', null],
  ['a move leads elsewhere', lost(3), '3a', null],
  ['a hint that names a move is over', { kind: 'move', move: '3a', takeBack: null }, 'undo', null],
  ['no hint stays none', null, 'undo', null],
])('%s', (_what, hint, last, after) => {
  expect(hintAfter(hint, [0, last])).toEqual(after)
})
