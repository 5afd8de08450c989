import { describe, expect, test } from 'vitest'
import { cardName } from './card.ts'
import { dealCards, parseDealNumber } from './deal.ts'
import { givenDeal } from './given.ts'

describe('dealCards', () => {
  test('deals row by row: four columns of seven, four of six', () => {
    expect(dealCards(givenDeal(1)).map((column) => column.length)).toEqual([7, 7, 7, 7, 6, 6, 6, 6])
  })

  test('deal 1 is the well-known one', () => {
    expect(dealCards(givenDeal(1)).map((column) => cardName(column[0] as never))).toEqual('JD 2D 9H JC 5D 7H 7C 5H'.split(' '))
  })
})

describe('parseDealNumber', () => {
  test.each([1, 617, 32_000, 1_000_000])('%d is a deal', (number) => {
    expect(parseDealNumber(number)).toEqual({ ok: true, value: number })
  })

  test.each([
    ['zero', 0],
    ['below zero', -1],
    ['one too many', 1_000_001],
    ['a fraction', 1.5],
    ['NaN', Number.NaN],
    ['infinite', Number.POSITIVE_INFINITY],
    ['a text', '617'],
    ['a big integer', 617n],
    ['true', true],
    ['nothing', null],
    ['undefined', undefined],
    ['an array', [617]],
    ['an object', { valueOf: () => 617 }],
  ])('%s is out of range', (_name, value) => {
    expect(parseDealNumber(value)).toEqual({ ok: false, error: 'deal-out-of-range' })
  })
})
