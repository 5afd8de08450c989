// biome-ignore-all lint/style/noNonNullAssertion: indices are in range by construction
import type { Autoplay, Position, Variant } from '../engine/index.ts'
import { Board, COLUMNS, type FlightRule, moveWord, TO_CELL, TO_HOME } from './board.ts'
import { UNWEIGHTED } from './weights.ts'

const CELL_NAMES = 'abcd'

/** The search's position, in which more may fly; and the game's, whose moves are written. */
const ahead = new Board()
const game = new Board()

/**
 * Writes the moves of a search as a log's: where the search lets more cards fly than the game, those are written out as moves. (On
 * a root that autoplay has not seen yet the first flight is written, which sets off the others.)
 *
 * The boards keep their occupied cells without gaps; the log names them as the player sees them, which `seen` keeps track of.
 */
export function lineOf(
  root: Position,
  variant: Variant,
  flightRule: FlightRule,
  autoplay: Autoplay,
  words: readonly number[],
): string[] {
  const line: string[] = []
  const seen: (number | null)[] = [...root.cells]

  /** The log's name of what a board calls `from`, where the card lies. */
  const nameOf = (from: number, card: number): string => (from < COLUMNS ? String(from + 1) : CELL_NAMES[seen.indexOf(card)]!)

  /** Plays a move word in the game, and keeps track of the cells. */
  const play = (word: number): void => {
    const flown = game.flights
    game.play(word)
    for (let i = flown; i < game.flights; i++) leaveCell(game.flightCard[i]!)
  }
  const leaveCell = (card: number): void => {
    const cell = seen.indexOf(card)
    if (cell >= 0) seen[cell] = null
  }

  /** Sends home in the game what has flown ahead, unless the game has done so. */
  const catchUp = (flown: number): void => {
    for (let i = flown; i < ahead.flights; i++) {
      const card = ahead.flightCard[i]!
      if (card >> 2 < game.home[card & 3]!) continue
      const from = game.whereIs(card)
      line.push(`${nameOf(from, card)}h`)
      play(moveWord(from, TO_HOME, 1))
    }
  }

  ahead.prepare(variant, flightRule, UNWEIGHTED)
  game.prepare(variant, autoplay, UNWEIGHTED)
  ahead.load(root)
  game.load(root)
  ahead.fly()
  catchUp(0)
  for (const word of words) {
    const to = (word >> 4) & 15
    const flown = ahead.flights
    if (to !== TO_HOME) {
      const count = word >> 8
      const card = ahead.endOf(word & 15)
      const from = game.whereIs(card)
      const name = nameOf(from, card)
      if (to === TO_CELL) {
        const cell = seen.indexOf(null)
        line.push(name + CELL_NAMES[cell])
        seen[cell] = card
      } else {
        line.push(`${name}${to + 1}${game.length[to] === 0 ? `x${count}` : ''}`)
        leaveCell(card)
      }
      play(moveWord(from, to, count))
    }
    ahead.play(word)
    catchUp(flown)
  }
  return line
}
