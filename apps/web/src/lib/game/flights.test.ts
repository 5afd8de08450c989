import {
  autoplay,
  type Card,
  cardName,
  finish,
  legalMoves,
  type Position,
  parseCard,
  parseDealNumber,
  parseMove,
  playMove,
  startGame,
  VARIANTS,
} from '@speedcell/shared/engine'
import { describe, expect, test } from 'vitest'
import { type Flight, type Scene, scenesBetween } from './flights.ts'
import { pileName, type Spot, sameSpot, spotsOf } from './spots.ts'

const VARIANT = VARIANTS['freecell-4']

function card(name: string): Card {
  const parsed = parseCard(name)
  if (!parsed.ok) throw new RangeError(name)
  return parsed.value
}

/** A position from columns and cells; whatever is not named is home, as far as it goes. */
function given(columns: readonly string[], cells: readonly string[], home = '0000'): Position {
  return {
    columns: Array.from({ length: 8 }, (_, index) => (columns[index] ?? '').split(' ').filter(Boolean).map(card)),
    cells: cells.map((name) => (name === '--' ? null : card(name))),
    foundations: Array.from(home, (digit) => Number.parseInt(digit, 16)),
  }
}

function played(position: Position, text: string): Position {
  const move = parseMove(position, VARIANT, text)
  if (!move.ok) throw new RangeError(text)
  return autoplay(playMove(position, VARIANT, move.value), 'safe').position
}

const words = ({ card, from, to }: Flight): string => `${cardName(card)} ${pileName(from)} ${pileName(to)}`
const told = (scenes: readonly Scene[]) => scenes.map(({ kind, flights }) => [kind, ...flights.map(words)])

describe('a move is shown as what it is', () => {
  const rows: readonly [name: string, before: Position, text: string, scenes: unknown][] = [
    ['one card onto a column', given(['KS 5H', 'KD 6S'], ['--', '--', '--', '--']), '12', [['move', '5H column-1 column-2']]],
    ['a card into a cell', given(['KS 5H'], ['--', '--', '--', '--']), '1b', [['move', '5H column-1 cell-b']]],
    ['a card out of a cell', given(['KS 6C'], ['--', '5H', '--', '--']), 'b1', [['move', '5H cell-b column-1']]],
    [
      'a run of three through two cells',
      given(['KS 7H 6S 5H', 'KD 8S', '9S', '9C', '9D', '9H', 'TC', 'TS'], ['--', 'QS', '--', 'QC']),
      '12',
      [['run', '5H column-1 cell-c', '6S column-1 cell-a', '7H column-1 column-2', '6S cell-a column-2', '5H cell-c column-2']],
    ],
    [
      'a run of four with one cell and one free column',
      given(['8S 7H 6S 5H', '9D', '', '9C', '9S', '9H', 'TC', 'TS'], ['--', 'QS', 'QD', 'QC']),
      '12',
      [
        [
          'run',
          '5H column-1 cell-a',
          '6S column-1 column-3',
          '5H cell-a column-3',
          '7H column-1 cell-a',
          '8S column-1 column-2',
          '7H cell-a column-2',
          '5H column-3 cell-a',
          '6S column-3 column-2',
          '5H cell-a column-2',
        ],
      ],
    ],
    [
      'a move that frees an ace and a two',
      given(['AH 5H', 'KD 6S', 'KS 2H'], ['--', '--', '--', '--']),
      '12',
      [
        ['move', '5H column-1 column-2'],
        ['home', 'AH column-1 foundation-H'],
        ['home', '2H column-3 foundation-H'],
      ],
    ],
  ]
  test.each(rows)('%s', (_, before, text, scenes) => {
    expect(told(scenesBetween(before, played(before, text)))).toEqual(scenes)
  })

  test.each(rows)('%s, and back', (_, before, text) => {
    const there = scenesBetween(before, played(before, text))
    const back = scenesBetween(played(before, text), before)
    expect(back.map(({ kind }) => kind)).toEqual(there.map(({ kind }) => kind).reverse())
    const turned = back.flatMap(({ flights }) => flights.map(({ card, from, to }) => words({ card, from: to, to: from })))
    expect(turned.reverse()).toEqual(there.flatMap(({ flights }) => flights.map(words)))
  })
})

test('finishing sends every card home, each after the one below it', () => {
  const before = given(['KS QD', 'KD QS'], ['--', 'KC', '--', 'KH'], 'CBCB')
  const scenes = scenesBetween(before, finish(before).position)
  expect(told(scenes)).toEqual([
    ['home', 'QD column-1 foundation-D'],
    ['home', 'QS column-2 foundation-S'],
    ['home', 'KC cell-b foundation-C'],
    ['home', 'KD column-2 foundation-D'],
    ['home', 'KH cell-d foundation-H'],
    ['home', 'KS column-1 foundation-S'],
  ])
})

test('nothing moved, nothing shown', () => {
  const { position } = startGame({ deal: deal(617), variant: 'freecell-4', autoplay: 'safe' })
  expect(scenesBetween(position, position)).toEqual([])
})

test('what no single move explains is shown at once', () => {
  const { position } = startGame({ deal: deal(617), variant: 'freecell-4', autoplay: 'safe' })
  const other = startGame({ deal: deal(618), variant: 'freecell-4', autoplay: 'safe' }).position
  const scenes = scenesBetween(position, other)
  expect(scenes).toHaveLength(1)
  expect(scenes[0]?.kind).toBe('move')
})

function deal(number: number) {
  const parsed = parseDealNumber(number)
  if (!parsed.ok) throw new RangeError(String(number))
  return parsed.value
}

/** Walks the scenes and says where each card ends; every flight must start where its card is. */
function flown(before: Position, scenes: readonly Scene[]): readonly Spot[] {
  const spots = spotsOf(before).slice()
  for (const { flights } of scenes) {
    for (const { card, from, to } of flights) {
      if (!sameSpot(spots[card] as Spot, from)) throw new Error(`${cardName(card)} does not start from ${pileName(from)}`)
      spots[card] = to
    }
  }
  return spots
}

test('after any move of many games, the flights end where the cards are', () => {
  let seed = 7
  const random = (below: number) => {
    seed = (Math.imul(seed, 1103515245) + 12345) & 0x7fffffff
    return seed % below
  }
  let runs = 0
  for (const variant of Object.values(VARIANTS)) {
    for (let number = 1; number <= 12; number++) {
      let { position } = startGame({ deal: deal(number * 617), variant: variant.id, autoplay: variant.autoplay })
      for (let step = 0; step < 60; step++) {
        const moves = legalMoves(position, variant)
        const longest = moves.filter(({ count }) => count > 1)
        const pick = longest.length > 0 && random(2) === 0 ? longest : moves
        const move = pick[random(pick.length)]
        if (move === undefined) break
        const next = autoplay(playMove(position, variant, move), variant.autoplay).position
        const there = scenesBetween(position, next)
        const back = scenesBetween(next, position)
        expect(flown(position, there)).toEqual(spotsOf(next))
        expect(flown(next, back)).toEqual(spotsOf(position))
        expect(there.filter(({ kind }) => kind !== 'home').length).toBeLessThanOrEqual(1)
        if (there.some(({ kind }) => kind === 'run')) runs++
        position = next
      }
    }
  }
  expect(runs).toBeGreaterThan(100)
})
