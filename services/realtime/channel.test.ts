import type { BoardId } from '@speedcell/shared/contracts'
import { expect, test } from 'vitest'
import { parseDay } from '../core/index.ts'
import { decodeNotice, encodeNotice, type Notice } from './channel.ts'

const DAY = parseDay('2026-11-30')

test.each<[notice: Notice]>([
  [{ type: 'taken', stage: 's', claim: 'c' }],
  [{ type: 'ended', stage: 's' }],
  [{ type: 'list', day: DAY, run: 'r' }],
  [{ type: 'list', day: DAY, run: null }],
  [{ type: 'board', board: 'all' as BoardId, came: 'r', left: null }],
  [{ type: 'board', board: 'week:2026-W49' as BoardId, came: 'r', left: 's' }],
])('a notice is read as it was written: %j', (notice) => {
  expect(decodeNotice(encodeNotice(notice))).toEqual(notice)
})

test.each<[what: string, text: string]>([
  ['nothing', ''],
  ['no JSON', '{"type":'],
  ['no object', '7'],
  ['of a type that is not known', '{"type":"new","stage":"s"}'],
  ['without its stage', '{"type":"ended"}'],
  ['of a day that does not exist', '{"type":"list","day":"2026-02-30","run":null}'],
  ['of a board that does not exist', '{"type":"board","board":"year:2026","came":"r","left":null}'],
])('what is none is left out: %s', (_what, text) => {
  expect(decodeNotice(text)).toBeUndefined()
})
