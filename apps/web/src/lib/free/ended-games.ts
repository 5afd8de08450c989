import { decodeLog, encodeLog, type Log } from '@speedcell/shared/engine'
import { ENDED_PREFIX } from '#lib/rated/kept-key.ts'

/** A free game that has ended, for whoever was signed in then, as this device keeps it until the server has counted it. */
export interface EndedGame {
  /** Made at the deal. */
  readonly id: string
  /** The id of the player for whom it counts. */
  readonly player: string
  readonly log: Log
}

const VERSION = 1
/** So many games of a player wait here; what comes after that is not kept, so that those that wait are safe. */
export const MOST_ENDED = 200

/** Keeps a game. False where the device keeps nothing (private windows, a full disk), or enough. */
export function keepEnded({ id, player, log }: EndedGame): boolean {
  if (endedGames(player).length >= MOST_ENDED) return false
  try {
    localStorage.setItem(ENDED_PREFIX + id, JSON.stringify({ v: VERSION, player, log: encodeLog(log), endedAt: Date.now() }))
    return true
  } catch {
    return false
  }
}

/** Forgets a game: it has been counted, or never will be. */
export function forgetEnded(id: string): void {
  try {
    localStorage.removeItem(ENDED_PREFIX + id)
  } catch {
    // Nothing is kept here.
  }
}

/** A player's games that are kept, in the order in which they ended. What cannot be read is forgotten. */
export function endedGames(player: string): EndedGame[] {
  try {
    const ids = Object.keys(localStorage).flatMap((key) => (key.startsWith(ENDED_PREFIX) ? [key.slice(ENDED_PREFIX.length)] : []))
    return ids
      .flatMap((id) => {
        const kept = parse(id, localStorage.getItem(ENDED_PREFIX + id))
        if (!kept) forgetEnded(id)
        return kept?.player === player ? [kept] : []
      })
      .sort((one, other) => one.endedAt - other.endedAt)
  } catch {
    return []
  }
}

function parse(id: string, text: string | null): (EndedGame & { readonly endedAt: number }) | undefined {
  try {
    const { v, player, log, endedAt } = JSON.parse(text ?? '')
    const decoded = decodeLog(String(log))
    if (v !== VERSION || typeof player !== 'string' || typeof endedAt !== 'number' || !decoded.ok) return undefined
    return { id, player, log: decoded.value, endedAt }
  } catch {
    return undefined
  }
}
