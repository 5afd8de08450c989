/**
 * Free games that count: a log comes from the device, is replayed here, and counts once for statistics and badges.
 *
 * ```ts
 * const games = createGames({ database, clock, zone })
 * const { counted, badges } = await games.count(userId, id, log)
 * ```
 */
export { createGames, type Games } from './games.ts'
