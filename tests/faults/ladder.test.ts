/** What becomes of a climb when something ends in the middle of it: it goes on from where it stood. */
import { BETWEEN_STAGES_MS, contracts, type StageView } from '@speedcell/shared/contracts'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { CrashPlayer, type CrashSite, startCrashSite } from './crash-site.ts'
import { Stream } from './stream.ts'

let site: CrashSite
beforeAll(async () => {
  site = await startCrashSite()
})
afterAll(() => site?.close())

/** The events of a line that is played at once. */
const atOnce = (moves: readonly string[], t = 0): StageView['events'] => moves.map((move) => [t, move])

/** A new player who has revealed a stage, and the moves that win it. */
async function givenClimber(number: number): Promise<{ player: CrashPlayer; moves: readonly string[] }> {
  const player = new CrashPlayer(site)
  let moves = await player.climb(1)
  for (let next = 2; next <= number; next++) {
    expect(await player.finish(atOnce(moves))).toMatchObject({ status: 200, body: { outcome: 'won' } })
    moves = await player.climb(next)
  }
  return { player, moves }
}

const look = async (player: CrashPlayer) => (await player.call(contracts.stages.get, { params: { stage: player.stage.id } })).body

describe('in the middle of stage 3', () => {
  test.each(['kill', 'stop'] as const)('%s of the API: the same deal, clock, undos and hints', async (end) => {
    const { player, moves } = await givenClimber(3)
    const stream = new Stream(player)
    await stream.connect()
    await stream.play('1a')
    await stream.play('undo')
    const asked = { params: { stage: player.stage.id }, body: { claim: player.stage.claim, length: 2 } }
    const { body: hinted } = await player.call(contracts.stages.hint, asked)
    const [t] = hinted.event
    stream.events.push(hinted.event)
    stream.acknowledged = hinted.length
    const third = Math.floor(moves.length / 3)
    for (const move of moves.slice(0, third)) await stream.play(move, t)
    const before = await look(player)
    stream.throwOff(moves[third] ?? '', t)
    await site.api[end]()
    await site.api.start()

    const [earliest, after, latest] = [Date.now(), await look(player), Date.now()]
    expect(after).toMatchObject({ id: before.id, deal: before.deal, closesAfter: before.closesAfter, result: null })
    expect(after.events.slice(0, before.events.length)).toEqual(before.events)
    expect([before.events.length, before.events.length + 1]).toContain(after.events.length)
    const { revealedAt } = await site.database.stage.findUniqueOrThrow({ where: { id: before.id } })
    expect(after.elapsed).toBeGreaterThanOrEqual(earliest - revealedAt.getTime())
    expect(after.elapsed).toBeLessThanOrEqual(latest - revealedAt.getTime())

    // Another device takes it and finds the same.
    await player.climb(3)
    expect(player.stage).toMatchObject({ id: before.id, deal: before.deal, events: after.events })
    const log = [...stream.events.slice(0, 3), ...atOnce(moves, t)]
    const left = log.filter(([, e]) => e !== 'hint')
    expect(await player.finish(left)).toMatchObject({ status: 409, body: { code: 'log-conflict' } })
    const { status, body } = await player.finish(log)
    expect(status).toBe(200)
    expect(body).toMatchObject({ outcome: 'won', moves: moves.length + 1, undos: 1, hints: 1 })
    expect(body.points).toBe(1_020 - (moves.length + 1) - 5 - 10)
    expect(body.score).toBe(3 * (body.points + Math.floor((480_000 - body.timeMs) / 1_000)))
    await player.climb(4)
    expect(player.stage).toMatchObject({ run: before.run, number: 4, variant: 'freecell-2', events: [] })
  })

  test('kill of PostgreSQL: the same', async () => {
    const { player, moves } = await givenClimber(3)
    const stream = new Stream(player)
    await stream.connect()
    for (const move of moves.slice(0, 10)) await stream.play(move)
    await site.postgres.kill()
    await site.postgres.start()
    const after = await vi.waitFor(async () => {
      await player.climb(3)
      return player.stage
    }, 20_000)
    expect(after.events).toEqual(atOnce(moves.slice(0, 10)))
    expect(await player.finish(atOnce(moves))).toMatchObject({ status: 200, body: { outcome: 'won', moves: moves.length } })
  })
})

test('kill of the API while a finish and the next reveal are under way: one result, one stage', async () => {
  for (const delay of [0, 4, 8, 14, 22]) {
    const { player, moves } = await givenClimber(2)
    const { run, id } = player.stage
    const under = player
      .finish(atOnce(moves))
      .then(() => player.climb(3))
      .catch(() => undefined)
    await new Promise((resolve) => setTimeout(resolve, delay))
    await site.api.kill()
    await under
    await site.api.start()
    const { body: second } = await player.call(contracts.ladder.reveal, { body: { run, stage: 2, locale: 'de' } })
    expect(second.id).toBe(id)
    // Ended before the kill, it needs no tab any more; the answer is the same for whoever asks.
    player.stage = { ...second, claim: second.claim ?? player.stage.claim }
    expect(await player.finish(atOnce(moves))).toMatchObject({ status: 200, body: { outcome: 'won', moves: moves.length } })
    await player.climb(3)
    expect(player.stage).toMatchObject({ run, number: 3 })
    const stages = await site.database.stage.findMany({
      where: { runId: run },
      include: { result: true },
      orderBy: { number: 'asc' },
    })
    expect(stages.map(({ number, result }) => [number, result?.outcome])).toEqual([
      [1, 'won'],
      [2, 'won'],
      [3, undefined],
    ])
    expect(await site.database.game.count({ where: { stageId: { in: stages.map((stage) => stage.id) } } })).toBe(2)
  }
})

test('a worker that was away closes, when it is back, the run whose next stage nobody revealed: as it stood then', async () => {
  const { player, moves } = await givenClimber(2)
  const { body: result } = await player.finish(atOnce(moves))
  const dueAt = new Date(Date.parse(result.endedAt) - 3_600_000 + BETWEEN_STAGES_MS)
  await site.database.run.update({ where: { id: player.stage.run }, data: { dueAt } })
  await site.worker.start()
  await vi.waitFor(async () => {
    const run = await site.database.run.findUniqueOrThrow({ where: { id: player.stage.run } })
    expect(run).toMatchObject({ endedAt: dueAt, stagesWon: 2, dueAt: null })
  }, 20_000)
  expect(await site.worker.stop()).toBe(0)
  expect(await site.database.boardEntry.count({ where: { runId: player.stage.run } })).toBe(4)
})
