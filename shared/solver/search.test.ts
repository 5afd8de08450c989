import { type DealNumber, startGame, VARIANTS, type VariantId } from '@speedcell/shared/engine'
import { expect, test } from 'vitest'
import { SCHEDULES } from './schedule.ts'
import { Search, type Stage } from './search.ts'
import { flightRuleOf } from './solve.ts'
import type { Weights } from './weights.ts'

const WEIGHTS: Weights = { notHome: 9, cell: 24, aboveNext: 4, aboveLower: 4, break: 7, inversion: 0, emptyColumn: 17 }

function run(search: Search, deal: number, id: VariantId, stage: Stage) {
  const variant = VARIANTS[id]
  const { position } = startGame({ deal: deal as DealNumber, variant: id, autoplay: variant.autoplay })
  const outcome = search.run(position, variant, flightRuleOf(variant, variant.autoplay), stage, 1_000_000, undefined)
  return { outcome, found: search.found, expanded: search.expanded, moves: search.winningMoves() }
}

test('a search that has run before finds just what a new one finds', () => {
  const used = new Search()
  for (const id of ['freecell-3', 'freecell-1', 'bakers-game'] as const) {
    for (const deal of [1, 2, 6]) {
      for (const stage of SCHEDULES[id]) {
        const short = { ...stage, expansions: Math.min(stage.expansions, 3_000) }
        expect(run(used, deal, id, short), `${id} ${deal}`).toEqual(run(new Search(), deal, id, short))
      }
    }
  }
})

test('a search that keeps only the best children never proves a loss', () => {
  // With one cell and nothing else kept, every deal runs dry soon.
  for (const order of ['greedy', 'sweep', 'deep'] as const) {
    const stage = { order, expansions: 100_000, weights: WEIGHTS }
    for (const deal of [1, 3, 4]) {
      expect(run(new Search(), deal, 'freecell-1', { ...stage, width: 1 }).outcome).not.toBe('exhausted')
    }
    expect(run(new Search(), 3, 'freecell-1', stage).outcome).toBe('exhausted')
  }
})

test('and looks at fewer positions', () => {
  const wide = run(new Search(), 617, 'freecell-4', { order: 'greedy', expansions: 50, weights: WEIGHTS })
  const narrow = run(new Search(), 617, 'freecell-4', { order: 'greedy', expansions: 50, weights: WEIGHTS, width: 2 })
  expect(narrow.expanded).toBe(wide.expanded)
  expect(narrow.found).toBeLessThan(wide.found / 2)
})
