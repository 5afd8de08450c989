import type { BadgeId, ErrorCode } from '@speedcell/shared/contracts'
import { call } from '#lib/api/call.ts'
import { endpoints } from '#lib/api/endpoints.ts'
import { type EndedGame, endedGames, forgetEnded, keepEnded } from './ended-games.ts'

/** Codes after which nothing that waits can be counted now. */
const NOT_NOW: ReadonlySet<ErrorCode | 'offline'> = new Set([
  'offline',
  'busy',
  'rate-limited',
  'not-signed-in',
  'forbidden-origin',
])

/**
 * Hands in free games that have ended, so that they count for whoever was signed in then. What cannot be sent waits on the device; the
 * server counts each game once, whoever sends it again.
 */
export class CountDesk {
  /** The badges that games handed in from this page have earned, by the game's id. */
  badges: ReadonlyMap<string, readonly BadgeId[]> = $state.raw(new Map())

  /** Games of this page that the device could not keep. */
  readonly #unkept = new Map<string, EndedGame>()
  #sent: Promise<void> = Promise.resolve()

  /** Hands in a game that has just ended, and whatever waits before it. */
  handIn(game: EndedGame): Promise<void> {
    if (!keepEnded(game)) this.#unkept.set(game.id, game)
    return this.send(game.player)
  }

  /** Sends what waits for the player who is signed in, the oldest first, one after the other, and no two windows at once. */
  send(player: string): Promise<void> {
    // A page that is put aside gets no lock: what waits is sent another time.
    this.#sent = this.#sent.then(() => alone(() => this.#sendAll(player))).catch(() => {})
    return this.#sent
  }

  async #sendAll(player: string): Promise<void> {
    const unkept = [...this.#unkept.values()].filter((game) => game.player === player)
    for (const { id, log } of [...endedGames(player), ...unkept]) {
      const answered = await call(fetch, endpoints.games.count, { body: { id, player, log } })
      if (!answered.ok && NOT_NOW.has(answered.problem.code)) return
      // Whatever else goes wrong on the server may go well another time.
      if (!answered.ok && answered.problem.code === 'internal') continue
      forgetEnded(id)
      this.#unkept.delete(id)
      if (answered.ok && answered.value.badges.length > 0) this.badges = new Map([...this.badges, [id, answered.value.badges]])
    }
  }
}

/** Does something while no other window of this browser does it. Over plain http there are no locks, and no harm without them. */
async function alone(work: () => Promise<void>): Promise<void> {
  if ('locks' in navigator) await navigator.locks.request('speedcell:ended', work)
  else await work()
}

/** The page's one. */
export const countDesk = new CountDesk()
