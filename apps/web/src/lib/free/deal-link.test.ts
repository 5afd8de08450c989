import { describe, expect, test } from 'vitest'
import { dealLink, readDealNumber, wantedDeal } from './deal-link.ts'

describe('a number as people write it', () => {
  test.each([
    ['617', 617],
    ['  617 ', 617],
    ['1', 1],
    ['1000000', 1_000_000],
    ['1.000.000', 1_000_000],
    ['1,000,000', 1_000_000],
    ['24 185', 24_185],
    ['24\u202f185', 24_185],
    ['24’185', 24_185],
    ['007', 7],
  ])('%s', (text, deal) => {
    expect(readDealNumber(text)).toEqual({ ok: true, value: deal })
  })

  test.each(['', '0', '-1', '1000001', '1e3', '0x10', '1.5', '6.17', '617a', 'abc', '１２', '99999999999999999999'])(
    '“%s” is none',
    (text) => {
      expect(readDealNumber(text).ok).toBe(false)
    },
  )
})

describe('a link', () => {
  const of = (query: string) => wantedDeal(new URLSearchParams(query))
  test.each([
    ['', undefined],
    ['utm=1', undefined],
    ['deal=617', { ok: true, value: { deal: 617, variant: 'freecell-4' } }],
    ['deal=617&variant=bakers-game', { ok: true, value: { deal: 617, variant: 'bakers-game' } }],
    ['deal=0', { ok: false, error: 'bad-deal' }],
    ['deal=', { ok: false, error: 'bad-deal' }],
    ['deal=1000001&variant=freecell-1', { ok: false, error: 'bad-deal' }],
    ['deal=617&variant=klondike', { ok: false, error: 'bad-variant' }],
    ['variant=klondike', { ok: false, error: 'bad-variant' }],
    ['variant=freecell-2', undefined],
  ])('?%s', (query, wanted) => {
    expect(of(query)).toEqual(wanted)
  })

  test('leads to the deal that it was made for', () => {
    const wanted = of('deal=11982&variant=freecell-3')
    if (!wanted?.ok) throw new Error('none')
    expect(of(new URL(dealLink('https://speedcell.example', wanted.value)).search)).toEqual(wanted)
  })
})
