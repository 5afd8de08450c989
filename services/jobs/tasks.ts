import type { Clock, Database } from '../core/index.ts'
import type { Dailies } from '../daily/index.ts'
import type { Measures } from '../fair-play/index.ts'
import type { Runs } from '../runs/index.ts'
import type { JobName } from './jobs.ts'

interface Context {
  readonly database: Database
  readonly clock: Clock
  readonly runs: Pick<Runs, 'closeDue'>
  readonly dailies: Pick<Dailies, 'closeDue' | 'drawAhead'>
  readonly measures: Pick<Measures, 'measureEnded'>
}

/** What the jobs do. */
export function createTasks({ database, clock, runs, dailies, measures }: Context): Record<JobName, () => Promise<void>> {
  return {
    /** Closes what is due: stages first, since a day's list closes once its last stage has. */
    async sweep() {
      await runs.closeDue()
      await dailies.closeDue()
    },
    /** Draws the deals of today and tomorrow. */
    draw: () => dailies.drawAhead(),
    /** Forgets what has run out. */
    async tidy() {
      const now = new Date(clock.now())
      await database.session.deleteMany({ where: { expiresAt: { lte: now } } })
      await database.rateLimit.deleteMany({ where: { expire: { lt: now } } })
    },
    /** Finds out how runs that have ended were played. */
    async measure() {
      await measures.measureEnded()
    },
  }
}
