import type { Hint } from '@speedcell/shared/contracts'
import type { LogEvent } from '@speedcell/shared/engine'

/** What a hint still says once the player has played on: after a move that was taken back the rest of its way back, else nothing. */
export function hintAfter(hint: Hint | null, last: LogEvent | undefined): Hint | null {
  if (last?.[1] !== 'undo' || !hint?.takeBack || hint.takeBack === 1) return null
  return { ...hint, takeBack: hint.takeBack - 1 }
}
