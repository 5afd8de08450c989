import { type DealNumber, type LogEvent, playEvents, startGame, VARIANTS, type VariantId } from '@speedcell/shared/engine'
import { type Measures, measure, solve, tierOf } from '@speedcell/shared/solver'
import type { Rating } from '@speedcell/shared/solver/pools'

/** Whether a deal can be won, and how many positions were looked at. */
export interface Proof {
  readonly verdict: 'solved' | 'unsolvable' | 'unknown'
  readonly positions: number
}

/** What can be found out of a deal, by name. */
export interface Findings {
  readonly proof: Proof
  readonly measures: Measures
  /** Both in one, as the pool keeps it. */
  readonly rating: Rating
}

/** What a crew finds out of every deal of a variant, with so many positions a deal. */
export interface Job<Name extends keyof Findings = keyof Findings> {
  readonly find: Name
  readonly variant: VariantId
  readonly positions: number
}

const FINDERS: { readonly [Name in keyof Findings]: (deal: DealNumber, job: Job) => Findings[Name] } = {
  proof: findProof,
  measures: (deal, { variant }) => measure(deal, variant),
  rating: findRating,
}

/** Finds out what a job asks of a deal. */
export const find = <Name extends keyof Findings>(deal: DealNumber, job: Job<Name>): Findings[Name] =>
  FINDERS[job.find](deal, job)

/** Judges a deal; a win counts once the engine has replayed it. Throws if the solver's moves do not win. */
function findProof(deal: DealNumber, { variant, positions }: Job): Proof {
  const setup = { deal, variant, autoplay: VARIANTS[variant].autoplay }
  const game = startGame(setup)
  const answer = solve(game.position, setup, { positions })
  if (answer.verdict === 'solved') {
    const events = answer.moves.map((move): LogEvent => [0, move])
    const replayed = playEvents(game, events)
    if (!replayed.ok || !replayed.game.won) throw new Error(`deal ${deal} of ${variant} is not won by ${answer.moves.join(' ')}`)
  }
  return { verdict: answer.verdict, positions: answer.positions }
}

function findRating(deal: DealNumber, job: Job): Rating {
  const { verdict } = findProof(deal, job)
  if (verdict === 'solved') return tierOf(measure(deal, job.variant), job.variant)
  return verdict === 'unsolvable' ? 'lost' : 'undecided'
}
