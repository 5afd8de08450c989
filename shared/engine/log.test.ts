import { describe, expect, test } from 'vitest'
import {
  decodeEvents,
  decodeLog,
  encodeEvents,
  encodeLog,
  type LogEvent,
  MAX_EVENTS,
  MAX_LOG_BYTES,
  MAX_T,
  parseEvents,
  parseLog,
  parseLogText,
} from './log.ts'

const NOT_A_LOG = { ok: false, error: 'not-a-log' }
const LOG = {
  v: 1,
  deal: 617,
  variant: 'freecell-4',
  autoplay: 'safe',
  events: [
    [0, '64'],
    [350, 'undo'],
  ],
}

const without = (key: keyof typeof LOG) => Object.fromEntries(Object.entries(LOG).filter(([name]) => name !== key))
const withEvents = (...events: unknown[]) => ({ ...LOG, events })

describe('parseLog', () => {
  test.each([
    ['an ordinary one', LOG],
    ['no events', withEvents()],
    ['autoplay off', { ...LOG, autoplay: 'off' }],
    ["the variant's own autoplay", { ...LOG, variant: 'bakers-game', autoplay: 'all' }],
    ['times that fall: for the replay to judge', withEvents([9, '64'], [3, '64'])],
    ['texts that are no moves: for the replay to judge', withEvents([0, ''], [0, 'x'], [0, '\ud800'])],
    ['the latest time', withEvents([MAX_T, '64'])],
    ['the last deal', { ...LOG, deal: 1_000_000 }],
    ['as many events as there may be', withEvents(...Array.from({ length: MAX_EVENTS }, (_, t) => [t, '64']))],
    [
      'a number that JSON wrote as 1.0',
      JSON.parse('{"v":1.0,"deal":617.0,"variant":"freecell-4","autoplay":"safe","events":[[3.0,"64"]]}'),
    ],
  ])('takes %s', (_name, value) => {
    expect(parseLog(value)).toEqual({ ok: true, value })
  })

  test('makes a new log, so that what comes later to the value does not matter', () => {
    const value = withEvents([0, '64'])
    const log = parseLog(value)
    value.events.push([1, '46'])
    expect(log).toMatchObject({ ok: true, value: { events: [[0, '64']] } })
  })

  test('a time of -0 is 0', () => {
    const log = parseLog(JSON.parse('{"v":1,"deal":617,"variant":"freecell-4","autoplay":"safe","events":[[-0,"64"]]}'))
    expect(log.ok && Object.is(log.value.events[0]?.[0], 0)).toBe(true)
  })

  test.each([
    ['null', null],
    ['undefined', undefined],
    ['a number', 1],
    ['a text', JSON.stringify(LOG)],
    ['an array', [LOG]],
    ['an empty object', {}],
    ['v missing', without('v')],
    ['deal missing', without('deal')],
    ['variant missing', without('variant')],
    ['autoplay missing', without('autoplay')],
    ['events missing', without('events')],
    ['a key more', { ...LOG, points: 900 }],
    ['a key instead of another', { ...without('v'), version: 1 }],
    ['__proto__ as a key', JSON.parse(JSON.stringify(LOG).replace('{', '{"__proto__":{},'))],
    ['keys that are only inherited', Object.create(LOG)],
    ['v 2', { ...LOG, v: 2 }],
    ['v as a text', { ...LOG, v: '1' }],
    ['v true', { ...LOG, v: true }],
    ['deal 0', { ...LOG, deal: 0 }],
    ['deal 1000001', { ...LOG, deal: 1_000_001 }],
    ['deal as a text', { ...LOG, deal: '617' }],
    ['half a deal', { ...LOG, deal: 617.5 }],
    ['an unknown variant', { ...LOG, variant: 'freecell-5' }],
    ['a variant that every object has', { ...LOG, variant: 'constructor' }],
    ['__proto__ as the variant', { ...LOG, variant: '__proto__' }],
    ['a variant in an array', { ...LOG, variant: ['freecell-4'] }],
    ["another variant's autoplay", { ...LOG, autoplay: 'all' }],
    ["another variant's autoplay, the other way", { ...LOG, variant: 'bakers-game', autoplay: 'safe' }],
    ['an unknown autoplay', { ...LOG, autoplay: 'on' }],
    ['autoplay false', { ...LOG, autoplay: false }],
    ['events null', { ...LOG, events: null }],
    ['events an object', { ...LOG, events: { 0: [0, '64'], length: 1 } }],
    ['an event null', withEvents(null)],
    ['an event an object', withEvents({ t: 0, e: '64' })],
    ['an event a text', withEvents('64')],
    ['an empty event', withEvents([])],
    ['an event of one', withEvents([0])],
    ['an event of three', withEvents([0, '64', 1])],
    ['t a text', withEvents(['0', '64'])],
    ['t null', withEvents([null, '64'])],
    ['t NaN', withEvents([Number.NaN, '64'])],
    ['t infinite', withEvents([Number.POSITIVE_INFINITY, '64'])],
    ['t below 0', withEvents([-1, '64'])],
    ['t a fraction', withEvents([0.5, '64'])],
    ['t past the latest', withEvents([MAX_T + 1, '64'])],
    ['e a number', withEvents([0, 64])],
    ['e null', withEvents([0, null])],
    ['e an array', withEvents([0, ['64']])],
    ['a bad event after good ones', withEvents([0, '64'], [1, '46'], [2, 3])],
    ['an event too many', withEvents(...Array.from({ length: MAX_EVENTS + 1 }, (_, t) => [t, '64']))],
    ['a huge text', withEvents([0, '6'.repeat(MAX_LOG_BYTES)])],
    ['many long texts', withEvents(...Array.from({ length: MAX_EVENTS }, (_, t) => [t, '6'.repeat(30)]))],
    ['deep nesting', withEvents([0, JSON.parse('['.repeat(5000) + ']'.repeat(5000))])],
  ])('%s is no log', (_name, value) => {
    expect(parseLog(value)).toEqual(NOT_A_LOG)
  })

  test.each([
    ['in plain letters', 'a', 1],
    ['in letters of two bytes', 'ü', 2],
    ['in characters of four bytes', '🂡', 4],
    ['in control characters, which JSON writes with six', '\u0001', 6],
    ['in lone surrogates, which JSON writes with six', '\ud800', 6],
  ])('the size is counted in bytes of JSON, %s', (_name, character, bytes) => {
    const frame = JSON.stringify(withEvents([0, ''])).length
    const room = MAX_LOG_BYTES - frame
    const text = character.repeat(Math.floor(room / bytes)) + 'a'.repeat(room % bytes)
    expect(parseLog(withEvents([0, text])).ok).toBe(true)
    expect(parseLog(withEvents([0, `${text}a`]))).toEqual(NOT_A_LOG)
  })
})

describe('parseLogText', () => {
  test('takes JSON, with white space or without', () => {
    expect(parseLogText(JSON.stringify(LOG))).toEqual({ ok: true, value: LOG })
    expect(parseLogText(JSON.stringify(LOG, null, 2))).toEqual({ ok: true, value: LOG })
  })

  test.each([
    ['nothing', ''],
    ['no JSON', 'log'],
    ['JSON cut off', JSON.stringify(LOG).slice(0, -1)],
    ['two values', `${JSON.stringify(LOG)}${JSON.stringify(LOG)}`],
    ['NaN, which JSON has not', JSON.stringify(LOG).replace('350', 'NaN')],
    ['a number too large for a number', JSON.stringify(LOG).replace('350', '1e999')],
    ['deep nesting', '['.repeat(100_000)],
  ])('%s is no log', (_name, text) => {
    expect(parseLogText(text)).toEqual(NOT_A_LOG)
  })
})

describe('parseEvents', () => {
  test('takes a batch', () => {
    expect(parseEvents(LOG.events)).toEqual({ ok: true, value: LOG.events })
  })

  test.each([
    ['no array', {}],
    ['a bad event', [[0, '64'], [1]]],
    ['too many', Array.from({ length: MAX_EVENTS + 1 }, () => [0, '64'])],
    ['too large', [[0, 'a'.repeat(MAX_LOG_BYTES)]]],
  ])('%s is refused', (_name, value) => {
    expect(parseEvents(value)).toEqual(NOT_A_LOG)
  })
})

describe('the compact text', () => {
  const events: LogEvent[] = [
    [350, '64'],
    [700, '18x3'],
    [700, 'undo'],
    [90_000, 'hint'],
    [90_001, 'finish'],
  ]

  test('is short and readable', () => {
    expect(encodeEvents(events)).toBe('64:350 18x3:350 u:0 h:89300 f:1')
    const log = parseLog({ ...LOG, events })
    expect(log.ok && encodeLog(log.value)).toBe('1 617 freecell-4 safe 64:350 18x3:350 u:0 h:89300 f:1')
  })

  test.each([
    ['no events', []],
    ['ordinary ones', events],
    [
      'times that fall',
      [
        [500, '64'],
        [20, '46'],
      ],
    ],
    [
      'letters that stand for words',
      [
        [0, 'u'],
        [1, 'h'],
        [2, 'f'],
      ],
    ],
    [
      'spaces, colons, quotes and backslashes',
      [
        [0, ' '],
        [1, 'a: b'],
        [2, '"'],
        [3, '\\'],
        [4, '\\ '],
        [5, '\n'],
      ],
    ],
    ['nothing', [[0, '']]],
    [
      'lone surrogates and a zero',
      [
        [0, '\ud800'],
        [1, '\udc00 \u0000'],
      ],
    ],
    [
      'what is no move',
      [
        [0, '18x0'],
        [1, '64 '],
        [2, 'UNDO'],
      ],
    ],
  ] as [string, LogEvent[]][])('reads back: %s', (_name, written) => {
    expect(decodeEvents(encodeEvents(written))).toEqual({ ok: true, value: written })
    const log = parseLog({ ...LOG, events: written })
    expect(log.ok && decodeLog(encodeLog(log.value))).toEqual(log)
  })

  test.each([
    'x',
    '64',
    '64:',
    ':5',
    '64:5 ',
    ' 64:5',
    '64:5  46:1',
    '64:05',
    '64:+5',
    '64:1e3',
    '64:-1',
    '64:-0',
    '64:0.5',
    '64:NaN',
    `64:${MAX_T + 1}`,
    '"64":5',
    '"a:5',
    'undo:5',
    '"\ud800":0',
  ])('no events: %j', (text) => {
    expect(decodeEvents(text)).toEqual(NOT_A_LOG)
  })

  test.each([
    '',
    '1',
    '1 617 freecell-4 safe',
    '2 617 freecell-4 safe ',
    '1 0 freecell-4 safe ',
    '1 617 freecell-5 safe ',
    '1 617 freecell-4 all ',
    '0x1 617 freecell-4 safe ',
    '1 6.17e2 freecell-4 safe ',
    '1 617 freecell-4 safe 64',
  ])('no log: %j', (text) => {
    expect(decodeLog(text)).toEqual(NOT_A_LOG)
  })
})
