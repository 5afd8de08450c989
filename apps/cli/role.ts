import { BadInput, type Command, print } from './command.ts'
import { withDatabase } from './database.ts'

const ROLES = ['admin', 'player'] as const

export const role: Command = {
  name: 'role',
  summary: 'who is an administrator',
  usage: `NAME ${ROLES.join('|')}

Makes the player of that name an administrator, who sees flagged runs under /verwaltung and can strike them, or a player as all others. Only an
account that is claimed, with a password, can be one. Holds at once, also where they are signed in. Prints {"name":…,"role":…}.

Works on the database of the site that runs here (npm start), or on DATABASE_URL.`,

  async run([name, word, ...more]) {
    const wanted = ROLES.find((each) => each === word)
    if (!name || !wanted || more.length > 0) throw new BadInput(`give a name and ${ROLES.join(' or ')}`)
    const found = await withDatabase(async (database) => {
      const { setRole } = await import('@speedcell/services/accounts')
      return setRole(database, name, wanted)
    })
    if (found === undefined) throw new BadInput(`nobody who has claimed an account is called "${name}"`)
    await print({ name: found, role: wanted })
  },
}
