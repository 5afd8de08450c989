import { type Card, type Position, parseCard, parseMove, targetsOf, VARIANTS } from '@speedcell/shared/engine'
import { describe, expect, test } from 'vitest'
import type { Held } from './board.svelte.ts'
import { type CardView, cardViews, type Lights } from './card-views.ts'
import { layoutOf } from './layout.ts'

const card = (name: string): Card => {
  const parsed = parseCard(name)
  if (!parsed.ok) throw new RangeError(name)
  return parsed.value
}
const column = (text: string) => text.split(' ').map(card)
const POSITION: Position = {
  columns: ['KS QD 9H 8C 7D', 'TS', 'TC 5H', 'JH TH', '2S', '3C', 'KC', 'KH'].map(column),
  cells: [card('QS'), null, null, card('QH')],
  foundations: [0, 6, 0, 0],
}
const VARIANT = VARIANTS['freecell-4']
const LAYOUT = layoutOf('wide', { width: 1440, height: 724 }, 4)
const NOTHING: Lights = { held: undefined, target: undefined, shaking: [], open: [], hint: undefined }

const viewsWith = (lights: Partial<Lights>) => {
  const views = cardViews(LAYOUT, POSITION, VARIANT, { ...NOTHING, ...lights })
  return (name: string) => views[card(name)] as CardView
}
const held: Held = {
  by: 'keys',
  from: { kind: 'column', index: 0, depth: 3 },
  cards: column('8C 7D'),
  moves: targetsOf(POSITION, VARIANT, { kind: 'column', index: 0 }, 2),
}

test('a card is covered by what lies on it, and home if it is home', () => {
  const view = viewsWith({})
  expect(view('KS')).toMatchObject({ covered: true, home: false, z: 1 })
  expect(view('7D')).toMatchObject({ covered: false, home: false, z: 5 })
  expect(view('QS')).toMatchObject({ covered: false, home: false })
  expect(view('6D')).toMatchObject({ home: true })
})

test('a covered card shows its index only, unless cards are on their way to or from it', () => {
  expect(viewsWith({})('9H')).toMatchObject({ covered: true, faceless: true })
  expect(viewsWith({ open: [card('9H')] })('9H')).toMatchObject({ covered: true, faceless: false })
  expect(viewsWith({})('7D')).toMatchObject({ covered: false, faceless: false })
})

test('the run at a column’s end is bound, and nothing else', () => {
  const view = viewsWith({})
  expect(['KS', 'QD', '9H', '8C', '7D'].map((name) => view(name).seam)).toEqual([undefined, undefined, 'top', 'middle', 'end'])
  expect(['TS', 'TC', '5H', 'QS'].map((name) => view(name).seam)).toEqual([undefined, undefined, undefined, undefined])
})

describe('what is taken up', () => {
  test('lies above everything, and what it lay on is free', () => {
    const view = viewsWith({ held })
    expect(view('7D')).toMatchObject({ held: true, covered: false, seam: 'end' })
    expect(view('8C')).toMatchObject({ held: true, covered: true, seam: 'top' })
    expect(view('9H')).toMatchObject({ held: false, covered: false, seam: undefined })
    expect(view('8C').z).toBeGreaterThan(view('TS').z)
  })

  test('lights the cards that take it', () => {
    const one = { ...held, from: { kind: 'column', index: 0, depth: 4 } as const, cards: column('7D') }
    const lit = viewsWith({ held: { ...one, moves: [{ from: held.from, to: { kind: 'column', index: 1 }, count: 1 }] } })
    expect(lit('TS').light).toBe('lit')
    expect(lit('5H').light).toBeUndefined()
    const aimed = viewsWith({ held: one, target: { from: held.from, to: { kind: 'column', index: 2 }, count: 1 } })
    expect(aimed('5H').light).toBe('aimed')
    expect(aimed('TC').light).toBeUndefined()
  })
})

test('a hint rings what moves and what it goes to', () => {
  const move = parseMove(POSITION, VARIANT, '12')
  if (!move.ok) throw new RangeError('12')
  const view = viewsWith({ hint: move.value })
  expect(['QD', '9H', '8C', '7D', 'TS', 'TC'].map((name) => view(name).light)).toEqual([
    undefined,
    'hinted',
    'hinted',
    'hinted',
    'advised',
    undefined,
  ])
})
