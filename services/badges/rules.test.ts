import { describe, expect, test } from 'vitest'
import { badgesOfGame, badgesOfRun, badgesOfStreak, type JudgedGame, type JudgedRun, type JudgedTotals } from './rules.ts'

/** A rated win with four cells that earns only what every win does, and its player's totals with it. */
const WIN: JudgedGame = { rated: true, variant: 'freecell-4', deal: 617, won: true, moves: 90, timeMs: 300_000 }
const TOTALS: JudgedTotals = { wins: 2, cardsHome: 104, winStreak: 2 }

describe('a game', () => {
  test.each<[what: string, game: Partial<JudgedGame>, totals: Partial<JudgedTotals>, earned: string[]]>([
    ['a win', {}, {}, ['first-flight']],
    ['not won', { won: false }, { winStreak: 0 }, []],

    ['deal 1 won', { deal: 1 }, {}, ['first-flight', 'game-number-one']],
    ['deal 1 with one cell', { deal: 1, variant: 'freecell-1' }, {}, ['first-flight', 'game-number-one', 'one-comb']],
    ['deal 1 not won', { deal: 1, won: false }, {}, []],
    ['deal 2 won', { deal: 2 }, {}, ['first-flight']],

    ['three cells', { variant: 'freecell-3' }, {}, ['first-flight']],
    ['two cells', { variant: 'freecell-2' }, {}, ['first-flight', 'two-combs']],
    ['two cells, not won', { variant: 'freecell-2', won: false }, {}, []],
    ['one cell', { variant: 'freecell-1' }, {}, ['first-flight', 'one-comb']],
    ['one cell, not won', { variant: 'freecell-1', won: false }, {}, []],
    ["Baker's Game", { variant: 'bakers-game' }, {}, ['first-flight', 'bakers-bee']],
    ["Baker's Game, not won", { variant: 'bakers-game', won: false }, {}, []],

    ['49 moves', { moves: 49 }, {}, ['first-flight', 'beeline']],
    ['50 moves', { moves: 50 }, {}, ['first-flight', 'beeline']],
    ['51 moves', { moves: 51 }, {}, ['first-flight']],
    ['50 moves in free play', { moves: 50, rated: false }, {}, ['first-flight', 'beeline']],
    ['50 moves, not won', { moves: 50, won: false }, {}, []],
    ['50 moves with three cells', { moves: 50, variant: 'freecell-3' }, {}, ['first-flight']],
    ["50 moves of Baker's Game", { moves: 50, variant: 'bakers-game' }, {}, ['first-flight', 'bakers-bee']],

    ['119,999 ms', { timeMs: 119_999 }, {}, ['first-flight', 'express-bee']],
    ['120,000 ms', { timeMs: 120_000 }, {}, ['first-flight']],
    ['119,999 ms in free play', { timeMs: 119_999, rated: false }, {}, ['first-flight']],
    ['119,999 ms, not won', { timeMs: 119_999, won: false }, {}, []],

    ['99 wins', {}, { wins: 99 }, ['first-flight']],
    ['100 wins', {}, { wins: 100 }, ['first-flight', 'busy-bee']],
    ['5,199 cards', {}, { cardsHome: 5_199 }, ['first-flight']],
    ['5,200 cards', {}, { cardsHome: 5_200 }, ['first-flight', 'honey-store']],
    ['5,200 cards, not won', { won: false }, { cardsHome: 5_200, winStreak: 0 }, ['honey-store']],
    ['9 in a row', {}, { winStreak: 9 }, ['first-flight']],
    ['10 in a row', {}, { winStreak: 10 }, ['first-flight', 'swarm']],
  ])('%s', (_, game, totals, earned) => {
    expect(badgesOfGame({ ...WIN, ...game }, { ...TOTALS, ...totals })).toEqual(earned)
  })
})

describe('a ladder run', () => {
  const straight = { undos: 0, hints: 0 }
  /** A run with so many stages won, and one more revealed unless all were. */
  const run = (stagesWon: number, changed: Partial<typeof straight>[] = []): JudgedRun => ({
    stagesWon,
    stages: Array.from({ length: Math.min(stagesWon + 1, 5) }, (_, index) => ({ ...straight, ...changed[index] })),
  })

  test.each<[what: string, run: JudgedRun, earned: string[]]>([
    ['no stage won', run(0), []],
    ['two stages won', run(2), []],
    ['three stages won', run(3), ['no-way-back']],
    ['three stages won and closed before the fourth', { ...run(2), stagesWon: 3 }, ['no-way-back']],
    ['an undo in a won stage', run(3, [{ undos: 1 }]), []],
    ['a hint in a won stage', run(3, [{}, { hints: 1 }]), []],
    ['an undo in the stage that was not won', run(3, [{}, {}, {}, { undos: 1 }]), []],
    ['four stages won', run(4), ['no-way-back']],
    ['all five', run(5), ['queen-bee', 'no-way-back']],
    ['all five with an undo', run(5, [{ undos: 1 }]), ['queen-bee']],
  ])('%s', (_, judged, earned) => expect(badgesOfRun(judged)).toEqual(earned))
})

test.each<[days: number, earned: string[]]>([
  [0, []],
  [6, []],
  [7, ['bee-week']],
  [29, ['bee-week']],
  [30, ['bee-week', 'bee-month']],
])('%i days in a row', (days, earned) => expect(badgesOfStreak(days)).toEqual(earned))
