import { describe, expect, test } from 'vitest'
import { points, stageScore, variantScore } from './score.ts'
import { VARIANTS } from './variant.ts'

const NOTHING = { home: 0, won: false, moves: 0, undos: 0, hints: 0 }

describe('points', () => {
  test.each([
    ['nothing done', NOTHING, 0],
    ['a card home', { ...NOTHING, home: 1 }, 10],
    ['a win without a move', { ...NOTHING, home: 52, won: true }, 1020],
    ['a move costs 1', { ...NOTHING, home: 5, moves: 7 }, 43],
    ['an undo costs 5', { ...NOTHING, home: 5, moves: 7, undos: 2 }, 33],
    ['a hint costs 10', { ...NOTHING, home: 5, moves: 7, undos: 2, hints: 1 }, 23],
    ['exactly nothing', { ...NOTHING, home: 1, hints: 1 }, 0],
    ['never below nothing', { ...NOTHING, home: 1, moves: 3, hints: 4 }, 0],
    ['51 home is no win', { ...NOTHING, home: 51, moves: 100 }, 410],
  ])('%s', (_name, totals, expected) => {
    expect(points(totals)).toBe(expected)
  })
})

test.each([
  ['freecell-4', 100],
  ['freecell-3', 200],
  ['freecell-2', 300],
  ['freecell-1', 500],
  ['bakers-game', 300],
] as const)('100 points of %s score %d', (id, expected) => {
  expect(variantScore(100, VARIANTS[id])).toBe(expected)
})

describe('stageScore', () => {
  test.each([
    ['won on stage 1', { points: 900, won: true, secondsLeft: 120, stage: 1 }, 1020],
    ['won on stage 5', { points: 900, won: true, secondsLeft: 120, stage: 5 }, 5100],
    ['not won: no seconds', { points: 80, won: false, secondsLeft: 120, stage: 3 }, 240],
  ])('%s', (_name, stage, expected) => {
    expect(stageScore(stage)).toBe(expected)
  })
})
