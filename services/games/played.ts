import { createHash } from 'node:crypto'
import {
  err,
  type Game,
  type Log,
  lastMoveOf,
  ok,
  playEvent,
  type Reason,
  type Result,
  startGame,
} from '@speedcell/shared/engine'

/** A free game that has been replayed. */
export interface PlayedGame {
  readonly game: Game
  /** What tells two games apart, whatever their times, hints and spelling: deal, variant, and the moves with those taken back. */
  readonly digest: string
}

/** Replays a log, or says which event, counted from 0, cannot be played and why. */
export function playLog(log: Log): Result<PlayedGame, Reason> & { readonly index?: number } {
  let game = startGame(log)
  const hash = createHash('sha256').update(`${log.deal} ${log.variant}`)
  for (const [index, event] of log.events.entries()) {
    const next = playEvent(game, event)
    if (!next.ok) return { ...err(next.error), index }
    if (next.value.moves > game.moves) hash.update(` ${lastMoveOf(next.value)?.text}`)
    if (next.value.undos > game.undos) hash.update(' undo')
    game = next.value
  }
  return ok({ game, digest: hash.digest('base64url') })
}
