import { type DealNumber, legalMoves, makeMove, playEvents, type Setup, startGame, VARIANTS } from '@speedcell/shared/engine'
import { solve } from '@speedcell/shared/solver'
import { afterAll, expect, test } from 'vitest'
import { createSolverThreads } from './solver.ts'

const solver = createSolverThreads()
afterAll(() => solver.close())

const setup: Setup = { deal: 617 as DealNumber, variant: 'freecell-4', autoplay: 'safe' }
const UNSOLVABLE: Setup = { ...setup, deal: 11982 as DealNumber }

test('a proof wins the deal; where there is none, there is none', async () => {
  const moves = (await solver.prove(setup)) ?? []
  const played = playEvents(
    startGame(setup),
    moves.map((move) => [0, move] as const),
  )
  expect(played).toMatchObject({ ok: true, game: { won: true } })
  expect(await solver.prove(UNSOLVABLE)).toBeNull()
})

test('a hint leads on, on a line that is known after so many events', async () => {
  const moves = (await solver.prove(setup)) ?? []
  const events = [
    [0, moves[0] ?? ''],
    [0, 'hint'],
    [0, moves[1] ?? ''],
  ] as const
  const hint = (lines: { at: number; moves: readonly string[] }[]) => solver.hint({ setup, events, lines })
  const known = await hint([{ at: 2, moves: moves.slice(1) }])
  expect(known).toEqual({ hint: { kind: 'move', move: moves[2], takeBack: null }, line: moves.slice(2) })
  expect(await hint([])).toMatchObject({ hint: { kind: 'move' } })
})

test('a lost game is led back to the last position that could be won, and no further', async () => {
  // Stubbornly the last legal move, until the game is lost.
  let game = startGame(setup)
  const events: [number, string][] = []
  let answer: Awaited<ReturnType<typeof solver.hint>> = null
  while (answer?.hint.kind !== 'lost') {
    expect(events.length).toBeLessThan(60)
    const move = legalMoves(game.position, VARIANTS[setup.variant]).at(-1)
    if (!move) break
    events.push([0, makeMove(game.position, move)])
    const played = playEvents(startGame(setup), events)
    if (!played.ok) throw new Error(played.reason)
    game = played.game
    answer = await solver.hint({ setup, events, lines: [] })
  }
  const takeBack = answer?.hint.takeBack ?? 0
  expect(takeBack).toBeGreaterThan(0)
  const verdictAfter = (undos: number) => {
    const played = playEvents(
      game,
      Array.from({ length: undos }, () => [0, 'undo'] as const),
    )
    return played.ok ? solve(played.game.position, setup, { positions: 400_000 }).verdict : played.reason
  }
  expect(verdictAfter(takeBack)).toBe('solved')
  expect(verdictAfter(takeBack - 1)).not.toBe('solved')
})

test('who comes when too many wait is told that the server is busy, and the others are answered', async () => {
  const answers = await Promise.allSettled(Array.from({ length: 60 }, () => solver.prove(setup)))
  const refused = answers.filter(({ status }) => status === 'rejected')
  expect(refused.length).toBeGreaterThan(0)
  expect(refused.length).toBeLessThan(60)
  for (const answer of refused) expect(answer).toMatchObject({ reason: { code: 'busy', details: { retryAfter: 1 } } })
  for (const answer of answers) if (answer.status === 'fulfilled') expect(answer.value).not.toBeNull()
})
