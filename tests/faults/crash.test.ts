/** What becomes of a game when something is killed in the middle of it: nothing. */
import { contracts } from '@speedcell/shared/contracts'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Part } from '../support/part.ts'
import { CrashPlayer, type CrashSite, startCrashSite } from './crash-site.ts'
import { Stream } from './stream.ts'

let site: CrashSite
beforeAll(async () => {
  site = await startCrashSite()
})
afterAll(() => site?.close())

/** Plays a winning line, with something killed and started again after a third and after two thirds of it. */
async function playThrough(part: Part): Promise<void> {
  const player = new CrashPlayer(site)
  const moves = await player.reveal()
  const stream = new Stream(player)
  await stream.connect()
  const cuts = [Math.floor(moves.length / 3), Math.floor((2 * moves.length) / 3)]
  for (const [index, move] of moves.entries()) {
    if (index === moves.length - 1) break
    if (!cuts.includes(index)) {
      await stream.play(move)
      continue
    }
    const { acknowledged } = stream
    stream.throwOff(move)
    await part.kill()
    await part.start()
    // The server has all that it acknowledged, and the one under way or not.
    const kept = await vi.waitFor(async () => {
      const { status, body } = await player.call(contracts.stages.get, { params: { stage: player.stage.id } })
      expect(status).toBe(200)
      return body.events
    }, 20_000)
    expect(kept.length).toBeGreaterThanOrEqual(acknowledged)
    expect(stream.events.slice(0, kept.length)).toEqual(kept)
    stream.acknowledged = kept.length
    await vi.waitFor(async () => {
      await stream.connect()
      await stream.send()
    }, 20_000)
  }
  stream.events.push([0, moves.at(-1) ?? ''])
  const { status, body } = await player.finish(stream.events)
  expect(status).toBe(200)
  expect(body).toMatchObject({ outcome: 'won', won: true, moves: moves.length, coins: 250, streak: 1 })
  expect(await site.database.posting.count({ where: { user: { runs: { some: { id: player.stage.run } } } } })).toBe(1)
}

describe('kill -9 in the middle of a game loses no acknowledged event, and the player goes on', () => {
  test('of the API', () => playThrough(site.api))

  test('of PostgreSQL', () => playThrough(site.postgres))

  test('of the worker', async () => {
    await site.worker.start()
    await playThrough(site.worker)
    expect(await site.worker.stop()).toBe(0)
  })
})

test('kill -9 of the API while a finish is under way: one result, one posting, whoever wins the race', async () => {
  for (const delay of [0, 3, 6, 10, 15, 25]) {
    const player = new CrashPlayer(site)
    const events = (await player.reveal()).map((move): [number, string] => [0, move])
    const answer = player.finish(events).catch(() => undefined)
    await new Promise((resolve) => setTimeout(resolve, delay))
    await site.api.kill()
    const first = await answer
    await site.api.start()
    const again = await player.finish(events)
    expect(again).toMatchObject({ status: 200, body: { outcome: 'won', coins: 250 } })
    if (first) expect(again.body).toEqual(first.body)
    const { userId } = await site.database.run.findUniqueOrThrow({ where: { id: player.stage.run } })
    expect(await site.database.stageResult.count({ where: { stageId: player.stage.id } })).toBe(1)
    expect(await site.database.posting.findMany({ where: { userId } })).toMatchObject([{ coins: 250 }])
    expect(await site.database.dailyEntry.count({ where: { userId } })).toBe(1)
    expect(await site.database.dailySolve.count({ where: { userId } })).toBe(1)
  }
})

test('a database that is away for a while refuses, and then goes on; watchers are told what they missed', async () => {
  const player = new CrashPlayer(site)
  const moves = await player.reveal()
  const stream = new Stream(player)
  await stream.connect()
  await stream.play(moves[0] ?? '')
  const watcher = await player.socket()
  watcher.say({ type: 'watch', day: player.stage.day ?? '' })
  await watcher.rest()
  await site.postgres.stop()
  stream.events.push([0, moves[1] ?? ''])
  await expect(stream.send()).rejects.toThrow('refused')
  expect((await player.call(contracts.daily.today)).status).toBe(503)
  await site.postgres.start()
  await vi.waitFor(() => stream.send(), 20_000)
  expect(stream.acknowledged).toBe(2)
  const { status } = await player.finish(moves.map((move) => [0, move]))
  expect(status).toBe(200)
  // Either by the notice, or, if that came before the line was there again, by the look after the gap.
  let entries: unknown[] = []
  while (entries.length === 0) entries = (await watcher.next('list')).entries
  watcher.close()
})

test('a worker that was killed closes, when it is back, what fell due meanwhile: as it stood at its time', async () => {
  await site.worker.start()
  const player = new CrashPlayer(site)
  const moves = await player.reveal()
  const stream = new Stream(player)
  await stream.connect()
  await stream.play(moves[0] ?? '')
  await site.worker.kill()
  // An hour ago by this stage's clock, while nobody was there to close it.
  const deadline = new Date(Date.now() - 3_600_000)
  await site.database.stage.update({
    where: { id: player.stage.id },
    data: { revealedAt: new Date(deadline.getTime() - 60_000), deadline },
  })
  await site.database.run.update({ where: { id: player.stage.run }, data: { dueAt: deadline } })
  await site.worker.start()
  await vi.waitFor(async () => {
    const result = await site.database.stageResult.findUnique({ where: { stageId: player.stage.id } })
    expect(result).toMatchObject({ outcome: 'closed', moves: 1, endedAt: deadline })
  }, 20_000)
  expect(await site.worker.stop()).toBe(0)
})

test('the worker draws ahead by itself, and ends in good order', async () => {
  await site.worker.start()
  await vi.waitFor(async () => expect(await site.database.daily.count()).toBeGreaterThanOrEqual(2), 20_000)
  expect(await site.worker.stop()).toBe(0)
})
