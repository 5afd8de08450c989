/**
 * The proven pools: of every deal from 1 to 32,000 and every variant, whether it can be won, and how hard that is.
 *
 *     import { loadPool } from '@speedcell/shared/solver/pools'
 *
 *     const pool = await loadPool('freecell-4')
 *     pool.ratingOf(617) // 'easy', 'normal', 'hard', 'lost', or 'undecided'; undefined above 32,000
 *     pool.at(Math.floor(Math.random() * pool.count('easy')), 'easy') // an easy deal, each as likely as any
 *
 * A variant's data (11 kB) is loaded when it is first asked for. It is made by `speedcell pool build` and checked by `speedcell pool
 * verify`; docs/decisions/pools.md says what the tiers go by.
 */
import type { VariantId } from '../../engine/index.ts'
import { Pool } from './pool.ts'

export type { Pool } from './pool.ts'
export { encodeRatings, POOL_DEALS, type Rating, TIERS, type Tier } from './ratings.ts'

const DATA: Readonly<Record<VariantId, () => Promise<{ readonly ratings: string }>>> = {
  'freecell-4': () => import('./freecell-4.ts'),
  'freecell-3': () => import('./freecell-3.ts'),
  'freecell-2': () => import('./freecell-2.ts'),
  'freecell-1': () => import('./freecell-1.ts'),
  'bakers-game': () => import('./bakers-game.ts'),
}

const loaded = new Map<VariantId, Promise<Pool>>()

/** The pool of a variant. Rejects if its data cannot be loaded; the next call then tries again. */
export function loadPool(variant: VariantId): Promise<Pool> {
  const known = loaded.get(variant)
  if (known) return known
  const pool = DATA[variant]().then(({ ratings }) => new Pool(ratings))
  loaded.set(variant, pool)
  pool.catch(() => loaded.delete(variant))
  return pool
}
