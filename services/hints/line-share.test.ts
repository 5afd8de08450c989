import { type DealNumber, type LogEvent, type Setup, startGame } from '@speedcell/shared/engine'
import { judgeWithin, solve } from '@speedcell/shared/solver'
import { describe, expect, test } from 'vitest'
import { type LineShare, largerShare, lineShare } from './line-share.ts'

const setup: Setup = { deal: 617 as DealNumber, variant: 'freecell-4', autoplay: 'safe' }
const judge = () => judgeWithin(setup, { positions: 400_000, shorter: 20_000 })

/** The moves of the line that hints would follow from the deal. */
function lineOf(): readonly string[] {
  const verdict = judge()(startGame(setup).position, 'line')
  if (verdict.verdict !== 'solved') throw new Error(verdict.verdict)
  return verdict.moves
}
const eventsOf = (texts: readonly string[]): LogEvent[] => texts.map((text, index) => [index * 1_000, text])

const line = lineOf()

test('who follows the solver does so with every move', () => {
  const { measured, same } = lineShare(setup, eventsOf(line), judge())
  expect(measured).toBeGreaterThan(line.length / 2)
  expect(same).toBe(measured)
})

test('another free cell is the same move', () => {
  const at = line.findIndex((text) => /^[1-8][a-d]$/.test(text))
  const first = line[at] ?? ''
  const other = `${first.charAt(0)}${first.charAt(1) === 'd' ? 'c' : 'd'}`
  const [own, moved] = [line.slice(0, at + 1), [...line.slice(0, at), other]].map((texts) =>
    lineShare(setup, eventsOf(texts), judge()),
  )
  expect(moved).toEqual(own)
})

describe('what is not held against the solver', () => {
  test('a move after a hint', () => {
    const [first = '', second = ''] = line
    expect(lineShare(setup, eventsOf(['hint', first, second]), judge())).toEqual({ measured: 1, same: 1 })
  })

  test('hints, undos and the end by themselves', () => {
    expect(lineShare(setup, eventsOf(['hint']), judge())).toEqual({ measured: 0, same: 0 })
    expect(lineShare(setup, [], judge())).toEqual({ measured: 0, same: 0 })
  })

  test('what the judge does not know', () => {
    const lost = () => ({ verdict: 'unsolvable', positions: 0 }) as const
    expect(lineShare(setup, eventsOf(line.slice(0, 3)), lost)).toEqual({ measured: 0, same: 0 })
  })
})

test('a move of one’s own is another one, and the line is found again after it is taken back', () => {
  const [first = '', second = ''] = line
  const own = ['1a', '2a', '3a', '4a'].find((text) => text.charAt(0) !== first.charAt(0)) ?? ''
  expect(lineShare(setup, eventsOf([own, 'undo', first, second]), judge())).toEqual({ measured: 3, same: 2 })
})

test('another line that is known counts as well', () => {
  const from = startGame(setup).position
  const plain = solve(from, setup, { positions: 200_000 })
  if (plain.verdict !== 'solved') throw new Error(plain.verdict)
  const events = eventsOf(plain.moves)
  const { measured, same } = lineShare(setup, events, judge(), [{ from, moves: plain.moves }])
  expect([same, measured > plain.moves.length / 2]).toEqual([measured, true])
  expect(lineShare(setup, events, judge()).same).toBeLessThan(same)
})

test.each<[one: LineShare, other: LineShare, larger: 'one' | 'other']>([
  [{ measured: 40, same: 20 }, { measured: 40, same: 21 }, 'other'],
  [{ measured: 10, same: 9 }, { measured: 40, same: 35 }, 'one'],
  [{ measured: 40, same: 20 }, { measured: 0, same: 0 }, 'one'],
  [{ measured: 0, same: 0 }, { measured: 40, same: 20 }, 'other'],
])('of %o and %o it is the larger share', (one, other, larger) => {
  expect(largerShare(one, other)).toBe(larger === 'one' ? one : other)
})
