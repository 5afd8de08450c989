import type { Streak } from '@speedcell/shared/contracts'
import { type Database, type Day, parseDay, type Transaction } from '../core/index.ts'
import { streakOf } from './streak.ts'

/** A player's streak, computed from the days solved, seen from today. */
export async function getStreak(database: Database | Transaction, userId: string, today: Day): Promise<Streak> {
  const solves = await database.dailySolve.findMany({ where: { userId }, select: { day: true } })
  return streakOf(new Set(solves.map(({ day }) => parseDay(day))), today)
}
