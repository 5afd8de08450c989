import type { GameKind, PlayerTotals as TotalsRow } from '@speedcell/prisma/client'
import type { Autoplay, VariantId } from '@speedcell/shared/engine'
import type { Day, Transaction } from '../core/index.ts'

/** A game whose first move was made, and that has ended. */
export interface CountableGame {
  readonly userId: string
  readonly kind: GameKind
  readonly variant: VariantId
  readonly deal: number
  readonly won: boolean
  readonly home: number
  readonly moves: number
  readonly undos: number
  readonly hints: number
  readonly timeMs: number
  readonly countedAt: Date
  /** The day of the site's time zone on which it is counted. */
  readonly day: Day
  /** Of a rated game: its stage. */
  readonly stageId?: string
  /** Of a free game: its id, the digest of deal, variant and moves, and the log. */
  readonly freeId?: string
  readonly digest?: string
  readonly autoplay?: Autoplay
  readonly events?: string
}

/** What all of a player's counted games come to. */
export type PlayerTotals = Omit<TotalsRow, 'userId'>

/**
 * Counts a game, once: into its row, the player's totals and those of its variant. Returns the totals with it; null where it was
 * counted before.
 */
export async function countGame(transaction: Transaction, game: CountableGame): Promise<PlayerTotals | null> {
  const { userId, variant, won } = game
  // A player's games are counted one after the other, so that their sequence is the order of the streak.
  await transaction.$executeRaw`INSERT INTO player_totals (user_id) VALUES (${userId}::uuid) ON CONFLICT DO NOTHING`
  await transaction.$queryRaw`SELECT FROM player_totals WHERE user_id = ${userId}::uuid FOR UPDATE`
  const { count } = await transaction.game.createMany({ data: [game], skipDuplicates: true })
  if (count === 0) return null
  const before = await transaction.playerTotals.findUniqueOrThrow({ where: { userId }, omit: { userId: true } })
  const totals = withGame(before, game)
  await transaction.playerTotals.updateMany({ where: { userId }, data: totals })
  const counted = { games: 1, wins: won ? 1 : 0 }
  const best = bestsOf(game)
  await transaction.$executeRaw`
    INSERT INTO variant_totals AS known (user_id, variant, games, wins, best_rated_ms, best_free_ms, fewest_moves)
    VALUES (${userId}::uuid, ${variant}, ${counted.games}, ${counted.wins}, ${best.ratedMs}, ${best.freeMs}, ${best.moves})
    ON CONFLICT (user_id, variant) DO UPDATE SET
      games = known.games + excluded.games,
      wins = known.wins + excluded.wins,
      best_rated_ms = LEAST(known.best_rated_ms, excluded.best_rated_ms),
      best_free_ms = LEAST(known.best_free_ms, excluded.best_free_ms),
      fewest_moves = LEAST(known.fewest_moves, excluded.fewest_moves)`
  return totals
}

/** Totals with one more game. */
export function withGame(totals: PlayerTotals, { won, home }: Pick<CountableGame, 'won' | 'home'>): PlayerTotals {
  const winStreak = won ? totals.winStreak + 1 : 0
  return {
    games: totals.games + 1,
    wins: totals.wins + (won ? 1 : 0),
    cardsHome: totals.cardsHome + home,
    winStreak,
    longestStreak: Math.max(totals.longestStreak, winStreak),
  }
}

/** What a game brings to the bests of its variant; only wins do. */
function bestsOf({ kind, won, timeMs, moves }: CountableGame) {
  if (!won) return { ratedMs: null, freeMs: null, moves: null }
  return { ratedMs: kind === 'free' ? null : timeMs, freeMs: kind === 'free' ? timeMs : null, moves }
}
