import { checkMove, HOME, type Move, naturalCount, type Place } from './move.ts'
import type { Position } from './position.ts'
import { err, ok, type Result } from './result.ts'
import type { Variant } from './variant.ts'

// FreeCell's standard notation as it is used on the net: columns 1 to 8, cells a to d, h for home, here with a count.
const GRAMMAR = /^([1-8a-d])([1-8a-dh])(?:x([1-9][0-9]?))?$/
const COLUMNS = '12345678'
const CELLS = 'abcd'

/** Whether a text has the form of a move, in whatever position. */
export const isMoveText = (text: string): boolean => GRAMMAR.test(text)

/**
 * The legal move that a text names in a position; anything else is `illegal-move`. Without a count, a move into an empty column
 * takes as many cards as it can; elsewhere the ranks say how many, and a written count must be that number.
 */
export function parseMove(position: Position, variant: Variant, text: string): Result<Move, 'illegal-move'> {
  const match = GRAMMAR.exec(text)
  if (match === null) return err('illegal-move')
  const from = placeFromLetter(match[1] as string)
  const to = placeFromLetter(match[2] as string)
  const count = match[3] === undefined ? naturalCount(position, variant, from, to) : Number(match[3])
  const move: Move = { from, to, count }
  return checkMove(position, variant, move) ? ok(move) : err('illegal-move')
}

/** The move's text, in one form: with a count into an empty column, without elsewhere. The move must be legal in the position. */
export function makeMove(position: Position, { from, to, count }: Move): string {
  const intoEmpty = to.kind === 'column' && position.columns[to.index]?.length === 0
  return `${letterFromPlace(from)}${letterFromPlace(to)}${intoEmpty ? `x${count}` : ''}`
}

function placeFromLetter(letter: string): Place {
  if (letter === 'h') return HOME
  const column = COLUMNS.indexOf(letter)
  return column >= 0 ? { kind: 'column', index: column } : { kind: 'cell', index: CELLS.indexOf(letter) }
}

function letterFromPlace(place: Place): string {
  if (place.kind === 'foundation') return 'h'
  return (place.kind === 'column' ? COLUMNS : CELLS)[place.index] as string
}
