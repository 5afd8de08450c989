import { type Log, MAX_T, parseLog, replay } from '@speedcell/shared/engine'
import { TIERS } from '@speedcell/shared/solver/pools'

/** How a deal is drawn: proven to be winnable, at a difficulty; or wholly at random, without that promise. */
export const DRAWINGS = [...TIERS, 'random'] as const
export type Drawing = (typeof DRAWINGS)[number]

/** How the deal on the table was chosen. */
export const CHOICES = ['number', 'link', 'replay', ...DRAWINGS] as const
export type Choice = (typeof CHOICES)[number]

/** What a game came to. */
export interface GameResult {
  readonly won: boolean
  /** Points × the variant's factor. */
  readonly score: number
  readonly moves: number
  readonly ms: number
}

/** The free game as it is kept on the device. */
export interface SavedGame {
  /** Made at the deal; the same game has the same one for ever. */
  readonly id: string
  /** All events, those taken back too: its undo history. */
  readonly log: Log
  /** Milliseconds that the clock has counted. */
  readonly elapsed: number
  readonly choice: Choice
  /** The last result on this deal before this game. */
  readonly before: GameResult | null
  /** The window that plays it. */
  readonly owner: string
  /** Grows with every write, whichever window writes. */
  readonly revision: number
}

/** Who wrote a saved game last, and how often it has been written. */
export type Mark = Pick<SavedGame, 'owner' | 'revision'>

/** The mark of what is saved, whatever game it is; undefined if nothing is, or it bears none. */
export function parseMark(text: string | null): Mark | undefined {
  const value = parseJson(text)
  return isRecord(value) && typeof value.owner === 'string'
    ? { owner: value.owner, revision: revisionOf(value.revision) }
    : undefined
}

/** More writings than anybody makes, and far from where counting becomes inexact. */
const MOST_WRITINGS = 2 ** 50

/** A revision as it was read; one that cannot be right begins anew, since no game is lost for that. */
const revisionOf = (value: unknown): number =>
  Number.isInteger(value) && (value as number) >= 0 && (value as number) < MOST_WRITINGS ? (value as number) : 0

/** The saved game in a text, if it is one that can be played on; anything else is undefined. Keys it does not know are left alone. */
export function parseSavedGame(text: string | null): SavedGame | undefined {
  const value = parseJson(text)
  if (!isRecord(value)) return undefined
  const { id, elapsed, choice, before, owner, revision } = value
  const log = parseLog(value.log)
  if (!log.ok || !replay(log.value).ok) return undefined
  if (typeof id !== 'string' || typeof owner !== 'string' || !isCount(elapsed)) return undefined
  const known = CHOICES.find((one) => one === choice)
  if (known === undefined) return undefined
  return {
    id,
    log: log.value,
    elapsed,
    choice: known,
    before: parseGameResult(before) ?? null,
    owner,
    revision: revisionOf(revision),
  }
}

/** Results by deal, the latest last. */
export type Results = ReadonlyMap<string, GameResult>

/** So many deals' results are remembered. */
const MOST_RESULTS = 500

export const resultKey = ({ variant, deal }: Pick<Log, 'variant' | 'deal'>): string => `${variant}:${deal}`

/** The results in a text; what is none is left out. */
export function parseResults(text: string | null): Results {
  const value = parseJson(text)
  const results = new Map<string, GameResult>()
  if (!Array.isArray(value)) return results
  for (const item of value as readonly unknown[]) {
    if (!Array.isArray(item)) continue
    const [key, stored] = item as readonly unknown[]
    const result = parseGameResult(stored)
    if (typeof key === 'string' && result !== undefined) results.set(key, result)
  }
  return results
}

/** The results with one more, the oldest forgotten. */
export function withResult(results: Results, key: string, result: GameResult): Results {
  const next = new Map(results)
  next.delete(key)
  next.set(key, result)
  return new Map([...next].slice(-MOST_RESULTS))
}

function parseGameResult(value: unknown): GameResult | undefined {
  if (!isRecord(value)) return undefined
  const { won, score, moves, ms } = value
  return typeof won === 'boolean' && isCount(score) && isCount(moves) && isCount(ms) ? { won, score, moves, ms } : undefined
}

function parseJson(text: string | null): unknown {
  try {
    return text === null ? undefined : JSON.parse(text)
  } catch {
    return undefined
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isCount = (value: unknown): value is number =>
  Number.isInteger(value) && (value as number) >= 0 && (value as number) <= MAX_T
