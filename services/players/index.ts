/**
 * What there is to tell about a player: to everybody on their page, to themselves on every page, and all of it as an export.
 *
 * ```ts
 * const players = createPlayers({ database, clock, timeZone: config.siteTimezone })
 * await players.page('Imke', viewer)
 * await players.statistics('Imke', viewer)
 * await exportPlayer(database, viewer.id)
 * ```
 */
export { exportPlayer } from './export.ts'
export { createPlayers, type Players } from './players.ts'
