import type { VariantId } from '@speedcell/shared/engine'

// Every deal from 1 to 1,000,000 that cannot be won with four cells, as exhaustive searches have found. Of other variants nothing is said.
const UNSOLVABLE: Readonly<Partial<Record<VariantId, readonly number[]>>> = {
  'freecell-4': [11_982, 146_692, 186_216, 455_889, 495_505, 512_118, 517_776, 781_948],
}

/** Whether a deal is known not to be winnable. `false` promises nothing. */
export const isKnownUnsolvable = (deal: number, variant: VariantId): boolean => UNSOLVABLE[variant]?.includes(deal) ?? false
