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
  positionFromDeal,
  VARIANT_IDS,
  VARIANTS,
  type VariantId,
} from '../engine/index.ts'
import type { FlightRule } from './board.ts'
import { after, afterAll, deal, reach, rulesOf, successors, wander } from './given.ts'
import { flightRuleOf, type Rules, SCHEDULES, shortest, solve } from './index.ts'
import { type Outcome, Search, type Stage } from './search.ts'
import { UNWEIGHTED, type Weights } from './weights.ts'

const DEFAULT: Rules = { variant: 'freecell-4', autoplay: 'safe' }
const ENOUGH = { positions: 5_000_000 }

const smallReachesOf = new Map<VariantId, ReturnType<typeof findSmallReaches>>()

/** Positions late in random games, from which few others can be reached. */
function smallReaches(rules: Rules) {
  const known = smallReachesOf.get(rules.variant) ?? findSmallReaches(rules)
  smallReachesOf.set(rules.variant, known)
  return known
}

function findSmallReaches(rules: Rules) {
  const walks = fc.tuple(anyDeal, fc.array(fc.nat(1000), { minLength: 15, maxLength: 60 }))
  return fc.sample(walks, { numRuns: 150, seed: 1 }).flatMap(([number, choices]) => {
    const position = wander(number, rules, choices)
    const reached = reach(position, rules, 600)
    return reached ? [{ position, reached }] : []
  })
}

const anyDeal = fc.integer({ min: 1, max: MAX_DEAL })
const anyRules = fc.constantFrom(...VARIANT_IDS).map(rulesOf)

describe('known positions', () => {
  test.each<[what: string, deal: number, moves: string, freeCells: number, legal: number, positions: number]>([
    ['deal 1055, one cell free', 1055, '4a 7b 8c', 1, 8, 10],
    ['deal 160, one move left, and much after it', 160, '6a 7b 7c 8d', 0, 1, 307],
    ['deal 1, no move left', 1, '4a 4b 4c 6d', 0, 0, 1],
    ['deal 1, one move left', 1, '5a 6b 7c 7d', 0, 1, 2],
  ])('%s: lost, and how many positions that takes', (_what, number, moves, freeCells, legal, positions) => {
    const position = afterAll(deal(number, DEFAULT), DEFAULT, moves.split(' '))
    expect(position.cells.filter((card) => card === null)).toHaveLength(freeCells)
    expect(legalMoves(position, VARIANTS['freecell-4'])).toHaveLength(legal)
    expect(solve(position, DEFAULT, ENOUGH)).toEqual({ verdict: 'unsolvable', positions })
    // Nothing goes home here that the game would not send home too, so these are all positions there are.
    expect(reach(position, DEFAULT, 1_000)).toEqual({ won: false, positions })
  })

  test('the one deal of the first 32,000 that four cells cannot win', () => {
    expect(solve(deal(11982, DEFAULT), DEFAULT, ENOUGH).verdict).toBe('unsolvable')
  })

  test.each([27799, 7107, 25315, 16436, 617, 8436, 1464, 31465, 1941, 6240, 13765])('deal %i, a hard one: won', (number) => {
    expect(playedOut(deal(number, DEFAULT), DEFAULT)).toBe(true)
  })

  test('a won position is solved by no move', () => {
    const won: Position = { cells: [null], foundations: [13, 13, 13, 13], columns: Array.from({ length: 8 }, () => []) }
    expect(solve(won, rulesOf('freecell-1'), ENOUGH)).toEqual({ verdict: 'solved', moves: [], positions: 1 })
  })
})

/** Whether the position is solved by a line that the engine plays to a win. */
function playedOut(position: Position, rules: Rules): boolean {
  const answer = solve(position, rules, ENOUGH)
  return answer.verdict === 'solved' && isWon(afterAll(position, rules, answer.moves))
}

describe('a proof of a loss', () => {
  test.each(VARIANT_IDS)('%s: with no move left out, counts exactly the positions that the engine can reach', (variant) => {
    const rules = rulesOf(variant)
    let compared = 0
    for (const { position, reached } of smallReaches(rules)) {
      for (const order of ['greedy', 'sweep', 'deep'] as const) {
        const search = new Search()
        const stage: Stage = { weights: UNWEIGHTED, order, expansions: Number.MAX_SAFE_INTEGER }
        const outcome = search.run(position, VARIANTS[variant], rules.autoplay, stage, Number.MAX_SAFE_INTEGER, undefined)
        expect(outcome).toBe(reached.won ? 'won' : 'exhausted')
        if (reached.won) continue
        expect(search.found).toBe(reached.positions)
        compared++
      }
    }
    expect(compared).toBeGreaterThan(15)
  })

  test.each(VARIANT_IDS)('%s: is the same with what the solver sends home unasked, in no more positions', (variant) => {
    const rules = rulesOf(variant)
    for (const { position, reached } of smallReaches(rules)) {
      const answer = solve(position, rules, ENOUGH)
      expect(answer.verdict).toBe(reached.won ? 'solved' : 'unsolvable')
      if (!reached.won) expect(answer.positions).toBeLessThanOrEqual(reached.positions)
    }
  })

  test.each(VARIANT_IDS)('%s: holds for whatever can be played next', (variant) => {
    const rules = rulesOf(variant)
    const lost = smallReaches(rules).filter(({ reached }) => !reached.won && reached.positions > 1)
    for (const { position } of lost) {
      for (const next of successors(position, rules)) expect(solve(next, rules, ENOUGH).verdict).toBe('unsolvable')
    }
    expect(lost.length).toBeGreaterThan(2)
  })

  test.each<[VariantId, number]>([
    ['freecell-2', 32],
    ['freecell-1', 4],
    ['bakers-game', 22],
  ])('%s, deal %i: holds for whatever can be played next', (variant, number) => {
    const rules = rulesOf(variant)
    const position = deal(number, rules)
    expect(solve(position, rules, ENOUGH).verdict).toBe('unsolvable')
    for (const next of successors(position, rules)) expect(solve(next, rules, ENOUGH).verdict).toBe('unsolvable')
  })

  test('never meets a win, whatever is sent home unasked', () => {
    const weights = SCHEDULES['freecell-4'][0]?.weights ?? UNWEIGHTED
    const seen = { won: 0, exhausted: 0 }
    const walks = fc.array(fc.nat(1000), { maxLength: 40 })
    fc.assert(
      fc.property(anyDeal, fc.constantFrom(...VARIANT_IDS), walks, (number, variant, choices) => {
        const position = wander(number, { variant, autoplay: 'off' }, choices)
        const flightRules = new Set<FlightRule>(['off', 'safe', flightRuleOf(VARIANTS[variant], 'off')])
        const outcomes = [...flightRules].map((rule) => searchAll(position, variant, rule, weights, 8_000))
        expect(outcomes.includes('won') && outcomes.includes('exhausted')).toBe(false)
        for (const outcome of ['won', 'exhausted'] as const) if (outcomes.includes(outcome)) seen[outcome]++
      }),
      { numRuns: 60, seed: 1 },
    )
    expect(Math.min(seen.won, seen.exhausted)).toBeGreaterThan(15)
  })
})

/** Searches with no move left out but where the rule sends cards home. */
function searchAll(position: Position, variant: VariantId, rule: FlightRule, weights: Weights, positions: number): Outcome {
  const stage: Stage = { weights, order: 'deep', expansions: Number.MAX_SAFE_INTEGER }
  return new Search().run(position, VARIANTS[variant], rule, stage, positions, undefined)
}

describe('autoplay', () => {
  test('safe: never loses a win', () => {
    const weights = SCHEDULES['freecell-4'][0]?.weights ?? UNWEIGHTED
    let kept = 0
    const walks = fc.array(fc.nat(1000), { minLength: 2, maxLength: 30 })
    fc.assert(
      fc.property(anyDeal, fc.constantFrom(...VARIANT_IDS), walks, (number, variant, choices) => {
        const position = wander(number, { variant, autoplay: 'off' }, choices)
        const flown = autoplay(position, 'safe').position
        if (flown === position || searchAll(position, variant, 'off', weights, 8_000) !== 'won') return
        expect(searchAll(flown, variant, 'off', weights, 100_000)).toBe('won')
        kept++
      }),
      { numRuns: 150, seed: 1 },
    )
    expect(kept).toBeGreaterThan(15)
  })

  test.each<[VariantId, number]>([
    ['freecell-1', 58],
    ['freecell-1', 77],
    ['freecell-2', 24],
  ])('%s, deal %i: safe keeps the win that is lost if everything goes home', (variant, number) => {
    const verdicts = (['off', 'safe', 'all'] as const).map((rule) => {
      const rules: Rules = { variant, autoplay: rule }
      return solve(deal(number, rules), rules, ENOUGH).verdict
    })
    expect(verdicts).toEqual(['solved', 'solved', 'unsolvable'])
  })
})

describe('a line', () => {
  test.each<[VariantId, Autoplay]>([
    ...VARIANT_IDS.map((variant): [VariantId, Autoplay] => [variant, 'off']),
    ['freecell-4', 'all'],
    ['bakers-game', 'safe'],
  ])('%s, autoplay %s: plays out', (variant, rule) => {
    const rules: Rules = { variant, autoplay: rule }
    const solved = [2, 4, 5, 7, 10, 14, 16, 24].filter((number) => {
      const answer = solve(deal(number, rules), rules, { positions: 200_000 })
      if (answer.verdict !== 'solved') return false
      expect(isWon(afterAll(deal(number, rules), rules, answer.moves))).toBe(true)
      return true
    })
    expect(solved.length).toBeGreaterThan(1)
  })

  test('sends home by itself what autoplay has not seen yet', () => {
    const dealt = fc
      .sample(anyDeal, { numRuns: 50, seed: 2 })
      .map((number) => positionFromDeal(number as DealNumber, VARIANTS['freecell-4']))
    const open = dealt.filter((position) => cardsHome(autoplay(position, 'safe').position) > 0)
    expect(open.length).toBeGreaterThan(10)
    for (const position of open) expect(playedOut(position, DEFAULT)).toBe(true)
  })

  test.each(VARIANT_IDS)('%s: leads through positions that are solved', (variant) => {
    const rules = rulesOf(variant)
    let position = deal(2, rules)
    const answer = solve(position, rules, ENOUGH)
    if (answer.verdict !== 'solved') throw new Error('deal 2 can be won')
    for (const move of answer.moves) {
      position = after(position, rules, move)
      expect(playedOut(position, rules)).toBe(true)
    }
  })
})

describe('the budget', () => {
  const budgets = [0, 1, 10, 100, 1_000, 10_000, 100_000]

  test('more of it never does worse, and what is decided stays so', () => {
    fc.assert(
      fc.property(anyDeal, anyRules, (number, rules) => {
        const answers = budgets.map((positions) => solve(deal(number, rules), rules, { positions }))
        const decided = answers.findIndex(({ verdict }) => verdict !== 'unknown')
        if (decided >= 0) for (const later of answers.slice(decided)) expect(later).toEqual(answers[decided])
        expect(answers[0]).toEqual({ verdict: 'unknown', positions: 0 })
        expect(answers[1]?.verdict).toBe('unknown')
      }),
      { numRuns: 30 },
    )
  })

  test('is kept, but for the moves of one position', () => {
    for (const positions of budgets.slice(1)) {
      expect(solve(deal(11982, DEFAULT), DEFAULT, { positions }).positions).toBeLessThan(positions + 100)
    }
  })

  test('an interruption is heard, and leaves nothing behind', () => {
    let asked = 0
    const interrupted = () => ++asked > 10
    const answer = solve(deal(11982, DEFAULT), DEFAULT, { ...ENOUGH, interrupted })
    expect(answer.verdict).toBe('unknown')
    expect(answer.positions).toBeGreaterThan(100)
    expect(asked).toBe(11)
    expect(playedOut(deal(1, DEFAULT), DEFAULT)).toBe(true)
  })

  test('progress is told, and only ever goes up', () => {
    const told: number[] = []
    const { positions } = solve(deal(11982, DEFAULT), DEFAULT, { positions: 20_000, progress: (spent) => told.push(spent) })
    expect(told.length).toBeGreaterThan(5)
    expect(told).toEqual(told.toSorted((a, b) => a - b))
    expect(told.at(-1)).toBeLessThanOrEqual(positions)
  })

  test('a call within a call disturbs neither', () => {
    const alone = solve(deal(11982, DEFAULT), DEFAULT, ENOUGH)
    const inner: unknown[] = []
    const interrupted = () => {
      inner.push(solve(deal(2, DEFAULT), DEFAULT, ENOUGH))
      return false
    }
    expect(solve(deal(11982, DEFAULT), DEFAULT, { ...ENOUGH, interrupted })).toEqual(alone)
    expect(inner.length).toBeGreaterThan(1)
    expect(inner.at(-1)).toEqual(solve(deal(2, DEFAULT), DEFAULT, ENOUGH))
  })
})

/** The position with the suits of each colour swapped, its cells in reverse, its columns from another one on. */
function twinOf({ cells, foundations, columns }: Position, turn: number): Position {
  const swapped = (card: Card): Card => (card ^ 3) as Card
  const [c = 0, d = 0, h = 0, s = 0] = foundations
  const twins = columns.map((column) => column.map(swapped))
  return {
    cells: cells.map((card) => (card === null ? null : swapped(card))).reverse(),
    foundations: [s, h, d, c],
    columns: [...twins.slice(turn), ...twins.slice(0, turn)],
  }
}

describe('the suits of a colour may be swapped, the columns and cells be in any order', () => {
  test('in any position', () => {
    fc.assert(
      fc.property(anyDeal, anyRules, fc.array(fc.nat(1000), { maxLength: 12 }), fc.nat(7), (number, rules, choices, turn) => {
        const position = wander(number, rules, choices)
        const [one, other] = [position, twinOf(position, turn)].map((it) => solve(it, rules, { positions: 50_000 }))
        const verdicts = new Set([one?.verdict, other?.verdict])
        // The twin is searched in another order, so either may run out of budget; but a win and a loss never meet.
        expect(verdicts.has('solved') && verdicts.has('unsolvable')).toBe(false)
        if (one?.verdict === 'unsolvable' && other?.verdict === 'unsolvable') expect(one).toEqual(other)
      }),
      { numRuns: 60 },
    )
  })

  test.each<[VariantId, won: number[], lost: number[]]>([
    ['freecell-4', [1, 2, 3], []],
    ['freecell-3', [1, 2, 3], []],
    ['freecell-2', [2, 3, 4], [32, 57]],
    ['freecell-1', [2, 5, 7], [1, 3, 4]],
    ['bakers-game', [1, 2, 3], [14, 22]],
  ])('%s: in these deals', (variant, won, lost) => {
    const rules = rulesOf(variant)
    const verdictsOf = (numbers: number[]) =>
      numbers.map((number) => solve(twinOf(deal(number, rules), number % 8), rules, ENOUGH).verdict)
    expect(new Set(verdictsOf(won))).toEqual(new Set(['solved']))
    expect(verdictsOf(lost)).toEqual(lost.map(() => 'unsolvable'))
  })
})

test.each<[what: string, change: Partial<Position>]>([
  ['seven columns', { columns: [[]] }],
  ['a column of more cards than any can have', { columns: [Array<Card>(20).fill(0 as Card), [], [], [], [], [], [], []] }],
  ['more cards in cells than there are cells', { cells: [0 as Card, 1 as Card, 2 as Card, 3 as Card, 4 as Card] }],
  ['no cards at all', { columns: [[], [], [], [], [], [], [], []] }],
  ['a card that is there twice', { cells: [0 as Card, null, null, null] }],
  ['a card that is home and in a column', { foundations: [1, 0, 0, 0] }],
  ['one column in the place of another', { columns: deal(1, DEFAULT).columns.with(0, deal(1, DEFAULT).columns[1] ?? []) }],
])('%s: no position', (_what, change) => {
  const position = { ...deal(1, DEFAULT), ...change }
  expect(() => solve(position, DEFAULT, ENOUGH)).toThrow(RangeError)
  expect(() => shortest(position, DEFAULT, 'player', ENOUGH)).toThrow(RangeError)
})
