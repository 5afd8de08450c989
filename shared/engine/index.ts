/**
 * The rules of Speedcell, for the table, the server and the command line alike. No dependency, no clock, no randomness.
 *
 * @example
 * const setup = { deal: 617, variant: 'freecell-4', autoplay: 'safe' }
 * const log = parseLog({ v: 1, ...setup, events: [[350, '64'], [700, 'undo']] })
 * if (log.ok) {
 *   const result = replay(log.value, { undoLimit: 3 })
 *   if (result.ok) console.log(summary(result.game))
 *   else console.log(`event ${result.index}: ${result.reason}`)
 * }
 */
export { autoplay, canFinish, type Flights, finish, isSafeHome } from './autoplay.ts'
export * from './card.ts'
export * from './deal.ts'
export * from './log.ts'
export {
  bestTarget,
  checkMove,
  explainRefusal,
  HOME,
  hasLegalMove,
  legalMoves,
  MOVE_REFUSALS,
  type Move,
  type MoveRefusal,
  type Place,
  playMove,
  targetsOf,
} from './move.ts'
export * from './notation.ts'
export * from './position.ts'
export * from './replay.ts'
export * from './result.ts'
export * from './score.ts'
export * from './variant.ts'
