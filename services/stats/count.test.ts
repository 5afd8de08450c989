import { describe, expect, test } from 'vitest'
import { NO_GAMES, NO_GAMES_OF_VARIANT, type VariantTotals, withGame, withGameOfVariant } from './count.ts'

describe("a player's totals", () => {
  test.each<[what: string, games: string, current: number, longest: number]>([
    ['no game', '', 0, 0],
    ['a win', 'w', 1, 1],
    ['wins in a row', 'www', 3, 3],
    ['a lost game ends them', 'wwwl', 0, 3],
    ['a lost game between wins', 'wwlwww', 3, 3],
    ['the longest stays', 'wwwlww', 2, 3],
    ['nothing but lost games', 'lll', 0, 0],
  ])('%s', (_, games, current, longest) => {
    const played = [...games].map((letter) => ({ won: letter === 'w', home: letter === 'w' ? 52 : 7 }))
    const wins = played.filter(({ won }) => won).length
    expect(played.reduce(withGame, NO_GAMES)).toEqual({
      games: played.length,
      wins,
      cardsHome: wins * 52 + (played.length - wins) * 7,
      winStreak: current,
      longestStreak: longest,
    })
  })
})

describe("a variant's totals", () => {
  const KNOWN: VariantTotals = { games: 4, wins: 2, bestRatedMs: 90_000, bestFreeMs: 80_000, fewestMoves: 70 }

  test.each<[what: string, known: VariantTotals, game: Parameters<typeof withGameOfVariant>[1], totals: Partial<VariantTotals>]>([
    [
      'the first win',
      NO_GAMES_OF_VARIANT,
      { kind: 'daily', won: true, timeMs: 100_000, moves: 80 },
      { games: 1, wins: 1, bestRatedMs: 100_000, fewestMoves: 80 },
    ],
    [
      'a better rated one',
      KNOWN,
      { kind: 'ladder', won: true, timeMs: 89_999, moves: 69 },
      { games: 5, wins: 3, bestRatedMs: 89_999, fewestMoves: 69 },
    ],
    [
      'a better free one',
      KNOWN,
      { kind: 'free', won: true, timeMs: 79_999, moves: 71 },
      { games: 5, wins: 3, bestFreeMs: 79_999 },
    ],
    ['a worse one', KNOWN, { kind: 'daily', won: true, timeMs: 90_001, moves: 70 }, { games: 5, wins: 3 }],
    ['one that was not won', KNOWN, { kind: 'daily', won: false, timeMs: 1, moves: 1 }, { games: 5 }],
  ])('%s', (_, known, game, totals) => expect(withGameOfVariant(known, game)).toEqual({ ...known, ...totals }))
})
