import { createHmac } from 'node:crypto'
import { type DealNumber, playEvents, type Setup, startGame, VARIANTS } from '@speedcell/shared/engine'
import { loadPool, POOL_DEALS } from '@speedcell/shared/solver/pools'
import type { Day } from '../core/index.ts'

const UINT32 = 2 ** 32
/** Candidates that are tried; all of them can be won, and few were used lately, so that many failures mean a broken solver. */
const CANDIDATES = 1_000

/** The game that every daily is. */
export const DAILY_VARIANT = VARIANTS['freecell-4']
/** The daily's game on a deal. */
export const dailySetup = (deal: DealNumber): Setup => ({ deal, variant: DAILY_VARIANT.id, autoplay: DAILY_VARIANT.autoplay })

/** Finds moves that win the daily's game on a deal; null if it cannot tell that there are any. */
export type Prove = (deal: DealNumber) => Promise<readonly string[] | null>

/**
 * The deals that a day may get, in order, each of the pool equally likely: HMAC-SHA256 of the site's secret and the day as numbers, so
 * that whoever has not the secret learns nothing of one day from all others. What is not in the pool is passed over.
 */
export async function* candidates(secret: string, day: Day): AsyncGenerator<DealNumber> {
  const pool = await loadPool(DAILY_VARIANT.id)
  const fair = UINT32 - (UINT32 % POOL_DEALS)
  for (let block = 0; ; block++) {
    const digest = createHmac('sha256', secret).update(`daily ${day} ${block}`).digest()
    for (let at = 0; at < digest.length; at += 4) {
      const number = digest.readUInt32BE(at)
      const deal = (number % POOL_DEALS) + 1
      if (number < fair && pool.has(deal)) yield deal as DealNumber
    }
  }
}

/** The first of a day's candidates that is not used and proven to be winnable, with the moves that win it. */
export async function drawDeal(
  secret: string,
  day: Day,
  used: ReadonlySet<number>,
  prove: Prove,
): Promise<{ deal: DealNumber; solution: readonly string[] }> {
  let tried = 0
  for await (const deal of candidates(secret, day)) {
    if (++tried > CANDIDATES) break
    if (used.has(deal)) continue
    const solution = await prove(deal)
    if (solution && wins(deal, solution)) return { deal, solution }
  }
  throw new Error(`no deal could be proven for ${day}`)
}

/** Whether moves win the daily's game on a deal: the engine's word, not the solver's. */
function wins(deal: DealNumber, moves: readonly string[]): boolean {
  const replayed = playEvents(
    startGame(dailySetup(deal)),
    moves.map((move) => [0, move] as const),
  )
  return replayed.ok && replayed.game.won
}
