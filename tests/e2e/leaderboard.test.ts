/** The leaderboard in a browser: what it shows, what comes in while one looks, and where it leads. */
import { createDatabase, createLogger, type Database } from '@speedcell/services/core'
import { createPublisher } from '@speedcell/services/realtime'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { type GivenRun, givenPlayer, givenRun } from '../support/board-runs.ts'
import { launchBrowser } from '../support/browser.ts'
import { HttpPlayer } from './http-player.ts'
import { SIZES } from './rated-player.ts'

/** Players that are better than anybody of the other tests. */
const BETTER = 30

const url = inject('siteUrl')
let browser: Browser
let database: Database
/** The site's time zone: which day it is there. */
let zone: string
let name: string

/** A run that has ended just now. */
const ended = (run: Pick<GivenRun, 'userId' | 'score' | 'stagesWon' | 'timeMs'>) =>
  givenRun(database, { ...run, endedAt: new Date(), zone })

beforeAll(async () => {
  browser = await launchBrowser()
  database = createDatabase(inject('siteDatabase'), 2)
  zone = (await new HttpPlayer(url).today()).timeZone
  for (let place = 1; place <= BETTER; place++) {
    const userId = await givenPlayer(database, `Drohne ${place}`)
    await ended({ userId, score: 20_000 - 10 * place, stagesWon: 5, timeMs: 1_228_000 })
  }
})
afterAll(async () => {
  await browser?.close()
  await database?.$disconnect()
})

/** A page of a player who stands on the board behind all of those. */
async function givenPage(options: Parameters<Browser['newContext']>[0], own: string): Promise<Page> {
  name = own
  const context = await browser.newContext({ ...options, locale: 'de-DE' })
  const headers = { origin: url }
  const data = { name, password: 'Honig und Wabe', locale: 'de' }
  expect((await context.request.post(`${url}/api/accounts/claim`, { data, headers })).status()).toBe(200)
  const { me } = (await (await context.request.get(`${url}/api/me`)).json()) as { me: { id: string } }
  await ended({ userId: me.id, score: 19_650, stagesWon: 4, timeMs: 1_338_000 })
  return context.newPage()
}
const rowOf = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text })

test('shows the top, the own place and what lies between, and lets one page to it', async () => {
  const page = await givenPage({ viewport: { width: 1440, height: 900 } }, 'Waldhonig')
  await page.goto(`${url}/bestenliste/heute`)
  expect(await rowOf(page, 'Drohne 1').first().textContent()).toContain('19.990')
  await page.getByText('31.', { exact: true }).waitFor()
  await page.getByText('Platz 30 liegt 50 Punkte vor dir.').waitFor()
  expect(await rowOf(page, name).textContent()).toMatch(/31.*Waldhonig.*19\.650.*22:18/s)
  expect(await rowOf(page, name).getByRole('img').getAttribute('aria-label')).toBe('4 von 5 Stufen geschafft')
  expect(await rowOf(page, 'Drohne 20').count()).toBe(0)

  await page.getByRole('link', { name: '15 Plätze' }).click()
  await page.waitForURL(/offset=13/)
  await rowOf(page, 'Drohne 20').waitFor()

  await page.getByRole('link', { name: 'Gesamt', exact: true }).click()
  await page.waitForURL(/bestenliste\/gesamt$/)
  await expect.poll(() => page.locator('[aria-current="page"]').allTextContents()).toContain('Gesamt')
  const first = await database.boardEntry.findFirstOrThrow({ where: { board: 'all' }, orderBy: { score: 'desc' } })
  await page.getByRole('link', { name: 'Wiederholung von Platz 1', exact: true }).click()
  await page.waitForURL(`${url}/wiederholung/${first.runId}`)
  await page.context().close()
})

test('on a phone the own row is pinned while it is out of sight, and what happens comes in by itself', async () => {
  const page = await givenPage(SIZES.phone, 'Heidehonig')
  await page.goto(`${url}/bestenliste/heute`)
  const pin = page.locator('a.pin')
  await pin.filter({ hasText: name }).waitFor()
  const rank = async () => Number((await pin.textContent())?.match(/^\s*(\d+)/)?.[1])
  const before = await rank()

  // Watched as soon as the line is there: until then what happens is heard of with the next word.
  const publisher = createPublisher({ database, logger: createLogger('test', 'silent') })
  const userId = await givenPlayer(database, 'Nachtflug')
  let score = 20_100
  await expect
    .poll(
      async () => {
        await publisher.publish((await ended({ userId, score: score++, stagesWon: 5, timeMs: 1_000_000 })).notices)
        return rowOf(page, 'Nachtflug').count()
      },
      { interval: 1_500 },
    )
    .toBe(1)
  expect(await rowOf(page, 'Nachtflug').textContent()).toMatch(/5 Stufen/)
  await expect.poll(rank).toBe(before + 1)

  await pin.tap()
  await pin.waitFor({ state: 'detached' })
  await page.context().close()
})
