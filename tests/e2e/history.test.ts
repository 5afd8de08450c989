/** Pages that come out of the browser's history, in a real browser on the real site. */
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { launchBrowser } from '../support/browser.ts'
import { HttpPlayer } from './http-player.ts'

const url = inject('siteUrl')
let browser: Browser
beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser?.close())

const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true }).waitFor()

/** A browser at the ladder's page, with the session of a player whose run has just ended; and that player. */
async function givenEndedRun(): Promise<{ page: Page; player: HttpPlayer }> {
  const player = new HttpPlayer(url)
  await player.finish(await player.climb(), { win: false, moves: 1 })
  const context = await browser.newContext({ locale: 'de-DE', reducedMotion: 'reduce' })
  const [name = '', value = ''] = player.cookie.split('=')
  await context.addCookies([{ name, value, url }])
  const page = await context.newPage()
  // What a first visit leaves behind, cookies also, is there from here on.
  await page.goto(`${url}/regeln`, { waitUntil: 'networkidle' })
  await page.goto(`${url}/stufen`, { waitUntil: 'networkidle' })
  await heading(page, 'Aufgegeben')
  return { page, player }
}

test('a page that the browser has kept as the server sent it says how things stand now', async () => {
  const { page, player } = await givenEndedRun()
  await page.goto(`${url}/regeln`, { waitUntil: 'networkidle' })
  await player.climb()
  await page.goBack()
  // Without this, the server had been asked anyway.
  expect(await page.evaluate(() => performance.getEntriesByType('navigation')[0]?.toJSON())).toMatchObject({
    type: 'back_forward',
    transferSize: 0,
  })
  await heading(page, 'Stufe 1 läuft')
  await page.context().close()
})

test('and so does one that it has kept whole', async () => {
  const { page, player } = await givenEndedRun()
  await player.climb()
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
  await heading(page, 'Stufe 1 läuft')
  await page.context().close()
})
