import { type Card, capacity, type Position, runLength, type Variant } from '@speedcell/shared/engine'

/** What has been typed of a move so far: where from, and, into an empty column, where to. */
export interface Typed {
  readonly from: string
  readonly to?: string
  /** How many cards can go; asked where it can be more than one. */
  readonly most?: number
  /** Digits of the count so far. */
  readonly count?: string
}

/** What a key makes of what has been typed: more to type, a move's text to play, or nothing of this table's concern. */
export type Keyed =
  | { readonly kind: 'typing'; readonly typed: Typed }
  | { readonly kind: 'move'; readonly text: string }
  | { readonly kind: 'cleared' }
  | { readonly kind: 'ignored' }

const IGNORED: Keyed = { kind: 'ignored' }
const CLEARED: Keyed = { kind: 'cleared' }

/**
 * Typing notation, key by key: `2` `6`; `3` `a`; `7` `h`. Into an empty column that can take several cards, how many is asked: a digit,
 * or Enter for as many as can go; an `x` in between is welcome. Escape and Backspace take back.
 */
export function typeKey(position: Position, variant: Variant, typed: Typed | undefined, key: string): Keyed {
  const letter = key.length === 1 ? key.toLowerCase() : key
  if (typed === undefined) return isSource(position, letter) ? typing({ from: letter }) : IGNORED
  if (letter === 'Escape') return CLEARED
  if (letter === 'Backspace')
    return typed.count ? typing({ ...typed, count: '' }) : typed.to ? typing({ from: typed.from }) : CLEARED
  if (typed.to === undefined || typed.most === undefined) return typeTarget(position, variant, typed.from, letter)
  return typeCount(typed.from, typed.to, typed.most, typed.count ?? '', letter)
}

const typing = (typed: Typed): Keyed => ({ kind: 'typing', typed })
const moved = (text: string): Keyed => ({ kind: 'move', text })

const columnOf = (letter: string): number => (letter.length === 1 ? '12345678'.indexOf(letter) : -1)
const cellOf = (letter: string): number => (letter.length === 1 ? 'abcd'.indexOf(letter) : -1)

const isSource = ({ columns, cells }: Position, letter: string): boolean =>
  columns[columnOf(letter)] !== undefined || cells[cellOf(letter)] !== undefined

function typeTarget(position: Position, variant: Variant, from: string, letter: string): Keyed {
  if (letter !== 'h' && !isSource(position, letter)) return IGNORED
  const most = countInto(position, variant, columnOf(from), position.columns[columnOf(letter)])
  return most > 1 ? typing({ from, to: letter, most }) : moved(`${from}${letter}`)
}

/** How many cards can go into an empty column; 0 if the target is none, or the source no column. */
function countInto(position: Position, variant: Variant, from: number, target: readonly Card[] | undefined): number {
  if (from < 0 || target === undefined || target.length > 0) return 0
  return Math.min(runLength(position, from, variant), capacity(position, true))
}

function typeCount(from: string, to: string, most: number, before: string, letter: string): Keyed {
  const play = (count: string | number) => moved(`${from}${to}x${count}`)
  if (letter === 'Enter' || letter === to) return play(before === '' ? most : before)
  if (letter === 'x' && before === '') return typing({ from, to, most })
  const count = `${before}${letter}`
  if (!/^[1-9][0-9]?$/.test(count)) return IGNORED
  // A second digit is waited for only where there can be one.
  return before === '' && Number(count) * 10 <= most ? typing({ from, to, most, count }) : play(count)
}
