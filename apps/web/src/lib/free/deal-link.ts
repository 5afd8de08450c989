import { type DealNumber, err, isVariantId, ok, parseDealNumber, type Result, type VariantId } from '@speedcell/shared/engine'

/** Which deal a link, or a player, asks for. */
export interface WantedDeal {
  readonly deal: DealNumber
  readonly variant: VariantId
}

/** The deal that a query names, undefined if it names none. A variant alone, or an impossible number, is an error. */
export function wantedDeal(
  query: Pick<URLSearchParams, 'get' | 'has'>,
): Result<WantedDeal, 'bad-deal' | 'bad-variant'> | undefined {
  const number = query.get('deal')
  const variant = query.get('variant') ?? 'freecell-4'
  if (number === null) return query.has('variant') && !isVariantId(variant) ? err('bad-variant') : undefined
  if (!isVariantId(variant)) return err('bad-variant')
  const deal = readDealNumber(number)
  return deal.ok ? ok({ deal: deal.value, variant }) : err('bad-deal')
}

/** The deal's number as people write it: digits, grouped by spaces or points if they like. */
export function readDealNumber(text: string): Result<DealNumber, 'deal-out-of-range'> {
  const digits = text.trim().replace(/(?<=\d)[\s.,'\u2019\u00a0\u202f](?=\d{3}(?!\d))/gu, '')
  return /^\d{1,7}$/.test(digits) ? parseDealNumber(Number(digits)) : err('deal-out-of-range')
}

/** The link that hands a deal on. */
export const dealLink = (origin: string, { deal, variant }: WantedDeal): string =>
  `${origin}/frei?deal=${deal}&variant=${variant}`
