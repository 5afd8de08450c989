/**
 * The daily: drawn ahead of time by the site's secret, proven by the solver, played once by everybody, listed, and closed an hour after
 * its day.
 *
 * ```ts
 * const runs = createRuns({ database, clock, publisher, logger, zone, rules: { daily: dailyRules(zone), ladder: ladderRules(zone) } })
 * const dailies = createDailies({ database, clock, publisher, runs, prove, secret, zone })
 * const stage = await dailies.reveal(userId, day, 1)
 * ```
 */
export { createDailies, type Dailies, type ListNews } from './daily.ts'
export { dailySetup, type Prove } from './draw.ts'
export { relistDaily } from './listing.ts'
export { DAILY_COINS, dailyRules, LATE_WINDOW_MS } from './rules.ts'
