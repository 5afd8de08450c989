import type { GameKind, PlayerTotals as PlayerRow, VariantTotals as VariantRow } from '@speedcell/prisma/client'
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
export type PlayerTotals = Omit<PlayerRow, 'userId'>
/** What a player's counted games of one variant come to. */
export type VariantTotals = Omit<VariantRow, 'userId' | 'variant'>

export const NO_GAMES: PlayerTotals = { games: 0, wins: 0, cardsHome: 0, winStreak: 0, longestStreak: 0 }
export const NO_GAMES_OF_VARIANT: VariantTotals = { games: 0, wins: 0, bestRatedMs: null, bestFreeMs: null, fewestMoves: null }

/**
 * Counts a game, once: into its row, the player's totals and those of its variant. Returns the totals with it; null where it was
 * counted before, or its player is gone.
 */
export async function countGame(transaction: Transaction, game: CountableGame): Promise<PlayerTotals | null> {
  const { userId, variant } = game
  if (!(await lockTotals(transaction, userId))) return null
  const { count } = await transaction.game.createMany({ data: [game], skipDuplicates: true })
  if (count === 0) return null
  const before = await transaction.playerTotals.findUniqueOrThrow({ where: { userId }, omit: { userId: true } })
  const totals = withGame(before, game)
  await transaction.playerTotals.updateMany({ where: { userId }, data: totals })
  const key = { userId_variant: { userId, variant } }
  const known = await transaction.variantTotals.findUnique({ where: key, omit: { userId: true, variant: true } })
  const ofVariant = withGameOfVariant(known ?? NO_GAMES_OF_VARIANT, game)
  if (known) await transaction.variantTotals.updateMany({ where: { userId, variant }, data: ofVariant })
  else await transaction.variantTotals.createMany({ data: [{ userId, variant, ...ofVariant }] })
  return totals
}

/**
 * Locks a player's totals until the transaction ends: games are counted one after the other, so that their sequence is the order of the
 * streak. False where the account has been deleted; until the transaction ends it is not.
 */
export async function lockTotals(transaction: Transaction, userId: string): Promise<boolean> {
  await transaction.$executeRaw`
    INSERT INTO player_totals (user_id)
    SELECT id FROM users WHERE id = ${userId}::uuid AND deleted_at IS NULL FOR KEY SHARE
    ON CONFLICT DO NOTHING`
  const locked = await transaction.$queryRaw<unknown[]>`SELECT FROM player_totals WHERE user_id = ${userId}::uuid FOR UPDATE`
  return locked.length > 0
}

/** A player's totals with one more game. */
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

/** A variant's totals with one more game; only wins have bests. */
export function withGameOfVariant(
  totals: VariantTotals,
  { kind, won, timeMs, moves }: Pick<CountableGame, 'kind' | 'won' | 'timeMs' | 'moves'>,
): VariantTotals {
  const games = totals.games + 1
  if (!won) return { ...totals, games }
  const free = kind === 'free'
  return {
    games,
    wins: totals.wins + 1,
    bestRatedMs: free ? totals.bestRatedMs : least(totals.bestRatedMs, timeMs),
    bestFreeMs: free ? least(totals.bestFreeMs, timeMs) : totals.bestFreeMs,
    fewestMoves: least(totals.fewestMoves, moves),
  }
}

const least = (known: number | null, figure: number): number => Math.min(known ?? figure, figure)
