import type { CountedGame } from '@speedcell/shared/contracts'
import { encodeEvents, parseLog, summary } from '@speedcell/shared/engine'
import { lockUser } from '../accounts/index.ts'
import { award, badgesOfFreeGame, badgesOfGame } from '../badges/index.ts'
import { type Clock, type Database, DomainError, dayAt, inTransaction } from '../core/index.ts'
import { countGame } from '../stats/index.ts'
import { playLog } from './played.ts'

interface Context {
  readonly database: Database
  readonly clock: Clock
  /** The site's time zone. */
  readonly zone: string
}

export type Games = ReturnType<typeof createGames>

/** Free games that count for whoever is signed in. */
export function createGames({ database, clock, zone }: Context) {
  /**
   * Counts an ended free game by its id and its log, as it comes from outside; its times are the device's word. What counted before, by
   * the same id or by the same deal, variant and moves, counts no more, and the same game gets the same badges. Throws `not-a-log`, the
   * replay's reason with its index, and `not-signed-in` where the account has been deleted meanwhile.
   */
  async function count(userId: string, id: string, wanted: unknown): Promise<CountedGame> {
    const parsed = parseLog(wanted)
    if (!parsed.ok) throw new DomainError(parsed.error)
    const log = parsed.value
    const played = playLog(log)
    if (!played.ok) throw new DomainError(played.error, { index: played.index })
    const { game: ended, digest } = played.value
    const { won, home, moves, undos, hints, ms } = summary(ended)
    if (moves === 0) return { counted: false, won, badges: [] }
    const { deal, variant, autoplay } = log
    const now = clock.now()
    const countedAt = new Date(now)
    const game = {
      ...{ userId, kind: 'free' as const, deal, variant, won, home, moves, undos, hints, timeMs: ms },
      ...{ countedAt, day: dayAt(now, zone), freeId: id, digest, autoplay, events: encodeEvents(log.events) },
    }
    return inTransaction(database, async (transaction) => {
      if (!(await lockUser(transaction, userId))) throw new DomainError('not-signed-in')
      const totals = await countGame(transaction, game)
      if (!totals) return { counted: false, won, badges: await badgesOfFreeGame(transaction, game) }
      const earned = badgesOfGame({ ...game, rated: false }, totals)
      return { counted: true, won, badges: await award(transaction, { userId, earnedAt: countedAt, freeId: id }, earned) }
    })
  }

  return { count }
}
