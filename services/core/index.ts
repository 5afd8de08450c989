/**
 * What every domain stands on: settings, time, days, the database, errors and the log.
 *
 * ```ts
 * const config = configOrExit()
 * const database = createDatabase(config.databaseUrl)
 * const today = dayAt(systemClock.now(), config.siteTimezone)
 * ```
 */
export { addDays, type Day, dayAt, dayEnd, dayStart, isDay, nextDay, parseDay, previousDay } from './calendar.ts'
export { type Clock, systemClock } from './clock.ts'
export { type Config, ConfigError, configOrExit, LOG_LEVELS, type LogLevel, loadConfig, SETTINGS } from './config.ts'
export { createDatabase, type Database, inTransaction, type Transaction } from './database.ts'
export { DomainError } from './domain-error.ts'
export { EMBEDDED_NAME, embeddedFiles, embeddedUrl, findEmbeddedDatabase, readPostmaster } from './embedded-database.ts'
export { type Histogram, histogramOf, type ValueCount } from './histogram.ts'
export { createLogger, type Logger } from './logger.ts'
export { connectRedis, type Redis } from './redis.ts'
export { keptSecret, siteSecret } from './secret.ts'
export { endWhenTold, openSite, prepareDatabase, type Site } from './site.ts'
