/** What a player in the browser sees of it when something ends in the middle of a game: next to nothing. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createDatabase, type Database } from '@speedcell/services/core'
import type { Browser } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../apps/standalone/embedded-postgres.ts'
import { commandLine } from '../../apps/standalone/processes.ts'
import { DailyPlayer } from '../e2e/daily-player.ts'
import { launchBrowser } from '../support/browser.ts'
import { launchSite, type SiteRun } from '../support/site.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'speedcell-faults-'))
let postgres: EmbeddedPostgres
let database: Database
let site: SiteRun
let browser: Browser
let player: DailyPlayer

beforeAll(async () => {
  postgres = await startEmbeddedPostgres({ folder, database: 'speedcell', fast: true })
  database = createDatabase(postgres.url, 2)
  site = await launchSite({ DATABASE_URL: postgres.url })
  browser = await launchBrowser()
  await site.printed('Speedcell is ready')
})
afterEach(() => player?.close())
afterAll(async () => {
  await browser?.close()
  await site?.stop()
  await database?.$disconnect()
  await postgres?.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** The process of one part of the site. */
function pidOf(file: string): number | undefined {
  const { pid } = site.process
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').map(Number)
  return children.find((child) => commandLine(child).includes(file))
}

async function newPlayer(): Promise<DailyPlayer> {
  player = await DailyPlayer.visit(browser, site.url)
  await player.reveal()
  return player
}

/** The day's list, and with it the player's stage, closes so many ms from now. */
async function closeIn(ms: number): Promise<void> {
  const { id, run } = player.stage ?? {}
  const at = new Date(Date.now() + ms)
  await database.stage.update({ where: { id: id ?? '' }, data: { deadline: at } })
  await database.run.update({ where: { id: run ?? '' }, data: { dueAt: at } })
}

/** How the player's stage has ended, as the database says. */
async function outcome(): Promise<string | undefined> {
  return (await database.stageResult.findUnique({ where: { stageId: player.stage?.id ?? '' } }))?.outcome
}

test('the API is killed and comes back: one plays on meanwhile, and the server has it all', async () => {
  await newPlayer()
  await player.playOn(3)
  await player.expectServer()
  const acknowledged = await player.serverEvents()
  const before = pidOf('apps/api/main.ts')
  process.kill(before ?? 0, 'SIGKILL')
  await player.playOn(3)
  await player.undo()
  await player.expectTable()
  await expect.poll(() => pidOf('apps/api/main.ts') ?? before, { timeout: 30_000, interval: 100 }).not.toBe(before)
  await expect.poll(() => player.isServed(), { timeout: 60_000, interval: 200 }).toBe(true)
  await player.expectServer()
  expect((await player.serverEvents()).slice(0, acknowledged.length)).toEqual(acknowledged)
  await player.playOn()
  await player.text('Gelöst. 250 Taler und Tag 1 in Folge.').waitFor()
  expect((await player.today()).mine?.row).toMatchObject({ won: true, score: player.points() })
})

test('in the hour after midnight yesterday’s game goes on beside today’s', async () => {
  await newPlayer()
  await player.playOn(3)
  await player.expectServer()
  const today = await player.today()
  const [hour, minute] = [3_600_000, 60_000]
  const yesterday = new Date(Date.parse(`${today.today.day}T12:00:00Z`) - 24 * hour).toISOString().slice(0, 10)
  // What was revealed just now becomes a game of yesterday, whose list closes in half an hour.
  const { deal, solution, drawnAt } = await database.daily.findUniqueOrThrow({ where: { day: today.today.day } })
  const [opensAt, endsAt, closesAt] = [-25 * hour, -30 * minute, 30 * minute].map((ms) => new Date(Date.now() + ms)) as [
    Date,
    Date,
    Date,
  ]
  await database.daily.create({ data: { day: yesterday, deal, solution, drawnAt, opensAt, endsAt, closesAt } })
  await database.run.update({ where: { id: player.stage?.run ?? '' }, data: { day: yesterday, dueAt: closesAt } })
  await database.stage.update({ where: { id: player.stage?.id ?? '' }, data: { deadline: closesAt } })

  await player.open('/')
  await player.page.getByRole('region', { name: 'Tagesspiel von gestern' }).getByRole('link', { name: 'Weiterspielen' }).click()
  await player.seesTable()
  await player.expectTable()
  await player.text('Restzeit').waitFor()
  await player.playOn()
  await player.text('Gelöst. 250 Taler und Tag 1 in Folge.').waitFor()
  const { mineClosing, mine } = await player.today()
  expect(mineClosing?.row).toMatchObject({ won: true, score: player.points() })
  expect(mine?.attempts).toBe(0)
  await player.button('Noch einmal').click()
  await player.page.getByRole('heading', { name: 'Alle 52 im Stock' }).waitFor()
  expect(await player.button('Noch einmal aufdecken').count()).toBe(0)
  await player.open()
  await player.button('Tagesspiel aufdecken').waitFor()
})

describe('the list closes', () => {
  test('while one plays: what is left is counted down, and the game counts as it lies', async () => {
    await newPlayer()
    await player.playOn(4)
    await player.expectServer()
    await closeIn(15_000)
    await player.page.reload()
    await player.text('Restzeit').waitFor()
    await player.page.getByRole('heading', { name: 'Die Zeit ist um' }).waitFor({ timeout: 45_000 })
    expect(await player.result()).toMatchObject({ outcome: 'closed', won: false, moves: 4, score: player.points() })
  })

  test('before a win could be sent: coins and streak count, the place does not', async () => {
    await newPlayer()
    await player.playOn(2)
    await player.expectServer()
    await player.context.setOffline(true)
    await player.playOn()
    await player.text('Das Ergebnis ist hier gesichert').waitFor()
    await closeIn(1_000)
    await expect.poll(() => outcome(), { timeout: 30_000, interval: 200 }).toBe('closed')
    await player.context.setOffline(false)
    await player.text('Nachgereicht: Taler und Serie zählen, der Listenplatz nicht.').waitFor({ timeout: 30_000 })
    expect(await player.coins()).toBe(250)
    expect((await player.today()).mine?.row).toMatchObject({ won: false, moves: 2 })
  })

  test('before a win could be sent, and the tab was closed: it is handed in on the next visit', async () => {
    await newPlayer()
    await player.context.setOffline(true)
    await player.playOn()
    await player.text('Das Ergebnis ist hier gesichert').waitFor()
    await player.page.close()
    await closeIn(500)
    await expect.poll(() => outcome(), { timeout: 30_000, interval: 200 }).toBe('closed')
    await player.context.setOffline(false)
    const later = await player.anotherWindow()
    await later.open('/')
    await later.text('Nachgereicht: Taler und Serie zählen, der Listenplatz nicht.').waitFor()
    expect(await later.coins()).toBe(250)
  })
})
