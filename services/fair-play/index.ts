/**
 * Fair play: every rated run gets figures of how it was played, those beyond what people can do are flagged, and an administrator looks
 * at them, strikes a run or says that it is fine.
 *
 * ```ts
 * const measures = createMeasures({ database, clock, logger, share: solver.share })
 * await measures.measureEnded()
 * const fairPlay = createFairPlay({ database, clock, publisher })
 * const { runs } = await fairPlay.getFlagged(false, 0, 50)
 * await fairPlay.review(run, admin, 'struck', 'the solver’s line, a move every 200 ms')
 * ```
 */
export { createFairPlay, type FairPlay } from './fair-play.ts'
export { readFlagged } from './flagged.ts'
export { createMeasures, type Measures } from './measures.ts'
