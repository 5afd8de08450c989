import { describe, expect, it } from 'vitest'
import { levelOf, STAGES } from './stage.ts'

describe('the ladder’s stages', () => {
  it('have the cells and minutes of the rules', () => {
    expect(STAGES).toEqual([
      { number: 1, cells: 4, minutes: 10 },
      { number: 2, cells: 4, minutes: 9 },
      { number: 3, cells: 3, minutes: 8 },
      { number: 4, cells: 2, minutes: 7 },
      { number: 5, cells: 1, minutes: 6 },
    ])
  })

  it.each([
    ['nothing', 0, 1, 0],
    ['half of what a stage has in it', 800, 1, 0.5],
    ['the same share of a heavier one', 3 * 740, 3, 0.5],
    ['more than there is', 9_999, 1, 1],
  ])('a comb with %s', (_what, score, number, level) => {
    expect(levelOf(score, STAGES[number - 1] ?? { number, cells: 0, minutes: 0 })).toBeCloseTo(level)
  })
})
