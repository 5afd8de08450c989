import { type Database, dayAt, inTransaction, type Transaction } from '../core/index.ts'
import {
  type CountableGame,
  lockTotals,
  NO_GAMES,
  NO_GAMES_OF_VARIANT,
  type VariantTotals,
  withGame,
  withGameOfVariant,
} from './count.ts'

/** What a rebuild has done. */
export interface RebuiltStats {
  /** Players who have games. */
  readonly players: number
  /** Rated games that were missing. */
  readonly counted: number
  /** Players whose totals were others than their games come to. */
  readonly mended: number
}

/**
 * Makes all totals anew from the games, a player at a time, beside whatever is played meanwhile. Ended stages that are missing among
 * the games are counted first, in the order in which they ended. Badges stay as they are.
 */
export async function rebuildStats(database: Database, zone: string): Promise<RebuiltStats> {
  const players = await database.$queryRaw<{ id: string }[]>`
    SELECT id FROM users
    WHERE deleted_at IS NULL AND (
      EXISTS (SELECT FROM games WHERE user_id = users.id)
      OR EXISTS (SELECT FROM player_totals WHERE user_id = users.id)
      OR EXISTS (SELECT FROM runs JOIN stages ON run_id = runs.id JOIN stage_results ON stage_id = stages.id
        WHERE user_id = users.id AND moves > 0))
    ORDER BY id`
  const done = { players: 0, counted: 0, mended: 0 }
  for (const { id } of players) {
    const { counted, mended } = await inTransaction(database, (transaction) => rebuildPlayer(transaction, id, zone))
    done.players++
    done.counted += counted
    if (mended) done.mended++
  }
  return done
}

async function rebuildPlayer(transaction: Transaction, userId: string, zone: string) {
  if (!(await lockTotals(transaction, userId))) return { counted: 0, mended: false }
  const counted = await countMissing(transaction, userId, zone)
  const games = await transaction.game.findMany({
    where: { userId },
    orderBy: { sequence: 'asc' },
    select: { kind: true, variant: true, won: true, home: true, timeMs: true, moves: true },
  })
  const totals = games.reduce(withGame, NO_GAMES)
  const variants = new Map<string, VariantTotals>()
  for (const game of games) {
    variants.set(game.variant, withGameOfVariant(variants.get(game.variant) ?? NO_GAMES_OF_VARIANT, game))
  }
  const known = await transaction.playerTotals.findUniqueOrThrow({ where: { userId }, omit: { userId: true } })
  const knownVariants = await transaction.variantTotals.findMany({ where: { userId }, omit: { userId: true } })
  const mended =
    !isSame(known, totals) ||
    knownVariants.length !== variants.size ||
    knownVariants.some(({ variant, ...row }) => !isSame(row, variants.get(variant) ?? NO_GAMES_OF_VARIANT))
  if (mended) {
    await transaction.playerTotals.updateMany({ where: { userId }, data: totals })
    await transaction.variantTotals.deleteMany({ where: { userId } })
    await transaction.variantTotals.createMany({ data: [...variants].map(([variant, row]) => ({ userId, variant, ...row })) })
  }
  return { counted, mended }
}

/** Adds the games of ended stages that are missing; their totals are not made here. */
async function countMissing(transaction: Transaction, userId: string, zone: string): Promise<number> {
  const stages = await transaction.$queryRaw<MissingStage[]>`
    SELECT stages.id, kind, variant, deal, won, home, moves, undos, hints, stage_results.time_ms AS "timeMs",
      stage_results.ended_at AS "endedAt"
    FROM runs JOIN stages ON run_id = runs.id JOIN stage_results ON stage_id = stages.id
    WHERE user_id = ${userId}::uuid AND moves > 0 AND NOT EXISTS (SELECT FROM games WHERE games.stage_id = stages.id)
    ORDER BY stage_results.ended_at, stages.number`
  const games = stages.map(({ id, endedAt, ...stage }) => {
    const day = dayAt(endedAt.getTime(), zone)
    return { ...stage, userId, stageId: id, countedAt: endedAt, day }
  })
  const { count } = await transaction.game.createMany({ data: games, skipDuplicates: true })
  return count
}

type MissingStage = Pick<CountableGame, 'kind' | 'variant' | 'deal' | 'won' | 'home' | 'moves' | 'undos' | 'hints' | 'timeMs'> & {
  readonly id: string
  readonly endedAt: Date
}

const isSame = <T extends object>(one: T, other: T): boolean =>
  (Object.keys(other) as (keyof T)[]).every((key) => one[key] === other[key])
