import {
  type Autoplay,
  type DealNumber,
  isVariantId,
  MAX_DEAL,
  MIN_DEAL,
  parseDealNumber,
  VARIANT_IDS,
  VARIANTS,
  type VariantId,
} from '@speedcell/shared/engine'
import { BadInput } from './command.ts'

const WHOLE = /^[0-9]{1,9}$/

/** A whole number from 0, as it is written on the command line. */
export function parseWhole(text: string, name: string): number {
  if (!WHOLE.test(text)) throw new BadInput(`${name} must be a whole number, not "${text}"`)
  return Number(text)
}

/** A whole number from 1. */
export function parseCount(text: string, name: string): number {
  const count = parseWhole(text, name)
  if (count === 0) throw new BadInput(`${name} must be at least 1`)
  return count
}

/** The only argument, a deal's number. */
export function parseDeal(positionals: readonly string[]): DealNumber {
  const [text, ...more] = positionals
  if (text === undefined || more.length > 0) throw new BadInput('give exactly one deal number')
  return parseDealText(text)
}

/** The only argument, a deal's number or the first and the last of several: `1-32000`. */
export function parseDeals(positionals: readonly string[]): readonly DealNumber[] {
  const [text = '', ...more] = positionals
  const dash = text.indexOf('-')
  if (dash <= 0 || more.length > 0) return [parseDeal(positionals)]
  const first = parseDealText(text.slice(0, dash))
  const last = parseDealText(text.slice(dash + 1))
  if (first > last) throw new BadInput(`there is no deal from ${first} to ${last}`)
  return Array.from({ length: last - first + 1 }, (_, index) => (first + index) as DealNumber)
}

function parseDealText(text: string): DealNumber {
  const deal = parseDealNumber(WHOLE.test(text) ? Number(text) : Number.NaN)
  if (!deal.ok) throw new BadInput(`a deal is a whole number from ${MIN_DEAL} to ${MAX_DEAL}, not "${text}"`)
  return deal.value
}

/** The id of a variant. */
export function parseVariant(text: string): VariantId {
  if (!isVariantId(text)) throw new BadInput(`a variant is one of ${VARIANT_IDS.join(', ')}, not "${text}"`)
  return text
}

/** An autoplay that the variant can be played with: its own, or off. Its own unless said otherwise. */
export function parseAutoplay(text: string | undefined, variant: VariantId): Autoplay {
  const own = VARIANTS[variant].autoplay
  if (text === undefined || text === own) return own
  if (text !== 'off') throw new BadInput(`autoplay of ${variant} is ${own} or off, not "${text}"`)
  return 'off'
}
