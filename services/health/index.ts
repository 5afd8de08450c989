/**
 * Whether a process can do its work: what /readyz answers.
 *
 * ```ts
 * const look = createReadiness({ database, redis }, logger)
 * const { ready, parts } = await look()
 * ```
 */
export { createReadiness, type Readiness } from './readiness.ts'
