/**
 * Accounts: made with the first rated game, claimed with a name and a password, entered, recovered, deleted.
 *
 * ```ts
 * const accounts = createAccounts({ database, clock })
 * const { player } = await accounts.create('de')        // Flinke Biene 4821
 * const { token, recoveryCode } = await accounts.claim(player, { name: 'Imke', password, locale: 'de' })
 * await accounts.authenticate(token)
 * ```
 *
 * Sessions are lucia's; nothing outside of this folder knows it.
 */
export { type Accounts, createAccounts, findByName, lockUser, type Player, type Signed } from './accounts.ts'
export { lookAlikeKey } from './name.ts'
export { setRole } from './role.ts'
export { SESSION_DAYS } from './sessions.ts'
