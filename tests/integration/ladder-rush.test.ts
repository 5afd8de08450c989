/** Two hundred finishes under way at once on one API: every one is answered, and what follows from each is written once. */
import { rebuildBoards } from '@speedcell/services/leaderboard'
import { rebuildStats } from '@speedcell/services/stats'
import type { StageResult } from '@speedcell/shared/contracts'
import { expect, test } from 'vitest'
import { freshDatabase } from '../support/database.ts'
import { testApi } from './api-client.ts'
import { givenClimber, type LadderPlayer, winOf } from './ladder-play.ts'
import type { Events } from './rated-player.ts'

const fresh = await freshDatabase()
const { database } = fresh
const api = await testApi(fresh)

const FINISHES = 200
/** So many of the players stand before their last stage, and win it. */
const AT_THE_TOP = 12
/** So many of the players send their finish twice at once. */
const AT_ONCE_TWICE = 24

/** What a player is about to hand in. */
interface Ready {
  readonly player: LadderPlayer
  readonly events: Events
  readonly givenUp: boolean
}

/** Players who have all begun, a few at a time. */
async function players(count: number, make: (index: number) => Promise<Ready>): Promise<Ready[]> {
  const ready: Ready[] = []
  for (let from = 0; from < count; from += 8) {
    const some = Array.from({ length: Math.min(8, count - from) }, (_, index) => make(from + index))
    ready.push(...(await Promise.all(some)))
  }
  return ready
}

async function atTheTop(): Promise<Ready> {
  const player = await givenClimber(api, 5, 0)
  return { player, events: winOf(player.stage, 0, 0), givenUp: false }
}

/** Of three players two win their first stage, and one gives it up, with more or less of the line. */
async function below(index: number): Promise<Ready> {
  const player = await givenClimber(api)
  const events = winOf(player.stage, 0, 0)
  return index % 3 > 0 ? { player, events, givenUp: false } : { player, events: events.slice(0, index % 7), givenUp: true }
}

test('200 finishes at once, some of them twice, and all of them once more', async () => {
  const all = [...(await players(AT_THE_TOP, atTheTop)), ...(await players(FINISHES - AT_THE_TOP, below))]
  const send = ({ player, events, givenUp }: Ready) => player.finish(events, { givenUp })
  const [first, twice] = await Promise.all([Promise.all(all.map(send)), Promise.all(all.slice(0, AT_ONCE_TWICE).map(send))])
  const again = await Promise.all(all.map(send))
  expect([...first, ...twice, ...again].map(({ status }) => status)).toEqual(Array(2 * FINISHES + AT_ONCE_TWICE).fill(200))

  const bodies = first.map(({ body }) => body)
  expect(twice.map(({ body }) => body)).toEqual(bodies.slice(0, AT_ONCE_TWICE))
  expect(again.map(({ body }) => body)).toEqual(bodies)
  for (const [index, { player, givenUp }] of all.entries()) {
    expect(bodies[index]).toMatchObject({ stage: player.stage.id, outcome: givenUp ? 'given-up' : 'won', won: !givenUp })
  }
  for (const [index, ready] of all.entries()) await expectSums(ready, bodies[index])

  // Those who won their first stage have a run that goes on.
  const over = all.filter(({ givenUp }) => givenUp).length + AT_THE_TOP
  expect(await database.run.count({ where: { endedAt: { not: null } } })).toBe(over)
  const listed = await database.run.count({ where: { endedAt: { not: null }, score: { gt: 0 } } })
  for (const board of await database.boardEntry.groupBy({ by: ['board'], _count: true })) expect(board._count).toBe(listed)
  expect(await rebuildBoards(database)).toEqual({ entries: 4 * listed, mended: 0 })
  expect(await rebuildStats(database, 'Europe/Berlin')).toMatchObject({ counted: 0, mended: 0 })
}, 180_000)

/** That a player's rows are what their results come to. */
async function expectSums({ player }: Ready, told: StageResult | undefined): Promise<void> {
  const userId = await player.id()
  const results = await database.stageResult.findMany({ where: { stage: { run: { userId } } } })
  expect(results).toHaveLength(player.stage.number)
  expect(results.map(({ stageId }) => stageId)).toContain(told?.stage)
  const score = results.reduce((sum, result) => sum + result.score, 0)
  const run = await database.run.findUniqueOrThrow({ where: { id: player.stage.run } })
  expect(run.score).toBe(score)

  const counted = results.filter(({ moves }) => moves > 0)
  const games = await database.game.findMany({ where: { userId }, orderBy: { sequence: 'asc' } })
  expect(games.map(({ stageId }) => stageId).sort()).toEqual(counted.map(({ stageId }) => stageId).sort())
  const totals = await database.playerTotals.findUnique({ where: { userId } })
  expect(totals?.games ?? 0).toBe(counted.length)
  expect(totals?.wins ?? 0).toBe(counted.filter(({ won }) => won).length)
  expect(totals?.cardsHome ?? 0).toBe(counted.reduce((sum, { home }) => sum + home, 0))
  const badges = await database.badgeAward.findMany({ where: { userId }, select: { badge: true } })
  expect(badges.map(({ badge }) => badge).includes('queen-bee')).toBe(player.stage.number === 5)
  expect(badges.map(({ badge }) => badge).includes('first-flight')).toBe(counted.some(({ won }) => won))

  const entries = await database.boardEntry.findMany({ where: { userId } })
  expect(entries).toHaveLength(run.endedAt && score > 0 ? 4 : 0)
  for (const entry of entries) expect(entry).toMatchObject({ runId: run.id, score, stagesWon: run.stagesWon })
}
