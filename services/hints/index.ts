/**
 * Hints in rated play, by the solver, on threads of its own.
 *
 * ```ts
 * const solver = createSolverThreads()
 * const hints = createHints({ runs, solver, clock, solutionOf: dailies.solutionOf })
 * const { event, hint } = await hints.give({ userId, stage, claim }, length)
 * ```
 */
export { createHints, type GivenHint, type Hints } from './hints.ts'
export type { LineShare } from './line-share.ts'
export { createSolverThreads, type SolverLimits, type SolverThreads } from './solver.ts'
