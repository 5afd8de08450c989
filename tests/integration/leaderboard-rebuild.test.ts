import { rebuildBoards } from '@speedcell/services/leaderboard'
import { expect, test } from 'vitest'
import { run } from '../cli/run.ts'
import { givenPlayer, givenRun, strike } from '../support/board-runs.ts'
import { freshDatabase } from '../support/database.ts'

const { database, url } = await freshDatabase()

/** All boards as they stand, with the counts of scores. */
const boards = async () => ({
  entries: await database.boardEntry.findMany({ orderBy: [{ board: 'asc' }, { userId: 'asc' }] }),
  scores: await database.boardScore.findMany({ orderBy: [{ board: 'asc' }, { score: 'asc' }] }),
})

/** Whole numbers below `n`, the same at every run of the test. */
function createDraw(seed: number) {
  let state = seed
  return (n: number): number => {
    state = (state * 48_271) % 2_147_483_647
    return state % n
  }
}

test('runs, strikes and deletions in any order leave the boards that a rebuild makes', async () => {
  const draw = createDraw(617)
  const players = await Promise.all(Array.from({ length: 12 }, (_, index) => givenPlayer(database, `Biene ${index}`)))
  const pick = <T>(from: readonly T[]): T => from[draw(from.length)] as T
  const runs: string[] = []
  // Over the turn of the year, where weeks and months fall apart; few scores, so that many are the same.
  const someTime = () => new Date(Date.UTC(2026, 11, 22) + draw(16 * 24 * 60) * 60_000)
  const act = async (): Promise<void> => {
    const what = draw(10)
    if (what < 7 || runs.length === 0) {
      const figures = { score: draw(6) * 100, stagesWon: draw(3), timeMs: 1_000 * draw(4), endedAt: someTime() }
      runs.push((await givenRun(database, { userId: pick(players), ...figures })).id)
    } else if (what < 9) {
      await strike(database, pick(runs), draw(3) > 0 ? new Date() : null)
    } else {
      await database.user.update({ where: { id: pick(players) }, data: { name: null, nameKey: null, deletedAt: new Date() } })
    }
  }
  // Several at once, so that they meet at the same players and the same scores.
  for (let round = 0; round < 60; round++) await Promise.all(Array.from({ length: 8 }, act))

  const incremental = await boards()
  expect(incremental.entries.length).toBeGreaterThan(100)
  expect(await rebuildBoards(database)).toEqual({ entries: incremental.entries.length, mended: 0 })
  expect(await boards()).toEqual(incremental)

  await database.boardEntry.deleteMany()
  await database.boardScore.deleteMany()
  await rebuildBoards(database)
  expect(await boards()).toEqual(incremental)
})

test('the command mends what was wrong, and says how much', async () => {
  await rebuildBoards(database)
  const right = await boards()
  const [wrong, missing] = right.entries
  if (!wrong || !missing) throw new Error('there are no entries')
  const of = ({ board, userId }: typeof wrong) => ({ board_userId: { board, userId } })
  await database.boardEntry.update({ where: of(wrong), data: { timeMs: wrong.timeMs + 1 } })
  await database.boardEntry.delete({ where: of(missing) })
  await database.boardEntry.create({ data: { ...wrong, board: 'day:2027-01-31' } })
  await database.boardScore.create({ data: { board: 'day:2027-01-31', score: wrong.score, players: 1 } })

  const { code, stdout, stderr } = await run(['rebuild', 'leaderboard'], '', { DATABASE_URL: url })
  expect([code, stderr]).toEqual([0, ''])
  expect(JSON.parse(stdout)).toEqual({ subject: 'leaderboard', entries: right.entries.length, mended: 4 })
  expect(await boards()).toEqual(right)
})

test('a rebuild and runs that end at the same time leave nothing out', async () => {
  const players = await Promise.all(Array.from({ length: 20 }, (_, index) => givenPlayer(database, `Hummel ${index}`)))
  await Promise.all([
    ...players.map((userId, index) => givenRun(database, { userId, score: 100 + index })),
    rebuildBoards(database),
    ...players.map((userId, index) => givenRun(database, { userId, score: 200 + index })),
    rebuildBoards(database),
  ])
  expect(await rebuildBoards(database)).toMatchObject({ mended: 0 })
})
