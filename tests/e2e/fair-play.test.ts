/** What administrators see and do, in a real browser on the real site. */
import { createDatabase, type Database } from '@speedcell/services/core'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { run as runProgram } from '../cli/run.ts'
import { launchBrowser } from '../support/browser.ts'
import { HttpPlayer } from './http-player.ts'

const url = inject('siteUrl')
const siteDatabase = inject('siteDatabase')
const NAME = 'Imkermeister'

let browser: Browser
let database: Database
let page: Page

beforeAll(async () => {
  browser = await launchBrowser()
  database = createDatabase(siteDatabase, 1)
  page = await (await browser.newContext({ locale: 'de-DE', viewport: { width: 1440, height: 900 } })).newPage()
})
afterAll(async () => {
  await browser?.close()
  await database?.$disconnect()
})

const open = (path: string) => page.goto(url + path, { waitUntil: 'networkidle' })

/** A run that is flagged, as if it had been measured by now. */
async function givenFlagged(): Promise<{ run: string; name: string }> {
  const player = new HttpPlayer(url)
  const stage = await player.climb()
  await player.finish(stage, { win: false, moves: 3 })
  const figures = {
    ...{ number: 1, moves: 3, firstMoveMs: 120, medianGapMs: 0, gapSpread: 0, movesASecond: 2_000 },
    ...{ solverShare: null, measuredMoves: 0, events: 3, lateEvents: 0, flags: ['fast-start'] },
  }
  const measured = { stages: [figures], flags: ['fast-start'], measuredAt: new Date() }
  await database.runFigures.upsert({ where: { runId: stage.run }, create: { runId: stage.run, ...measured }, update: measured })
  return { run: stage.run, name: (await player.me())?.name ?? '' }
}

test('there is no such page to anybody but administrators', async () => {
  await open('/verwaltung')
  await page.getByRole('heading', { name: 'Hier ist keine Wabe.' }).waitFor()
  await page.request.post(`${url}/api/accounts/claim`, {
    headers: { origin: url },
    data: { name: NAME, password: 'Honig und Wabe', locale: 'de' },
  })
  await open('/verwaltung')
  await page.getByRole('heading', { name: 'Hier ist keine Wabe.' }).waitFor()
})

test('an administrator sees why a run is flagged, strikes it with a reason, and puts it back', async () => {
  const { run, name } = await givenFlagged()
  const { code } = await runProgram(['role', NAME, 'admin'], '', { DATABASE_URL: siteDatabase })
  expect(code).toBe(0)
  await open('/verwaltung')
  const row = page.getByRole('article').filter({ hasText: name })
  await row.getByText('Erster Zug nach 0,12 s').waitFor()
  expect(await row.getByRole('link', { name: 'Wiederholung' }).getAttribute('href')).toBe(`/wiederholung/${run}`)

  const strike = row.getByRole('button', { name: 'Aus den Listen nehmen' })
  expect(await strike.isDisabled()).toBe(true)
  await row.getByLabel('Begründung').fill('kein Mensch ist so schnell')
  await strike.click()
  await row.waitFor({ state: 'detached' })
  expect(await database.run.findUniqueOrThrow({ where: { id: run } })).toMatchObject({ struckAt: expect.any(Date) })
  await open(`/wiederholung/${run}`)
  await page.getByText('Dieses Ergebnis steht in keiner Liste').waitFor()

  await open('/verwaltung')
  await page.getByRole('link', { name: 'alle', exact: true }).click()
  await row.getByText('kein Mensch ist so schnell').waitFor()
  await row.getByLabel('Begründung').fill('war die Leitung')
  await row.getByRole('button', { name: 'Zurück in die Listen' }).click()
  await row.getByText('war die Leitung').waitFor()
  expect(await database.run.findUniqueOrThrow({ where: { id: run } })).toMatchObject({ struckAt: null })
})
