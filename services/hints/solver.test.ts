import { type DealNumber, type LogEvent, playEvents, type Setup, startGame } from '@speedcell/shared/engine'
import { solve } from '@speedcell/shared/solver'
import { afterAll, describe, expect, test } from 'vitest'
import { createSolverThreads, type SolverLimits } from './solver.ts'
import type { HintTask, KnownLine } from './worker.ts'

const solver = createSolverThreads()
afterAll(() => solver.close())

const setup: Setup = { deal: 617 as DealNumber, variant: 'freecell-4', autoplay: 'safe' }
const UNSOLVABLE: Setup = { ...setup, deal: 11982 as DealNumber }

const eventsOf = (...events: readonly string[]): LogEvent[] => events.map((e) => [0, e])

function gameAfter(of: Setup, events: readonly LogEvent[]) {
  const played = playEvents(startGame(of), events)
  if (!played.ok) throw new Error(played.reason)
  return played.game
}

test('a proof wins the deal; where there is none, there is none', async () => {
  const moves = (await solver.prove(setup)) ?? []
  expect(gameAfter(setup, eventsOf(...moves)).won).toBe(true)
  expect(await solver.prove(UNSOLVABLE)).toBeNull()
})

describe('a hint', () => {
  const hint = (events: readonly LogEvent[], lines: readonly KnownLine[] = []) => solver.hint({ setup, events, lines })

  test('leads on, on a line that is known after so many events', async () => {
    const moves = (await solver.prove(setup)) ?? []
    const events = eventsOf(moves[0] ?? '', 'hint', moves[1] ?? '')
    const line = { at: 2, moves: moves.slice(1) }
    expect(await hint(events, [line])).toEqual({ hint: { kind: 'move', move: moves[2], takeBack: null }, lines: [line] })
    expect(await hint(events)).toMatchObject({ hint: { kind: 'move' }, lines: [{ at: 3 }] })
  })

  test('remembers the lines, for who has left one and comes back', async () => {
    const moves = (await solver.prove(setup)) ?? []
    const old = { at: 0, moves }
    const off = eventsOf(moves[0] ?? '', moves[1] ?? '', '1d')
    const elsewhere = await hint(off, [old])
    expect(elsewhere?.lines).toEqual([{ at: 3, moves: expect.any(Array) }, old])
    const back = await hint([...off, ...eventsOf('hint', 'undo')], elsewhere?.lines)
    expect(back?.hint.kind).toBe('move')
    expect(new Set(back?.lines)).toEqual(new Set(elsewhere?.lines))
  })

  test('in a lost game leads back to the last position that can be won', async () => {
    const stuck: Setup = { ...setup, deal: 1 as DealNumber }
    const events = eventsOf('4a', '4b', '4c', '6d')
    const answer = await solver.hint({ setup: stuck, events, lines: [] })
    expect(answer).toMatchObject({ hint: { kind: 'lost', move: null }, lines: [] })
    const verdicts = [1, 2, 3, 4].map((undos) => {
      const { position } = gameAfter(stuck, [...events, ...eventsOf(...Array<string>(undos).fill('undo'))])
      return solve(position, stuck, { positions: 2_000_000 }).verdict
    })
    expect(answer?.hint.takeBack).toBe(verdicts.indexOf('solved') + 1)
  })

  test('on what is no game is an error', async () => {
    await expect(hint(eventsOf('zz'))).rejects.toThrow('not a game: event 0, illegal-move')
  })
})

describe('many at once', () => {
  /** Asks for so many hints in the same moment; what became of them, and the order of the answers. */
  async function askAll(count: number, limits: Partial<SolverLimits>) {
    const threads = createSolverThreads({ threads: 1, longestWait: 600_000, ...limits })
    const line = { at: 0, moves: (await solver.prove(setup)) ?? [] }
    const task: HintTask = { setup, events: [], lines: [line] }
    const order: number[] = []
    const answers = await Promise.allSettled(
      Array.from({ length: count }, async (_, index) => {
        const answer = await threads.hint(task)
        order.push(index)
        return answer
      }),
    )
    await threads.close()
    return { answers, order }
  }

  test('two hundred are all answered, in the order in which they came', async () => {
    const { answers, order } = await askAll(200, { ahead: 1 })
    expect(answers.every((answer) => answer.status === 'fulfilled' && answer.value?.hint.kind === 'move')).toBe(true)
    expect(order).toEqual(Array.from(order.keys()))
  })

  test('who comes when too many wait is told that the server is busy, and the others are answered', async () => {
    const { answers, order } = await askAll(40, { mostWaiting: 20 })
    // One is with the thread, if it is there already; so many wait.
    expect([20, 21]).toContain(order.length)
    for (const refused of answers.slice(order.length)) {
      expect(refused).toMatchObject({ status: 'rejected', reason: { code: 'busy', details: { retryAfter: 5 } } })
    }
  })

  test('whose turn comes when it is too late is told so, and nothing is thought about', async () => {
    const { answers } = await askAll(3, { longestWait: -1 })
    for (const refused of answers) expect(refused).toMatchObject({ status: 'rejected', reason: { code: 'busy' } })
  })
})
