import { describe, expect, it } from 'vitest'
import { axisMarks } from './axis.ts'

describe('marks of an axis', () => {
  it.each([
    ['a usual day', 840, 970, 6, [850, 875, 900, 925, 950]],
    ['a narrow one', 930, 950, 5, [930, 935, 940, 945, 950]],
    ['from nought', 0, 1000, 5, [0, 250, 500, 750, 1000]],
    ['a single bar', 940, 950, 5, [940, 945, 950]],
    ['a board', 0, 17_000, 5, [0, 4000, 8000, 12_000, 16_000]],
    ['beyond every step', 0, 90_000, 5, [0, 90_000]],
  ])('%s', (_, from, to, most, marks) => expect(axisMarks(from, to, most)).toEqual(marks))
})
