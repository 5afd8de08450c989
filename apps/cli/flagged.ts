import { parseArgs } from 'node:util'
import { type Command, print } from './command.ts'
import { withDatabase } from './database.ts'

/** How many runs are read at a time. */
const PAGE = 100

export const flagged: Command = {
  name: 'flagged',
  summary: 'rated runs that are beyond what people can do',
  usage: `[--all]

Prints a line of JSON for each flagged run that nobody has reviewed yet, the last ended first: whose it is, its score, what in it is flagged,
and the figures of its stages. --all: also those that were reviewed, each with what was done about it, by whom and why.

Works on the database of the site that runs here (npm start), or on DATABASE_URL. The reasons behind the flags: docs/decisions/fair-play.md.`,

  async run(args) {
    const { values } = parseArgs({ args, options: { all: { type: 'boolean', default: false } } })
    await withDatabase(async (database) => {
      const { readFlagged } = await import('@speedcell/services/fair-play')
      for (let offset = 0; ; offset += PAGE) {
        const { runs } = await readFlagged(database, values.all, offset, PAGE)
        for (const run of runs) await print(run)
        if (runs.length < PAGE) return
      }
    })
  },
}
