// biome-ignore-all lint/style/noNonNullAssertion: indices are in range by construction
import type { Position } from '../engine/index.ts'
import { type Board, COLUMNS, HOME, TO_CELL } from './board.ts'

/**
 * Writes move words as a log's moves. The board stands on the root, before any flight, and is moved along. Flights that the game does
 * not do by itself are written out.
 *
 * The board keeps its occupied cells without gaps, while a log names the cells as the player sees them: what `seen` keeps track of.
 */
export function lineOf(board: Board, root: Position, words: readonly number[], autoplayOff: boolean): string[] {
  const seen: (number | null)[] = [...root.cells]
  const line: string[] = []
  const write = (from: number, card: number, to: string): void => {
    const cell = seen.indexOf(card)
    line.push((from < COLUMNS ? `${from + 1}` : 'abcd'[cell]!) + to)
    if (from >= COLUMNS) seen[cell] = null
  }
  const writeFlights = (first: number, last: number): void => {
    for (let i = 0; i < board.flights; i++) {
      const card = board.flightCard[i]!
      if (i >= first && i < last) write(board.flightFrom[i]!, card, 'h')
      else if (board.flightFrom[i]! >= COLUMNS) seen[seen.indexOf(card)] = null
    }
  }

  board.flights = 0
  board.fly()
  // A root that autoplay has not seen yet: its first flight is played by hand, and autoplay does the rest.
  writeFlights(0, autoplayOff ? board.flights : 1)
  for (const word of words) {
    const from = word & 15
    const to = (word >> 4) & 15
    const count = word >> 8
    if (to !== HOME) {
      const card = from < COLUMNS ? -1 : board.cells[from - COLUMNS]!
      if (to === TO_CELL) {
        const cell = seen.indexOf(null)
        write(from, card, 'abcd'[cell]!)
        seen[cell] = board.end(from)
      } else write(from, card, `${to + 1}${board.length[to] === 0 ? `x${count}` : ''}`)
    }
    board.play(word)
    writeFlights(0, autoplayOff ? board.flights : to === HOME ? 1 : 0)
  }
  return line
}
