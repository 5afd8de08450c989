import { type DealNumber, parseDealNumber } from './deal.ts'
import { isMoveText } from './notation.ts'
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
  const hasItsKeys = Object.keys(value).length === LOG_KEYS.length && LOG_KEYS.every((key) => Object.hasOwn(value, key))
  const { v, variant } = value
  const deal = parseDealNumber(value.deal)
  if (!hasItsKeys || v !== LOG_VERSION || !deal.ok || !isVariantId(variant)) return err('not-a-log')
  const autoplay = ([VARIANTS[variant].autoplay, 'off'] as const).find((rule) => rule === value.autoplay)
  const events = eventsFrom(value.events)
  if (autoplay === undefined || events === undefined) return err('not-a-log')
  const log: Log = { v, deal: deal.value, variant, autoplay, events }
  return isTooLarge(log, events) ? err('not-a-log') : ok(log)
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
  const events = eventsFrom(value)
  return events === undefined || isTooLarge(events, events) ? err('not-a-log') : ok(events)
}

function eventsFrom(value: unknown): readonly LogEvent[] | undefined {
  if (!Array.isArray(value) || value.length > MAX_EVENTS) return undefined
  const events: LogEvent[] = []
  for (const item of value as readonly unknown[]) {
    if (!Array.isArray(item) || item.length !== 2) return undefined
    const [t, e] = item as readonly unknown[]
    if (!isTime(t) || typeof e !== 'string') return undefined
    events.push([t + 0, e]) // + 0 makes a plain 0 of JSON's -0
  }
  return events
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isTime = (value: unknown): value is number =>
  Number.isInteger(value) && (value as number) >= 0 && (value as number) <= MAX_T

// Upper bounds, in bytes of JSON: a log without events; an event without its text, `[2147483647,""],`; a UTF-16 unit (a control character).
const HEAD_BYTES = 100
const EVENT_BYTES = 16
const UNIT_BYTES = 6

/** Whether the value's JSON is too large. What its events bound well enough is not written as JSON to be measured. */
function isTooLarge(value: unknown, events: readonly LogEvent[]): boolean {
  let bound = HEAD_BYTES
  for (const [, e] of events) bound += EVENT_BYTES + e.length * UNIT_BYTES
  return bound > MAX_LOG_BYTES && new TextEncoder().encode(JSON.stringify(value)).length > MAX_LOG_BYTES
}

// One letter for each word. Moves are kept as they are, any other text as a JSON string without spaces.
const LETTERS: ReadonlyMap<string, string> = new Map([
  ['undo', 'u'],
  ['hint', 'h'],
  ['finish', 'f'],
])
const WORDS: ReadonlyMap<string, string> = new Map([...LETTERS].map(([word, letter]) => [letter, word]))

/** The events as one compact text: of each its text, a colon, and the milliseconds since the one before, separated by spaces. */
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

const encodeText = (e: string): string => LETTERS.get(e) ?? (isMoveText(e) ? e : JSON.stringify(e).replaceAll(' ', '\\u0020'))

/** The events that `encodeEvents` wrote; any other text is `not-a-log`. */
export function decodeEvents(text: string): Result<readonly LogEvent[], 'not-a-log'> {
  let t = 0
  const items = (text === '' ? [] : text.split(' ')).map((item) => {
    const colon = item.lastIndexOf(':')
    t += Number(item.slice(colon + 1))
    return [t, decodeText(item.slice(0, Math.max(colon, 0)))]
  })
  const events = parseEvents(items)
  return events.ok && encodeEvents(events.value) === text ? events : err('not-a-log')
}

function decodeText(text: string): string | undefined {
  if (!text.startsWith('"')) return WORDS.get(text) ?? text
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The log as one compact text: version, deal, variant and autoplay, then its events. */
export function encodeLog({ v, deal, variant, autoplay, events }: Log): string {
  return `${v} ${deal} ${variant} ${autoplay} ${encodeEvents(events)}`
}

/** The log that `encodeLog` wrote; any other text is `not-a-log`. */
export function decodeLog(text: string): Result<Log, 'not-a-log'> {
  const [v, deal, variant, autoplay, ...rest] = text.split(' ')
  const events = decodeEvents(rest.join(' '))
  if (!events.ok) return events
  const log = parseLog({ v: Number(v), deal: Number(deal), variant, autoplay, events: events.value })
  return log.ok && encodeLog(log.value) === text ? log : err('not-a-log')
}
