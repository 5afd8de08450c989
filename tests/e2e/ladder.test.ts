/** The ladder from the first reveal to the end of a run, in a real browser on the real site. */
import { createDatabase, type Database } from '@speedcell/services/core'
import type { Browser } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, inject, test } from 'vitest'
import { launchBrowser } from '../support/browser.ts'
import { LadderPlayer } from './ladder-player.ts'
import { SIZES } from './rated-player.ts'

const url = inject('siteUrl')
let browser: Browser
let database: Database
const players: LadderPlayer[] = []

beforeAll(async () => {
  browser = await launchBrowser()
  database = createDatabase(inject('siteDatabase'), 1)
})
afterEach(async () => {
  for (const player of players.splice(0)) await player.close()
})
afterAll(async () => {
  await browser?.close()
  await database?.$disconnect()
})

async function newPlayer(options?: Parameters<typeof LadderPlayer.visit>[2]): Promise<LadderPlayer> {
  const player = await LadderPlayer.visit<LadderPlayer>(browser, url, options)
  players.push(player)
  return player
}

/** Lets time go by in a stage, until so many ms are left; the page knows of it when it is loaded anew. */
async function leave(stage: string, left: number): Promise<void> {
  const { deadline, revealedAt, runId } = await database.stage.findUniqueOrThrow({ where: { id: stage } })
  const by = deadline.getTime() - Date.now() - left
  const earlier = (at: Date) => new Date(at.getTime() - by)
  await database.stage.update({
    where: { id: stage },
    data: { deadline: earlier(deadline), revealedAt: earlier(revealedAt) },
  })
  await database.run.update({ where: { id: runId }, data: { dueAt: earlier(deadline) } })
}

test('a climb: a stage won and added up, the same one after a reload and in another window, the next one given up', async () => {
  const player = await newPlayer()
  await player.open()
  await player.text('läuft beim Server, auch bei verdecktem Tab. Ohne Pause.').waitFor()
  await player.text('Mit dem Aufdecken laufen 10:00.').waitFor()
  await player.text('Dein erster Lauf setzt die Marke.').waitFor()
  await player.reveal(1)
  expect(player.stage).toMatchObject({ kind: 'ladder', number: 1, variant: 'freecell-4' })
  await player.playOn(3)
  await player.expectServer()
  await expect.poll(() => player.stat('time')).toMatch(/^9:\d\d$/)

  await player.page.reload()
  await player.seesTable()
  await player.expectTable()
  expect((await player.ladder()).open?.playing?.stage).toBe(player.stage?.id)
  expect(await player.stat('time')).toMatch(/^9:\d\d$/)

  const other = await player.anotherWindow()
  await other.open()
  await other.seesHeading('Stufe 1 läuft')
  await other.page.getByRole('link', { name: 'Zurück an den Tisch' }).click()
  await other.text('Du spielst diese Partie in einem anderen Fenster').waitFor()
  await other.fetchHere()
  await other.expectTable()
  await player.text('Diese Partie geht jetzt in einem anderen Fenster').waitFor()
  await other.playOn()
  await other.text('Stufe 1 geschafft').waitFor()
  await other.button('Weiter').click()

  await other.seesHeading('Stufe 1 geschafft')
  const result = await other.result()
  const points = other.points()
  expect(result).toMatchObject({ won: true, points, score: points + (result?.secondsLeft ?? 0) })
  const f = new Intl.NumberFormat('de')
  await other
    .text(`${points} Punkte und ${result?.secondsLeft} Restsekunden, mal Stufe 1: ${f.format(result?.score ?? 0)} für den Lauf.`)
    .waitFor()
  await other.text('Erster Flug').first().waitFor()
  await other.text(`, dann schließt der Lauf mit ${f.format(result?.score ?? 0)}.`).waitFor()

  await other.reveal(2)
  expect(other.stage).toMatchObject({ number: 2, run: player.stage?.run })
  expect(await other.stat('sum')).toBe(f.format(result?.score ?? 0))
  await other.playOn(6)
  await other.expectServer()
  await other.giveUp()
  await other.seesHeading('Aufgegeben')
  const { open, last, best } = await other.ladder()
  expect(open).toBeNull()
  expect(last).toMatchObject({ id: other.stage?.run, stagesWon: 1, score: (result?.score ?? 0) + 2 * other.points() })
  expect(best?.id).toBe(last?.id)
  await other.text('Dein erster Lauf. Das ist jetzt die Marke.').waitFor()
  await other.button('Stufe 1 aufdecken').waitFor()
})

test('time that runs out is said, and brings what lies on the table', async () => {
  const player = await newPlayer(SIZES.phone)
  await player.open()
  await player.reveal(1)
  await player.playOn(4)
  await player.expectServer()
  await leave(player.stage?.id ?? '', 64_000)
  await player.page.reload()
  await player.seesTable()
  await player.expectTable()
  await player.text('Noch 1 Minute.').first().waitFor()

  await player.open('/')
  await player.seesHeading('Stufe 1 läuft')
  await leave(player.stage?.id ?? '', 6_000)
  await player.page.reload({ waitUntil: 'networkidle' })
  await player.page.getByRole('link', { name: 'Zurück an den Tisch' }).click()
  await player.seesTable()
  await player.seesHeading('Die Zeit ist um')
  const score = player.points({ won: false })
  await player.text(score > 0 ? `${score} Punkte zählen noch.` : 'Stufe 1 bringt keine Punkte mehr.').waitFor()
  expect((await player.ladder()).last).toMatchObject({ score, stagesWon: 0 })
})

test('whoever is no longer who they were sees how things stand', async () => {
  const player = await newPlayer()
  await player.open()
  await player.reveal(1)
  await player.playOn()
  await player.button('Weiter').click()
  await player.seesHeading('Stufe 1 geschafft')

  // In another window.
  await player.context.clearCookies({ name: 'session' })
  await player.button('Stufe 2 aufdecken').click()
  await player.button('Stufe 1 aufdecken').waitFor()
  await player.page.getByRole('link', { name: 'Anmelden' }).waitFor()
})
