import { checkMove, HOME, type Move, naturalCount, type Place } from './move.ts'
import type { Position } from './position.ts'
import { err, ok, type Result } from './result.ts'
import type { Variant } from './variant.ts'

// FreeCell's standard notation: columns 1 to 8, cells a to d, h for home; and a count.
const COLUMNS = '12345678'
const CELLS = 'abcd'
const COUNT = /^x([1-9][0-9]?)$/

const FROM: ReadonlyMap<string, Place> = new Map([
  ...Array.from(COLUMNS, (letter, index): [string, Place] => [letter, { kind: 'column', index }]),
  ...Array.from(CELLS, (letter, index): [string, Place] => [letter, { kind: 'cell', index }]),
])
const TO: ReadonlyMap<string, Place> = new Map([...FROM, ['h', HOME]])

/** The parts of a text in the form `[1-8a-d][1-8a-dh](x[1-9][0-9]?)?`, which may be no legal move at all. */
function readMove(text: string): { from: Place; to: Place; count: number | undefined } | undefined {
  const from = FROM.get(text.charAt(0))
  const to = TO.get(text.charAt(1))
  if (from === undefined || to === undefined) return undefined
  if (text.length === 2) return { from, to, count: undefined }
  const count = COUNT.exec(text.slice(2))
  return count === null ? undefined : { from, to, count: Number(count[1]) }
}

/** Whether a text has the form of a move, in whatever position. */
export const isMoveText = (text: string): boolean => readMove(text) !== undefined

/**
 * The legal move that a text names in a position; anything else is `illegal-move`. Without a count, a move into an empty column
 * takes as many cards as it can; elsewhere the ranks say how many, and a written count must be that number.
 */
export function parseMove(position: Position, variant: Variant, text: string): Result<Move, 'illegal-move'> {
  const read = readMove(text)
  if (read === undefined) return err('illegal-move')
  const { from, to, count = naturalCount(position, variant, from, to) } = read
  const move: Move = { from, to, count }
  return checkMove(position, variant, move) ? ok(move) : err('illegal-move')
}

/** The move's text, in one form: with a count into an empty column, without elsewhere. The move must be legal in the position. */
export function makeMove(position: Position, { from, to, count }: Move): string {
  const intoEmpty = to.kind === 'column' && position.columns[to.index]?.length === 0
  return `${letterOf(from)}${letterOf(to)}${intoEmpty ? `x${count}` : ''}`
}

function letterOf(place: Place): string {
  if (place.kind === 'foundation') return 'h'
  return (place.kind === 'column' ? COLUMNS : CELLS).charAt(place.index)
}
