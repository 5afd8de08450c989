import { isVariantId, parseDealNumber, startGame, VARIANTS } from '@speedcell/shared/engine'
import { judgeWithin } from '@speedcell/shared/solver'

/** Enough for every deal that a stage gets. */
const BUDGET = { positions: 1_000_000, shorter: 0 }

/** The moves by which our solver wins a deal. */
export function solutionOf({ deal, variant }: { readonly deal: number; readonly variant: string }): readonly string[] {
  const number = parseDealNumber(deal)
  if (!number.ok || !isVariantId(variant)) throw new Error(`no game: ${deal} ${variant}`)
  const setup = { deal: number.value, variant, autoplay: VARIANTS[variant].autoplay }
  const answer = judgeWithin(setup, BUDGET)(startGame(setup).position, 'line')
  if (answer.verdict !== 'solved') throw new Error(`${variant} ${deal} is ${answer.verdict}`)
  return answer.moves
}
