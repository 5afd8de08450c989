/**
 * Replays of runs that have ended. As long as one of a run's deals can still be played by someone, only its own player sees it.
 *
 * ```ts
 * const replays = createReplays({ database, clock })
 * const replay = await replays.get(run, viewer)
 * ```
 */
export { createReplays, type Replays } from './replays.ts'
