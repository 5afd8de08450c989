import {
  decodeEvents,
  decodeLog,
  parseCard,
  parseDealNumber,
  parseEvents,
  parseLog,
  parseLogText,
  replay,
  summary,
} from '@speedcell/shared/engine'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { events, setups, texts } from './arbitraries.ts'

/** Any value at all: prototypes missing, bigints, dates, maps, sparse arrays, symbols as values, NaN, -0. */
const anything = fc.anything({
  withBigInt: true,
  withBoxedValues: true,
  withDate: true,
  withMap: true,
  withNullPrototype: true,
  withObjectString: true,
  withSet: true,
  withSparseArray: true,
  withTypedArray: true,
  withUnicodeString: true,
})

const jsonValues = fc.jsonValue({ maxDepth: 6 })

/** A log with one of its parts put in another's place, or replaced by anything. */
const nearlyLogs = fc
  .record({
    setup: setups,
    events,
    key: fc.constantFrom('v', 'deal', 'variant', 'autoplay', 'events', 'extra'),
    value: fc.oneof(anything, jsonValues),
  })
  .map(({ setup, events, key, value }) => ({ v: 1, ...setup, events, [key]: value }))

const nearlyEvents = fc.array(fc.oneof({ weight: 5, arbitrary: fc.tuple(fc.nat(), texts) }, { weight: 1, arbitrary: anything }), {
  maxLength: 20,
})

/** Reading and playing give answers; an exception fails the test. */
function readAndPlay(value: unknown): void {
  const log = parseLog(value)
  if (log.ok) {
    const result = replay(log.value)
    if (result.ok) summary(result.game)
  } else {
    expect(log).toEqual({ ok: false, error: 'not-a-log' })
  }
}

describe('nothing from outside makes the engine throw', () => {
  test('any value', () => {
    fc.assert(
      fc.property(fc.oneof(anything, jsonValues), (value) => {
        readAndPlay(value)
        parseEvents(value)
        parseDealNumber(value)
      }),
    )
  })

  test('a log with a part replaced', () => {
    fc.assert(fc.property(nearlyLogs, readAndPlay))
  })

  test('a log with events replaced', () => {
    fc.assert(
      fc.property(setups, nearlyEvents, (setup, events) => {
        readAndPlay({ v: 1, ...setup, events })
        parseEvents(events)
      }),
    )
  })

  test('any text', () => {
    fc.assert(
      fc.property(fc.oneof(texts, fc.json(), fc.string()), (text) => {
        parseLogText(text)
        decodeLog(text)
        decodeEvents(text)
        parseCard(text)
      }),
    )
  })

  test('a compact text with a character changed', () => {
    fc.assert(
      fc.property(fc.nat(60), texts, (at, text) => {
        const original = '1 617 freecell-4 safe 64:350 18x3:350 u:0 h:89300 f:1'
        const changed = original.slice(0, at) + text + original.slice(at + 1)
        const log = decodeLog(changed)
        if (log.ok) readAndPlay(log.value)
      }),
    )
  })

  test.each([
    ['deep arrays', JSON.parse('['.repeat(9000) + ']'.repeat(9000))],
    ['deep objects', JSON.parse(`${'{"events":'.repeat(9000)}1${'}'.repeat(9000)}`)],
    [
      'a million events',
      { v: 1, deal: 1, variant: 'freecell-4', autoplay: 'safe', events: Array.from({ length: 1_000_000 }, () => [0, '12']) },
    ],
    [
      'a text of 16 million letters',
      { v: 1, deal: 1, variant: 'freecell-4', autoplay: 'safe', events: [[0, 'a'.repeat(2 ** 24)]] },
    ],
    ['an array with holes', { v: 1, deal: 1, variant: 'freecell-4', autoplay: 'safe', events: new Array(100) }],
    ['an event with holes', { v: 1, deal: 1, variant: 'freecell-4', autoplay: 'safe', events: [new Array(2)] }],
  ])('%s', (_name, value) => {
    expect(parseLog(value)).toEqual({ ok: false, error: 'not-a-log' })
  })
})
