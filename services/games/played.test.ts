import { type Log, parseLog } from '@speedcell/shared/engine'
import { describe, expect, test } from 'vitest'
import { playLog } from './played.ts'

const GAME = { v: 1, deal: 617, variant: 'freecell-4', autoplay: 'safe' }
const EVENTS = [
  [100, '6a'],
  [200, '1b'],
  [300, 'undo'],
]

function logWith(changed: object): Log {
  const log = parseLog({ ...GAME, events: EVENTS, ...changed })
  if (!log.ok) throw new Error(log.error)
  return log.value
}
function digestOf(changed: object): string {
  const played = playLog(logWith(changed))
  if (!played.ok) throw new Error(played.error)
  return played.value.digest
}

describe('the same game', () => {
  test.each<[what: string, changed: object]>([
    ['other times', { events: EVENTS.map(([t, e]) => [Number(t) * 2, e]) }],
    ['autoplay off', { autoplay: 'off' }],
    ['a hint more', { events: [...EVENTS, [400, 'hint']] }],
    ['a count written', { events: [[100, '6ax1'], ...EVENTS.slice(1)] }],
  ])('%s', (_, changed) => expect(digestOf(changed)).toBe(digestOf({})))
})

describe('another game', () => {
  test.each<[what: string, changed: object]>([
    ['another deal', { deal: 618 }],
    ['another variant', { variant: 'freecell-3' }],
    ['a move less', { events: EVENTS.slice(0, 1) }],
    ['a move more', { events: [...EVENTS, [400, '1b']] }],
    ['another cell', { events: [[100, '6b'], [200, '1a'], EVENTS[2]] }],
    ['not taken back', { events: EVENTS.slice(0, 2) }],
  ])('%s', (_, changed) => expect(digestOf(changed)).not.toBe(digestOf({})))
})

test('what cannot be played is named by its index', () => {
  expect(playLog(logWith({ events: [...EVENTS, [400, '11']] }))).toMatchObject({ ok: false, index: 3, error: 'illegal-move' })
  expect(playLog(logWith({ events: [...EVENTS, [299, '1b']] }))).toMatchObject({ ok: false, index: 3, error: 'time-falls' })
})
