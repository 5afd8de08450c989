import { type Card, isRed, rankOf } from './card.ts'
import { type Draft, draftOf, putHome, takeFromCell, takeFromColumn } from './draft.ts'
import { fitsHome, isWon, type Position } from './position.ts'
import type { Autoplay } from './variant.ts'

const RED_FOUNDATIONS = [1, 2] as const
const BLACK_FOUNDATIONS = [0, 3] as const

/**
 * Whether the card can go home without ever being missed in the columns: aces and twos always, a higher one when every card
 * of the other colour group that could lie on it is home.
 */
export function isSafeHome(position: Position, card: Card): boolean {
  if (!fitsHome(position, card)) return false
  const lower = rankOf(card) - 1
  const [one, other] = isRed(card) ? BLACK_FOUNDATIONS : RED_FOUNDATIONS
  return lower <= 1 || ((position.foundations[one] as number) >= lower && (position.foundations[other] as number) >= lower)
}

const FLIES: Readonly<Record<Autoplay, (position: Position, card: Card) => boolean>> = {
  safe: isSafeHome,
  all: fitsHome,
  off: () => false,
}

/** Lets everything fly home that the rule allows, and gives the cards in the order of their flights. */
export function applyAutoplay(draft: Draft, rule: Autoplay): Card[] {
  const flown: Card[] = []
  if (rule === 'off') return flown
  const flies = FLIES[rule]
  let before: number
  do {
    before = flown.length
    for (let cell = 0; cell < draft.cells.length; cell++) {
      const card = draft.cells[cell] as Card | null
      if (card === null || !flies(draft, card)) continue
      takeFromCell(draft, cell)
      putHome(draft, card)
      flown.push(card)
    }
    for (let index = 0; index < draft.columns.length; index++) {
      const card = draft.columns[index]?.at(-1)
      if (card === undefined || !flies(draft, card)) continue
      takeFromColumn(draft, index, 1)
      putHome(draft, card)
      flown.push(card)
    }
  } while (flown.length > before)
  return flown
}

/** The position and the cards that flew home to reach it, in order. */
export interface Flights {
  readonly position: Position
  readonly cards: readonly Card[]
}

/** What autoplay makes of a position; the same position if nothing flies. The order of the flights does not change the end. */
export function autoplay(position: Position, rule: Autoplay): Flights {
  const draft = draftOf(position)
  const cards = applyAutoplay(draft, rule)
  return cards.length === 0 ? { position, cards } : { position: draft, cards }
}

/** Sends everything home that goes there by home moves alone. It wins exactly if `canFinish`. */
export const finish = (position: Position): Flights => autoplay(position, 'all')

/** Whether home moves alone clear the whole table, and there is something to clear. */
export const canFinish = (position: Position): boolean => !isWon(position) && isWon(finish(position).position)
