import type { Hint } from '@speedcell/shared/contracts'
import {
  builds,
  type Card,
  capacity,
  cardOf,
  checkMove,
  DECK,
  explainRefusal,
  type Move,
  type Place,
  type Position,
  parseMove,
  rankOf,
  runLength,
  type Suit,
  suitIndex,
  suitOf,
  targetsOf,
  type Variant,
} from '@speedcell/shared/engine'
import type { Scene } from '#lib/game/flights.ts'
import { cardAt, countFrom, letterOf, placeOf, type Spot } from '#lib/game/spots.ts'
import { m } from '#lib/paraglide/messages.js'
import { getLocale } from '#lib/paraglide/runtime.js'

const SUIT_WORDS: Readonly<Record<Suit, () => string>> = {
  C: m.table_suit_c,
  D: m.table_suit_d,
  H: m.table_suit_h,
  S: m.table_suit_s,
}
const RANK_WORDS: Readonly<Record<number, () => string>> = {
  1: m.table_rank_1,
  11: m.table_rank_11,
  12: m.table_rank_12,
  13: m.table_rank_13,
}

const suitWords = (suit: Suit): string => SUIT_WORDS[suit]()
const rankWords = (rank: number): string => RANK_WORDS[rank]?.() ?? String(rank)

/** A sentence's first letter is a capital, also where it begins with a card: `King of spades into a cell.` */
const sentence = (text: string): string => text.charAt(0).toLocaleUpperCase(getLocale()) + text.slice(1)

/** `Herz 9`, `9 of hearts`. */
export const cardWords = (card: Card): string => m.table_card({ suit: suitWords(suitOf(card)), rank: rankWords(rankOf(card)) })

/** One card, or a run from its first to its last: `Karo 9 bis Karo 7`. */
function cardsWords(cards: readonly Card[]): string {
  const [first, last] = [cards[0], cards.at(-1)]
  if (first === undefined || last === undefined) return ''
  return first === last ? cardWords(first) : m.table_run({ first: cardWords(first), last: cardWords(last) })
}

/** `Spalte 4`, `Wabe b`, `Stock Herz`. */
function placeWords(spot: Spot): string {
  if (spot.kind === 'foundation') return m.table_foundation({ suit: suitWords(suitOf(spot.suit as number as Card)) })
  const letter = letterOf(placeOf(spot))
  return spot.kind === 'column' ? m.table_column({ number: letter }) : m.table_cell({ letter })
}

/** Where a move goes: `auf Pik 10`, `in eine leere Spalte`. */
function targetWords({ columns }: Position, to: Place): string {
  if (to.kind === 'foundation') return m.table_to_home()
  if (to.kind === 'cell') return m.table_to_cell()
  const last = columns[to.index]?.at(-1)
  return last === undefined ? m.table_to_empty_column() : m.table_to_card({ card: cardWords(last) })
}

const takenUp = (position: Position, from: Place, count: number): readonly Card[] => {
  if (from.kind === 'column') return position.columns[from.index]?.slice(-count) ?? []
  const card = from.kind === 'cell' ? position.cells[from.index] : null
  return card == null ? [] : [card]
}

/** What it says of cards that are taken up: `Karo 9 bis Karo 7 aufgenommen.` */
export const heldWords = (cards: readonly Card[]): string => sentence(m.table_said_held({ cards: cardsWords(cards) }))

/** A move as it stands to be made: `Karo 9 bis Karo 7 auf Pik 10`, in two parts. */
const moveParts = (position: Position, { from, to, count }: Move) => ({
  cards: cardsWords(takenUp(position, from, count)),
  target: targetWords(position, to),
})

/** What the shown scenes come to, aloud. */
export function scenesWords(before: Position, scenes: readonly Scene[]): string {
  const home: Card[] = []
  const words: string[] = []
  for (const { kind, flights } of scenes) {
    if (kind === 'home') home.push(...flights.map(({ card }) => card))
    else {
      const cards = [...new Set(flights.map(({ card }) => card))].sort((a, b) => rankOf(b) - rankOf(a))
      const end = flights.findLast(({ card }) => card === cards[0])
      if (end)
        words.push(sentence(m.table_said_moved({ cards: cardsWords(cards), target: targetWords(before, placeOf(end.to)) })))
    }
  }
  if (home.length > 0) words.push(sentence(m.table_said_home({ cards: listed(home.map(cardWords)) })))
  return words.join(' ')
}

const lists = new Map<string, Intl.ListFormat>()

function listed(words: readonly string[], type: 'conjunction' | 'disjunction' = 'conjunction'): string {
  const locale = getLocale()
  const known = lists.get(locale + type) ?? new Intl.ListFormat(locale, { type })
  lists.set(locale + type, known)
  return known.format(words)
}

/** What a screen reader says of a spot: the card, where it lies, and where it may go. */
export const spotWords = (position: Position, variant: Variant, spot: Spot): string =>
  sentence(spotPhrase(position, variant, spot))

function spotPhrase(position: Position, variant: Variant, spot: Spot): string {
  if (spot.kind === 'foundation') {
    const suit = suitWords(suitOf(spot.suit as number as Card))
    return m.table_foundation_of({ suit, count: position.foundations[spot.suit] ?? 0 })
  }
  const card = cardAt(position, spot)
  const letter = letterOf(placeOf(spot))
  if (card === undefined) {
    return spot.kind === 'cell' ? m.table_empty_cell({ letter }) : m.table_empty_column({ number: letter })
  }
  const count = countFrom(position, spot)
  const names = { card: cardWords(card), place: placeWords(spot) }
  if (spot.kind === 'column' && count > runLength(position, spot.index, variant)) {
    return m.table_covered({ ...names, count: count - 1 })
  }
  const targets = [...new Set(targetsOf(position, variant, placeOf(spot), count).map(({ to }) => targetWords(position, to)))]
  if (count > 1 && targets.length > 0) {
    return m.table_run_goes({ ...names, count: count - 1, targets: listed(targets, 'disjunction') })
  }
  if (count > 1) return m.table_covered({ ...names, count: count - 1 })
  return targets.length > 0 ? m.table_goes({ ...names, targets: listed(targets, 'disjunction') }) : m.table_goes_nowhere(names)
}

/** Why cards stay where they are. Ask only about what is refused. */
export const refusalWords = (position: Position, variant: Variant, from: Place, count: number, to?: Place): string =>
  sentence(refusalPhrase(position, variant, from, count, to))

function refusalPhrase(position: Position, variant: Variant, from: Place, count: number, to?: Place): string {
  const cards = takenUp(position, from, count)
  const card = cards[0]
  if (card === undefined) return m.table_refused_empty()
  switch (explainRefusal(position, variant, from, count, to)) {
    case 'not-a-run':
      return m.table_refused_not_a_run()
    case 'cell-to-cell':
      return m.table_refused_cell_to_cell()
    case 'cell-takes-one':
      return m.table_refused_cell_takes_one()
    case 'cell-taken':
      return m.table_refused_cell_taken()
    case 'home-takes-one':
      return m.table_refused_home_takes_one()
    case 'not-next-home':
      return m.table_refused_not_next_home({ card: cardWords(nextHome(position, card)) })
    case 'stays-home':
      return m.table_refused_stays_home()
    case 'does-not-fit':
      return needsWords(variant, card)
    case 'too-many-cards':
      return m.table_refused_too_many({ count: capacity(position, isEmptyColumn(position, to)) })
    case 'no-target':
      return count > 1 ? m.table_refused_run_no_target() : m.table_refused_no_target({ card: cardWords(card) })
    case 'same-place':
    case 'no-such-place':
    case 'empty':
      return m.table_refused_empty()
  }
}

const nextHome = ({ foundations }: Position, card: Card): Card => cardOf((foundations[suitIndex(card)] ?? 0) + 1, suitIndex(card))

const isEmptyColumn = ({ columns }: Position, place: Place | undefined): boolean =>
  place?.kind === 'column' && columns[place.index]?.length === 0

/** Which card a card asks for: `Herz 8 braucht eine schwarze 9`. */
function needsWords(variant: Variant, card: Card): string {
  const wanted = DECK.filter((onto) => builds(variant, card, onto))
  const [one, other] = wanted
  const names = { card: cardWords(card) }
  if (one === undefined) return m.table_refused_king(names)
  if (other === undefined) return m.table_refused_needs_card({ ...names, other: cardWords(one) })
  const rank = rankOf(one)
  if (rank > 10) return m.table_refused_needs_either({ ...names, one: cardWords(one), other: cardWords(other) })
  const isRed = suitOf(one) === 'D' || suitOf(one) === 'H'
  return (isRed ? m.table_refused_needs_red : m.table_refused_needs_black)({ ...names, rank: String(rank) })
}

/** Why typed notation is no move here. */
export function notationRefusalWords(position: Position, variant: Variant, text: string): string {
  const from = placeNamed(text.charAt(0))
  const to = placeNamed(text.charAt(1))
  if (from === undefined || to === undefined) return m.table_refused_notation({ text })
  const count = Number(/x(\d+)$/.exec(text)?.[1] ?? naturalCount(position, variant, from, to))
  const move: Move = { from, to, count }
  return checkMove(position, variant, move)
    ? m.table_refused_notation({ text })
    : refusalWords(position, variant, from, count, to)
}

/** As many cards as the ranks ask for, if they are in order; else the last one, whose reason is plainer. */
function naturalCount(position: Position, variant: Variant, from: Place, to: Place): number {
  if (from.kind !== 'column' || to.kind !== 'column') return 1
  const { columns } = position
  const [last, onto] = [columns[from.index]?.at(-1), columns[to.index]?.at(-1)]
  const count = last === undefined || onto === undefined ? 1 : rankOf(onto) - rankOf(last)
  return count > 0 && count <= runLength(position, from.index, variant) ? count : 1
}

function placeNamed(letter: string): Place | undefined {
  if (letter === 'h') return { kind: 'foundation' }
  const column = '12345678'.indexOf(letter)
  const cell = 'abcd'.indexOf(letter)
  if (letter === '') return undefined
  return column >= 0 ? { kind: 'column', index: column } : cell >= 0 ? { kind: 'cell', index: cell } : undefined
}

/** What a hint says. */
export function hintWords(position: Position, variant: Variant, hint: Hint): string {
  const move = hint.move === null ? undefined : parseMove(position, variant, hint.move)
  if (hint.kind === 'lost' || move === undefined || !move.ok) {
    return hint.takeBack === null ? m.table_hint_lost() : m.table_hint_lost_back({ count: hint.takeBack })
  }
  const parts = moveParts(position, move.value)
  return sentence(hint.kind === 'guess' ? m.table_hint_guess(parts) : m.table_hint_move(parts))
}
