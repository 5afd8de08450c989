import { describe, expect, test } from 'vitest'
import { cardName, cardOf, DECK, isRed, parseCard, rankOf, suitIndex, suitOf } from './card.ts'
import { givenCard } from './given.ts'

describe('the deck', () => {
  test('is in the order of Microsoft: ranks, and in each clubs, diamonds, hearts, spades', () => {
    const names = DECK.map(cardName)
    expect(names.slice(0, 6)).toEqual(['AC', 'AD', 'AH', 'AS', '2C', '2D'])
    expect(names.slice(-4)).toEqual(['KC', 'KD', 'KH', 'KS'])
    expect(new Set(names).size).toBe(52)
  })

  test('names read back, and the parts make the card', () => {
    for (const card of DECK) {
      expect(parseCard(cardName(card))).toEqual({ ok: true, value: card })
      expect(cardOf(rankOf(card), suitIndex(card))).toBe(card)
    }
  })
})

test.each([
  ['AC', 1, 'C', false],
  ['TD', 10, 'D', true],
  ['QH', 12, 'H', true],
  ['KS', 13, 'S', false],
])('%s has its rank, suit and colour', (name, rank, suit, red) => {
  const card = givenCard(name)
  expect([rankOf(card), suitOf(card), isRed(card)]).toEqual([rank, suit, red])
})

test.each(['', 'T', 'td', 'DT', '10D', '1C', 'TX', 'TD ', 'TD\n', '__proto__', 'toString'])('%j is no card', (text) => {
  expect(parseCard(text)).toEqual({ ok: false, error: 'no-card' })
})
