import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type Autoplay,
  autoplay,
  type Card,
  cardsHome,
  type DealNumber,
  isWon,
  legalMoves,
  MAX_DEAL,
  type Position,
  playMove,
  positionFromDeal,
  VARIANT_IDS,
  VARIANTS,
  type VariantId,
} from '../engine/index.ts'
import { after, afterAll, deal, key, rulesOf } from './given.ts'
import { type Counting, type Rules, type ShortLine, shortest } from './index.ts'

const COUNTINGS = ['player', 'all'] as const
const DEFAULT = rulesOf('freecell-4')

const RULES: readonly [VariantId, Autoplay][] = [
  ...VARIANT_IDS.flatMap((variant): [VariantId, Autoplay][] => [
    [variant, VARIANTS[variant].autoplay],
    [variant, 'off'],
  ]),
  ['freecell-4', 'all'],
  ['bakers-game', 'safe'],
]

/** Plays a line, and counts its moves: of those that home takes, `player` counts only what the log sends there. */
function played(
  position: Position,
  rules: Rules,
  counting: Counting,
  moves: readonly string[],
): { won: boolean; length: number } {
  let now = position
  let length = 0
  for (const move of moves) {
    const next = after(now, rules, move)
    length += lengthOf(now, next, counting, move.endsWith('h'))
    now = next
  }
  return { won: isWon(now), length }
}

function lengthOf(before: Position, next: Position, counting: Counting, isHome: boolean): number {
  return counting === 'player' ? 1 : 1 + cardsHome(next) - cardsHome(before) - (isHome ? 1 : 0)
}

/** The length of the shortest line there is, found with the engine's moves alone; undefined where that takes too many positions, or none wins. */
function leastLength(root: Position, rules: Rules, counting: Counting): number | undefined {
  const layers = [[root]]
  const done = new Set<string>()
  for (let length = 0; length < layers.length; length++) {
    for (const position of layers[length] ?? []) {
      if (isWon(position)) return length
      if (done.has(key(position))) continue
      if (done.size === 600) return undefined
      done.add(key(position))
      for (const move of legalMoves(position, VARIANTS[rules.variant])) {
        const next = autoplay(playMove(position, VARIANTS[rules.variant], move), rules.autoplay).position
        const at = length + lengthOf(position, next, counting, move.to.kind === 'foundation')
        for (let layer = layers.length; layer <= at; layer++) layers.push([])
        layers[at]?.push(next)
      }
    }
  }
  return undefined
}

/** Positions of the highest cards alone, in disorder upon a few columns. */
function endgames({ variant, autoplay: rule }: Rules): Position[] {
  const shape = fc.tuple(fc.constantFrom(8, 12, 16), fc.constantFrom(2, 3, 4))
  const dealt = shape.chain(([count, columns]) => {
    const cards = Array.from({ length: count }, (_, index) => (52 - count + index) as Card)
    return fc.shuffledSubarray(cards, { minLength: count }).map(
      (order): Position => ({
        cells: Array.from({ length: VARIANTS[variant].cells }, () => null),
        foundations: Array.from({ length: 4 }, () => 13 - count / 4),
        columns: Array.from({ length: 8 }, (_, column) =>
          column < columns ? order.filter((_, at) => at % columns === column) : [],
        ),
      }),
    )
  })
  return fc.sample(dealt, { numRuns: 16, seed: 1 }).map((position) => autoplay(position, rule).position)
}

describe.each(COUNTINGS)('counted as %s', (counting) => {
  test.each(RULES)('%s, autoplay %s: a line plays out and is as long as it says', (variant, rule) => {
    const rules: Rules = { variant, autoplay: rule }
    let solved = 0
    for (const number of [2, 5, 7]) {
      const position = deal(number, rules)
      const told: ShortLine[] = []
      const answer = shortest(position, rules, counting, { positions: 10_000, found: (line) => told.push(line) })
      if (answer.verdict !== 'solved') continue
      solved++
      for (const { moves, length } of told) expect(played(position, rules, counting, moves)).toEqual({ won: true, length })
      const lengths = told.map(({ length }) => length)
      expect(lengths).toEqual([...new Set(lengths)].sort((a, b) => b - a))
      expect(told.at(-1)).toEqual({ moves: answer.moves, length: answer.length })
    }
    expect(solved).toBeGreaterThan(0)
  })

  // Without autoplay every card that goes home counts, as in `all`; but the engine alone would take too long to tell.
  test.each(RULES.filter(([, rule]) => rule !== 'off'))(
    '%s, autoplay %s: what is said to be the shortest line is',
    (variant, rule) => {
      const rules: Rules = { variant, autoplay: rule }
      let compared = 0
      for (const position of endgames(rules)) {
        const least = leastLength(position, rules, counting)
        if (least === undefined) continue
        const answer = shortest(position, rules, counting, { positions: 1_000_000 })
        expect(answer).toMatchObject({ verdict: 'solved', shortest: true, length: least })
        compared++
      }
      expect(compared).toBeGreaterThan(3)
    },
  )

  test('a larger budget never gives a longer line', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: MAX_DEAL }), fc.constantFrom(...VARIANT_IDS), (number, variant) => {
        const rules = rulesOf(variant)
        let least = Number.POSITIVE_INFINITY
        for (const positions of [0, 100, 1_000, 5_000, 10_000]) {
          const answer = shortest(deal(number, rules), rules, counting, { positions })
          const length = answer.verdict === 'solved' ? answer.length : Number.POSITIVE_INFINITY
          expect(length).toBeLessThanOrEqual(least)
          least = length
        }
      }),
      { numRuns: 10, seed: 1 },
    )
  })

  test('before autoplay has seen the deal, what it would send home counts as well', () => {
    const open = Array.from({ length: 60 }, (_, index) => positionFromDeal((index + 1) as DealNumber, VARIANTS['freecell-4']))
      .filter((position) => cardsHome(autoplay(position, 'safe').position) > 0)
      .slice(0, 5)
    for (const position of open) {
      const answer = shortest(position, DEFAULT, counting, { positions: 10_000 })
      if (answer.verdict !== 'solved') throw new Error('choose deals that can be won')
      expect(played(position, DEFAULT, counting, answer.moves)).toEqual({ won: true, length: answer.length })
    }
    expect(open).toHaveLength(5)
  })

  test('a won position is won by no move, and none is shorter', () => {
    const won: Position = { cells: [null], foundations: [13, 13, 13, 13], columns: Array.from({ length: 8 }, () => []) }
    expect(shortest(won, rulesOf('freecell-1'), counting, { positions: 100 })).toMatchObject({
      length: 0,
      moves: [],
      shortest: true,
    })
  })
})

test('lines are short: these deals, in the mean, within 40,000 positions', () => {
  const lengths = Array.from({ length: 10 }, (_, index) => {
    const answer = shortest(deal(index + 1, DEFAULT), DEFAULT, 'all', { positions: 40_000 })
    return answer.verdict === 'solved' ? answer.length : Number.POSITIVE_INFINITY
  })
  expect(lengths.reduce((sum, length) => sum + length) / lengths.length).toBeLessThan(81)
})

test.each<[what: string, VariantId, deal: number]>([
  ['the layers come to before the solver does', 'freecell-4', 178],
  ['the solver comes to after the layers gave up', 'freecell-2', 70],
])('a first line that %s: %s, deal %i', (_what, variant, number) => {
  const rules = rulesOf(variant)
  const told: number[] = []
  const budget = { positions: 150_000, progress: (positions: number) => told.push(positions) }
  const answer = shortest(deal(number, rules), rules, 'all', budget)
  if (answer.verdict !== 'solved') throw new Error('it can be won')
  expect(played(deal(number, rules), rules, 'all', answer.moves)).toEqual({ won: true, length: answer.length })
  expect(told).toEqual(told.toSorted((a, b) => a - b))
})

test('a lost position is told as the solver tells it', () => {
  const position = afterAll(deal(1055, DEFAULT), DEFAULT, ['4a', '7b', '8c'])
  const found = () => expect.unreachable()
  expect(shortest(position, DEFAULT, 'player', { positions: 1_000, found })).toEqual({ verdict: 'unsolvable', positions: 10 })
})

describe('the budget', () => {
  test('without any, nothing is known', () => {
    expect(shortest(deal(1, DEFAULT), DEFAULT, 'player', { positions: 0 })).toEqual({ verdict: 'unknown', positions: 0 })
  })

  test('is kept, but for the moves of one position', () => {
    for (const positions of [5_000, 50_000]) {
      const answer = shortest(deal(1, DEFAULT), DEFAULT, 'player', { positions })
      expect(answer.positions).toBeGreaterThanOrEqual(positions)
      expect(answer.positions).toBeLessThan(positions + 150)
    }
  })

  test('an interruption gives the best line so far, and leaves nothing behind', () => {
    const alone = shortest(deal(1, DEFAULT), DEFAULT, 'all', { positions: 30_000 })
    const told: ShortLine[] = []
    const interrupted = () => told.length === 3
    const stopped = shortest(deal(1, DEFAULT), DEFAULT, 'all', {
      positions: 30_000,
      interrupted,
      found: (line) => told.push(line),
    })
    expect(stopped).toMatchObject({ verdict: 'solved', shortest: false, ...told.at(-1) })
    expect(told).toHaveLength(3)
    expect(shortest(deal(1, DEFAULT), DEFAULT, 'all', { positions: 30_000 })).toEqual(alone)
  })

  test('progress is told, and only ever goes up', () => {
    const told: number[] = []
    const { positions } = shortest(deal(1, DEFAULT), DEFAULT, 'all', { positions: 20_000, progress: (spent) => told.push(spent) })
    expect(told.length).toBeGreaterThan(5)
    expect(told).toEqual(told.toSorted((a, b) => a - b))
    expect(told.at(-1)).toBeLessThanOrEqual(positions)
  })

  test('a call within a call disturbs neither', () => {
    const of = (number: number) => shortest(deal(number, DEFAULT), DEFAULT, 'all', { positions: 20_000 })
    const alone = [of(1), of(2)]
    const inner: unknown[] = []
    const found = () => void inner.push(of(2))
    expect(shortest(deal(1, DEFAULT), DEFAULT, 'all', { positions: 20_000, found })).toEqual(alone[0])
    expect(inner.length).toBeGreaterThan(1)
    expect(inner.at(-1)).toEqual(alone[1])
  })
})
