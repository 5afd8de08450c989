import type { Config, Database } from '@speedcell/services/core'
import { BadInput, type Command, print } from './command.ts'
import { withDatabase } from './database.ts'

/** What can be made anew, and by what; a service is loaded when it is needed. */
const SUBJECTS: Readonly<Record<string, (database: Database, config: Config) => Promise<object>>> = {
  async leaderboard(database) {
    const { rebuildBoards } = await import('@speedcell/services/leaderboard')
    return rebuildBoards(database)
  },
  async stats(database, { siteTimezone }) {
    const { rebuildStats } = await import('@speedcell/services/stats')
    return rebuildStats(database, siteTimezone)
  },
}

export const rebuild: Command = {
  name: 'rebuild',
  summary: 'what is counted, made anew from the runs',
  usage: `${Object.keys(SUBJECTS).join('|')}

Works on the database of the site that runs here (npm start), or on DATABASE_URL; the site may go on meanwhile.

leaderboard makes all boards from the runs and prints {"subject":"leaderboard","entries":…,"mended":…}: how many entries there are, and how
many of them were wrong, missing or too many before: 0 if all is well.

stats makes every player's totals from their games, after counting ended stages that are missing among them, and prints
{"subject":"stats","players":…,"counted":…,"mended":…}: how many players have games, how many games were missing, and how many players'
totals were wrong. Badges stay as they are.`,

  async run([subject = '', ...more]) {
    const names = Object.keys(SUBJECTS)
    const work = names.includes(subject) ? SUBJECTS[subject] : undefined
    if (!work) throw new BadInput(`what can be rebuilt is ${names.join(', ')}, not "${subject}"`)
    if (more.length > 0) throw new BadInput(`rebuild one thing at a time, not also "${more[0]}"`)
    await print({ subject, ...(await withDatabase(work)) })
  },
}
