import { LATEST_WINS, type Statistics } from '@speedcell/shared/contracts'
import { VARIANT_IDS, type VariantId } from '@speedcell/shared/engine'
import type { Database, Day, Transaction } from '../core/index.ts'
import { NO_GAMES, NO_GAMES_OF_VARIANT, type PlayerTotals } from './count.ts'

/** What all of a player's counted games come to. */
export async function totalsOf(database: Database | Transaction, userId: string): Promise<PlayerTotals> {
  return (await database.playerTotals.findUnique({ where: { userId }, omit: { userId: true } })) ?? NO_GAMES
}

/** What a player's counted games of each variant come to, in the variants' order. */
export async function variantsOf(database: Database, userId: string): Promise<Statistics['variants']> {
  const rows = await database.variantTotals.findMany({ where: { userId }, omit: { userId: true } })
  return VARIANT_IDS.map((variant) => ({ ...(rows.find((row) => row.variant === variant) ?? NO_GAMES_OF_VARIANT), variant }))
}

interface WinRow {
  readonly variant: VariantId
  readonly timeMs: number
  readonly moves: number
  readonly rated: boolean
  readonly countedAt: Date
}

/** A player's latest wins of each variant that has any, oldest first. */
export async function latestWinsOf(database: Database, userId: string): Promise<Statistics['latestWins']> {
  const rows = await database.$queryRaw<WinRow[]>`
    SELECT latest.variant, time_ms AS "timeMs", moves, kind <> 'free' AS rated, counted_at AS "countedAt"
    FROM unnest(${VARIANT_IDS}::text[]) AS wanted (variant)
    CROSS JOIN LATERAL (
      SELECT * FROM games
      WHERE games.user_id = ${userId}::uuid AND games.variant = wanted.variant AND won
      ORDER BY sequence DESC LIMIT ${LATEST_WINS}
    ) AS latest
    ORDER BY sequence`
  const byVariant = Map.groupBy(rows, ({ variant }) => variant)
  return VARIANT_IDS.flatMap((variant) => {
    const wins = byVariant.get(variant)?.map(({ countedAt, ...win }) => ({ ...win, countedAt: countedAt.toISOString() }))
    return wins ? [{ variant, wins }] : []
  })
}

/** A player's games and wins by day, from a day on. */
export async function daysOf(database: Database, userId: string, from: Day): Promise<Statistics['days']> {
  return database.$queryRaw<Statistics['days']>`
    SELECT day, count(*)::int AS games, count(*) FILTER (WHERE won)::int AS wins
    FROM games WHERE user_id = ${userId}::uuid AND day >= ${from}
    GROUP BY day ORDER BY day`
}
