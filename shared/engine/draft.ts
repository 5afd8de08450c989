import { type Card, suitIndex } from './card.ts'
import type { Position } from './position.ts'

/**
 * A position being made out of another: cards are moved in it without a copy for each, and no column is copied that is not
 * touched. It knows no rules. Only this folder uses it; callers see the finished position.
 */
export interface Draft extends Position {
  readonly cells: (Card | null)[]
  readonly foundations: number[]
  readonly columns: (readonly Card[])[]
  /** A bit for each column that has been copied and so may be changed. */
  owned: number
}

/** A draft that begins as the position. */
export const draftOf = ({ cells, foundations, columns }: Position): Draft => ({
  cells: cells.slice(),
  foundations: foundations.slice(),
  columns: columns.slice(),
  owned: 0,
})

/** The finished position. The draft must not be used afterwards. */
export const positionOf = ({ cells, foundations, columns }: Draft): Position => ({ cells, foundations, columns })

/** A column that may be changed. */
export function ownColumn(draft: Draft, index: number): Card[] {
  if ((draft.owned & (1 << index)) === 0) {
    draft.columns[index] = (draft.columns[index] as readonly Card[]).slice()
    draft.owned |= 1 << index
  }
  return draft.columns[index] as Card[]
}

/** Puts a card, already taken up, onto its foundation. */
export function putHome(draft: Draft, card: Card): void {
  const suit = suitIndex(card)
  draft.foundations[suit] = (draft.foundations[suit] as number) + 1
}
