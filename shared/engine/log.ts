import { type DealNumber, parseDealNumber } from './deal.ts'
import { err, ok, type Result } from './result.ts'
import { type Autoplay, isVariantId, VARIANTS, type VariantId } from './variant.ts'

/** What happened in a game: at t whole milliseconds since its reveal, a move in notation, `undo`, `hint` or `finish`. */
export type LogEvent = readonly [t: number, e: string]

/** A game as it is written down. Well formed, which says nothing about whether it can be played. */
export interface Log {
  readonly v: 1
  readonly deal: DealNumber
  readonly variant: VariantId
  readonly autoplay: Autoplay
  readonly events: readonly LogEvent[]
}

export const LOG_VERSION = 1
export const MAX_EVENTS = 5000
/** Where a table says that the log is nearly full. */
export const TABLE_EVENT_LIMIT = 4900
/** The largest log: bytes of its JSON in UTF-8, without white space. */
export const MAX_LOG_BYTES = 131_072
/** The latest time of an event, in milliseconds. */
export const MAX_T = 2 ** 31 - 1

const LOG_KEYS = ['v', 'deal', 'variant', 'autoplay', 'events'] as const

/** The log in any value out of JSON, made anew; what is no log in shape and size is `not-a-log`. */
export function parseLog(value: unknown): Result<Log, 'not-a-log'> {
  if (!isRecord(value)) return err('not-a-log')
  const keys = Object.keys(value)
  if (keys.length !== LOG_KEYS.length || !LOG_KEYS.every((key) => Object.hasOwn(value, key))) return err('not-a-log')
  const { v, variant, autoplay } = value
  const deal = parseDealNumber(value.deal)
  if (v !== LOG_VERSION || !deal.ok || !isVariantId(variant)) return err('not-a-log')
  const own = VARIANTS[variant].autoplay
  if (autoplay !== 'off' && autoplay !== own) return err('not-a-log')
  const events = parseEvents(value.events)
  return events.ok ? ok({ v, deal: deal.value, variant, autoplay, events: events.value }) : events
}

/** The log in a JSON text. */
export function parseLogText(text: string): Result<Log, 'not-a-log'> {
  try {
    return parseLog(JSON.parse(text))
  } catch {
    return err('not-a-log')
  }
}

/** The events in any value out of JSON, made anew, within the limits of a log. */
export function parseEvents(value: unknown): Result<readonly LogEvent[], 'not-a-log'> {
  if (!Array.isArray(value) || value.length > MAX_EVENTS) return err('not-a-log')
  const events: LogEvent[] = []
  for (const item of value as readonly unknown[]) {
    if (!Array.isArray(item) || item.length !== 2) return err('not-a-log')
    const [t, e] = item as readonly unknown[]
    if (!isTime(t) || typeof e !== 'string') return err('not-a-log')
    events.push([t + 0, e]) // + 0 makes a plain 0 of JSON's -0
  }
  return isTooLarge(events) ? err('not-a-log') : ok(events)
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isTime = (value: unknown): value is number =>
  Number.isInteger(value) && (value as number) >= 0 && (value as number) <= MAX_T

// What the largest log without events takes, and the longest frame of one: `[2147483647,""],`.
const HEAD_BYTES = JSON.stringify({ v: 1, deal: 1_000_000, variant: 'bakers-game', autoplay: 'safe', events: [] }).length
const EVENT_BYTES = 16
// A UTF-16 unit in JSON: at most six bytes, as `\u0000`.
const UNIT_BYTES = 6

/** Whether events make a log too large. Ordinary ones are let through by an upper bound, without being written as JSON. */
function isTooLarge(events: readonly LogEvent[]): boolean {
  let bound = HEAD_BYTES
  for (const [, e] of events) bound += EVENT_BYTES + e.length * UNIT_BYTES
  return bound > MAX_LOG_BYTES && HEAD_BYTES + new TextEncoder().encode(JSON.stringify(events)).length > MAX_LOG_BYTES
}

// One letter for the words, which no move begins with. Any other text is kept as a JSON string without spaces.
const WORDS: ReadonlyMap<string, string> = new Map([
  ['undo', 'u'],
  ['hint', 'i'],
  ['finish', 'f'],
])
const WORDS_BACK: ReadonlyMap<string, string> = new Map([...WORDS].map(([word, letter]) => [letter, word]))
const PLAIN = /^[1-8a-d][1-8a-dh](?:x[1-9][0-9]?)?$/
const DELTA = /^-?(?:0|[1-9][0-9]{0,9})$/

/** The events as one compact text: each event, a colon, and the milliseconds since the one before it, separated by spaces. */
export function encodeEvents(events: readonly LogEvent[]): string {
  let before = 0
  return events
    .map(([t, e]) => {
      const delta = t - before
      before = t
      return `${encodeText(e)}:${delta}`
    })
    .join(' ')
}

const encodeText = (e: string): string => WORDS.get(e) ?? (PLAIN.test(e) ? e : JSON.stringify(e).replaceAll(' ', '\\u0020'))

/** The events that `encodeEvents` wrote; any other text is `not-a-log`. */
export function decodeEvents(text: string): Result<readonly LogEvent[], 'not-a-log'> {
  const items: unknown[] = []
  let t = 0
  for (const item of text === '' ? [] : text.split(' ')) {
    const colon = item.lastIndexOf(':')
    const delta = item.slice(colon + 1)
    const e = decodeText(item.slice(0, Math.max(colon, 0)))
    if (!DELTA.test(delta) || e === undefined) return err('not-a-log')
    t += Number(delta)
    items.push([t, e])
  }
  return parseEvents(items)
}

function decodeText(text: string): string | undefined {
  if (PLAIN.test(text)) return text
  if (!text.startsWith('"')) return WORDS_BACK.get(text)
  try {
    return String(JSON.parse(text))
  } catch {
    return undefined
  }
}

/** The log as one compact text: version, deal, variant and autoplay, then its events. */
export function encodeLog({ v, deal, variant, autoplay, events }: Log): string {
  return [v, deal, variant, autoplay, encodeEvents(events)].join(' ')
}

/** The log that `encodeLog` wrote; any other text is `not-a-log`. */
export function decodeLog(text: string): Result<Log, 'not-a-log'> {
  const [v, deal, variant, autoplay, ...rest] = text.split(' ')
  const events = decodeEvents(rest.join(' '))
  if (!events.ok) return events
  return parseLog({ v: Number(v), deal: Number(deal), variant, autoplay, events: events.value })
}
