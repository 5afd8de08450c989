import { cardName, dealCards, parseDealNumber, parseLog, replay, summary } from '@speedcell/shared/engine'
import { describe, expect, test } from 'vitest'
import { boards, games, wins } from './fixtures.ts'

test.each(boards())('deal $deal', ({ deal, columns }) => {
  const number = parseDealNumber(deal)
  expect(number.ok && dealCards(number.value).map((column) => column.map(cardName).join(' '))).toEqual(columns)
})

describe('games.jsonl', () => {
  test.each(games().map((game, index) => [index + 1, game] as const))(
    'line %d',
    (_line, { log, undoLimit, expect: expected }) => {
      const parsed = parseLog(log)
      if (!parsed.ok) throw new Error(parsed.error)
      const result = replay(parsed.value, undoLimit === undefined ? {} : { undoLimit })
      expect(result.ok ? { ok: true, ...summary(result.game) } : result).toEqual(expected)
    },
  )
})

describe('wins.jsonl', () => {
  test.each(wins().map((log, index) => [index + 1, log] as const))('line %d', (_line, log) => {
    const parsed = parseLog(log)
    if (!parsed.ok) throw new Error(parsed.error)
    const result = replay(parsed.value)
    expect(result.ok && summary(result.game)).toMatchObject({ won: true, home: 52, moves: log.events.length })
  })
})
