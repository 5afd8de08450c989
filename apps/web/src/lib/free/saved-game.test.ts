import { describe, expect, test } from 'vitest'
import { type GameResult, parseMark, parseResults, parseSavedGame, type SavedGame, withResult } from './saved-game.ts'

const RESULT: GameResult = { won: true, score: 921, moves: 94, ms: 247_000 }
const SAVED = {
  id: 'one',
  log: {
    v: 1,
    deal: 617,
    variant: 'freecell-4',
    autoplay: 'safe',
    events: [
      [100, '6a'],
      [200, 'undo'],
    ],
  },
  elapsed: 4_000,
  choice: 'number',
  before: RESULT,
  owner: 'window',
  revision: 7,
} as unknown as SavedGame

describe('a saved game', () => {
  test('is read as it was written', () => {
    expect(parseSavedGame(JSON.stringify(SAVED))).toEqual(SAVED)
  })

  test.each(['number', 'link', 'random', 'easy', 'normal', 'hard'])('keeps how its deal was chosen: %s', (choice) => {
    expect(parseSavedGame(JSON.stringify({ ...SAVED, choice }))?.choice).toBe(choice)
  })

  test('of a newer version is read as far as it is known', () => {
    expect(parseSavedGame(JSON.stringify({ ...SAVED, stars: 3 }))).toEqual(SAVED)
  })

  test.each([2 ** 31 - 1, 2 ** 31, 7])('may have been written often: %i times', (revision) => {
    expect(parseSavedGame(JSON.stringify({ ...SAVED, revision }))?.revision).toBe(revision)
  })

  test.each([-1, 0.5, '7', null, 2 ** 53, 1e300])('is not lost for a revision that cannot be right: %j', (revision) => {
    expect(parseSavedGame(JSON.stringify({ ...SAVED, revision }))).toEqual({ ...SAVED, revision: 0 })
  })

  test('bears a mark, whatever game it is', () => {
    expect(parseMark(JSON.stringify({ ...SAVED, log: 'none' }))).toEqual({ owner: 'window', revision: 7 })
    for (const text of [null, '{', '7', '{}']) expect(parseMark(text)).toBeUndefined()
  })

  test('whose last result cannot be read has none', () => {
    expect(parseSavedGame(JSON.stringify({ ...SAVED, before: { won: 'yes' } }))?.before).toBeNull()
  })

  test.each([
    ['nothing', null],
    ['no JSON', '{'],
    ['a number', '7'],
    ['null', 'null'],
    ['a list', '[]'],
    ['no log', JSON.stringify({ ...SAVED, log: {} })],
    ['a log that cannot be played', JSON.stringify({ ...SAVED, log: { ...SAVED.log, events: [[0, 'undo']] } })],
    ['another version’s log', JSON.stringify({ ...SAVED, log: { ...SAVED.log, v: 2 } })],
    ['a clock that is none', JSON.stringify({ ...SAVED, elapsed: -1 })],
    ['a clock of half milliseconds', JSON.stringify({ ...SAVED, elapsed: 0.5 })],
    ['an unknown choice', JSON.stringify({ ...SAVED, choice: 'dice' })],
    ['no owner', JSON.stringify({ ...SAVED, owner: undefined })],
  ])('is not %s', (_, text) => {
    expect(parseSavedGame(text)).toBeUndefined()
  })
})

describe('results', () => {
  test('are read as they were written, and what is none is left out', () => {
    const text = JSON.stringify([['freecell-4:617', RESULT], ['freecell-4:1', { won: true }], 'no', ['x'], [1, RESULT]])
    expect([...parseResults(text)]).toEqual([['freecell-4:617', RESULT]])
    expect(parseResults('{').size).toBe(0)
    expect(parseResults(null).size).toBe(0)
  })

  test('keep the last of each deal, and forget the oldest', () => {
    let results = parseResults(null)
    for (let deal = 1; deal <= 510; deal++) results = withResult(results, `freecell-4:${deal}`, RESULT)
    results = withResult(results, 'freecell-4:11', { ...RESULT, score: 1 })
    expect(results.size).toBe(500)
    expect(results.get('freecell-4:11')?.score).toBe(1)
    results = withResult(results, 'freecell-4:600', RESULT)
    expect([results.has('freecell-4:11'), results.has('freecell-4:12')]).toEqual([true, false])
  })
})
