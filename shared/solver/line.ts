// biome-ignore-all lint/style/noNonNullAssertion: indices are in range by construction
import type { Position } from '../engine/index.ts'
import { type Board, COLUMNS, TO_CELL, TO_HOME } from './board.ts'

const CELL_NAMES = 'abcd'

/**
 * Writes move words as a log's moves: from the root, with the board that knows the rules. With autoplay off the flights that the solver
 * makes are written out; otherwise the game makes them. (On a root that autoplay has not seen yet the first flight is written, which
 * sets off the others.)
 *
 * The board keeps its occupied cells without gaps; the log names them as the player sees them, which `seen` keeps track of.
 */
export function lineOf(board: Board, root: Position, words: readonly number[], autoplayOff: boolean): string[] {
  const line: string[] = []
  const seen: (number | null)[] = [...root.cells]

  const leave = (from: number, card: number): string => {
    if (from < COLUMNS) return String(from + 1)
    const cell = seen.indexOf(card)
    seen[cell] = null
    return CELL_NAMES[cell]!
  }
  const writeFlights = (byHand: number): void => {
    for (let i = 0; i < board.flights; i++) {
      const from = leave(board.flightFrom[i]!, board.flightCard[i]!)
      if (autoplayOff || i < byHand) line.push(`${from}h`)
    }
  }

  board.load(root)
  board.fly()
  writeFlights(1)
  for (const word of words) {
    const from = word & 15
    const to = (word >> 4) & 15
    const count = word >> 8
    if (to === TO_CELL) {
      const cell = seen.indexOf(null)
      seen[cell] = board.endOf(from)
      line.push(`${from + 1}${CELL_NAMES[cell]}`)
    } else if (to !== TO_HOME) {
      line.push(`${leave(from, board.endOf(from))}${to + 1}${board.length[to] === 0 ? `x${count}` : ''}`)
    }
    board.play(word)
    writeFlights(to === TO_HOME ? 1 : 0)
  }
  return line
}
