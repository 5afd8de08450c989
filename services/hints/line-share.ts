import {
  canFinish,
  isMoveText,
  type LogEvent,
  type Move,
  type Position,
  parseMove,
  playEvent,
  type Setup,
  startGame,
  VARIANTS,
} from '@speedcell/shared/engine'
import { findHint, hintQuestion, type Judge, type Line } from '@speedcell/shared/solver'

/** Of a game's moves: how many were held against what a hint would have said, and how many were the same. */
export interface LineShare {
  readonly measured: number
  readonly same: number
}

/**
 * How much of a game goes by our solver's lines: of each move it is asked what a hint would have been. Not of a move that followed a
 * hint, nor once home moves alone clear the table; nor where the judge does not know, or knows that the game is lost. `known` are
 * lines that are gone by as long as the game keeps to one.
 */
export function lineShare(setup: Setup, events: readonly LogEvent[], judge: Judge, known: readonly Line[] = []): LineShare {
  const variant = VARIANTS[setup.variant]
  let game = startGame(setup)
  let lines = known
  let [measured, same] = [0, 0]
  let hinted = false
  for (const event of events) {
    const { position } = game
    const played = isMoveText(event[1]) ? parseMove(position, variant, event[1]) : undefined
    if (played?.ok && !canFinish(position)) {
      const advice = findHint(hintQuestion(game), lines, judge)
      lines = advice?.lines ?? lines
      const advised = advice?.hint.kind === 'move' ? parseMove(position, variant, advice.hint.move ?? '') : undefined
      if (advised?.ok && !hinted) {
        measured++
        if (meaningOf(position, played.value) === meaningOf(position, advised.value)) same++
      }
    }
    const next = playEvent(game, event)
    if (!next.ok) throw new RangeError(`event ${game.events}: ${next.error}`)
    game = next.value
    hinted = event[1] === 'hint'
  }
  return { measured, same }
}

/** Of two ways to look at a game the one by which more of it is the solver's. */
export function largerShare(one: LineShare, other: LineShare): LineShare {
  if (one.measured === 0) return other
  return one.same * other.measured >= other.same * one.measured ? one : other
}

/** What a move does, whichever of several free cells or empty columns it does it with. */
function meaningOf({ columns, cells }: Position, { from, to, count }: Move): string {
  const card = from.kind === 'column' ? columns[from.index]?.at(-count) : from.kind === 'cell' ? cells[from.index] : undefined
  const onto = to.kind === 'column' ? (columns[to.index]?.at(-1) ?? 'empty') : to.kind
  return `${card} ${count} ${onto}`
}
