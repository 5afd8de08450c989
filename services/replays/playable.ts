import type { Database } from '../core/index.ts'

/** A run and the deals that it shows. */
interface Shown {
  readonly run: string
  readonly deals: readonly number[]
}

/**
 * Whether one of a run's deals is played in another rated game that goes on: a run that has not ended, or a day that has opened and
 * whose list has not closed. The variant does not matter: the cards lie the same, and what wins with one cell wins with four.
 */
export async function isPlayedElsewhere(database: Database, { run, deals }: Shown, now: number): Promise<boolean> {
  const deal = { in: [...deals] }
  const [stage, daily] = await Promise.all([
    // Runs that go on are few, and have an index.
    database.stage.findFirst({ where: { deal, run: { id: { not: run }, dueAt: { not: null } } }, select: { id: true } }),
    database.daily.findFirst({ where: { deal, closedAt: null, opensAt: { lte: new Date(now) } }, select: { day: true } }),
  ])
  return stage !== null || daily !== null
}
