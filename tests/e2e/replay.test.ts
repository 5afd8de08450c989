/** Replays in a real browser on the real site: watched, stepped and scrubbed through, linked to, played on from, and hidden. */
import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from 'vitest'
import { launchBrowser } from '../support/browser.ts'
import { HttpPlayer } from './http-player.ts'

const url = inject('siteUrl')
const PATIENCE = { timeout: 15_000, interval: 50 }
/** The moves of the run that is watched, and how far apart they are: within what a server's clock lets a log be ahead. */
const MOVES = 12
const GAP = 80

let browser: Browser
let page: Page
/** A ladder run that somebody has given up. */
let run: string

beforeAll(async () => {
  browser = await launchBrowser()
  const player = new HttpPlayer(url)
  const stage = await player.climb()
  await player.finish(stage, { win: false, moves: MOVES, gap: GAP })
  run = stage.run
})
afterEach(async () => {
  await page?.context().close()
})
afterAll(async () => {
  await browser?.close()
})

/** Opens a page of the site as a new visitor. */
async function visit(path: string, options: Parameters<Browser['newContext']>[0] = {}): Promise<void> {
  const context = await browser.newContext({ locale: 'de-DE', viewport: { width: 1440, height: 900 }, ...options })
  page = await context.newPage()
  await page.goto(url + path, { waitUntil: 'networkidle' })
}

const button = (name: string): Locator => page.getByRole('button', { name, exact: true })
const timeline = (): Locator => page.getByRole('slider', { name: 'Zeitleiste' })
/** How many events there have been at what is shown. */
const shown = async (): Promise<number> => Number(await timeline().getAttribute('aria-valuenow'))
const currentRow = (): Locator => page.locator('[aria-current="step"]')
/** Where every card lies, as a screen reader is told. */
const table = (): Promise<string[]> =>
  page.locator('[data-spot]').evaluateAll((spots) => spots.map((spot) => spot.getAttribute('aria-label') ?? ''))

describe('a replay', () => {
  test('is stepped through by its keys; table, list and address go along', async () => {
    await visit(`/wiederholung/${run}`)
    await page.getByText('vom Server nachgespielt').waitFor()
    await expect.poll(shown, PATIENCE).toBe(0)
    const dealt = await table()
    await button('Einen Schritt weiter').click()
    expect(await shown()).toBe(1)
    await expect.poll(() => currentRow().textContent(), PATIENCE).toMatch(/^\s*1\s/)
    const first = await table()
    expect(first).not.toEqual(dealt)
    await button('Zum Ende').click()
    await expect.poll(shown, PATIENCE).toBe(MOVES)
    await expect.poll(() => page.url(), PATIENCE).toContain(`?zug=${MOVES}`)
    await button('Einen Schritt zurück').click()
    await expect.poll(shown, PATIENCE).toBe(MOVES - 1)
    await page.keyboard.press('ArrowLeft')
    await expect.poll(shown, PATIENCE).toBe(MOVES - 2)
    await page.locator('[data-row="1"]').click()
    expect(await table()).toEqual(first)
    await button('Zum Anfang').click()
    expect(await table()).toEqual(dealt)
    await expect.poll(() => page.url(), PATIENCE).not.toContain('zug')
  })

  test('plays to its end and stops there', async () => {
    await visit(`/wiederholung/${run}`)
    await page.getByRole('radio', { name: 'gleichmäßig' }).check()
    await page.getByRole('radio', { name: '8×' }).check()
    await page.locator('h1').click()
    await page.keyboard.press('Space')
    await button('Anhalten').waitFor()
    await expect.poll(shown, PATIENCE).toBe(MOVES)
    await button('Abspielen').waitFor()
  })

  test('is scrubbed through by keys and by hand', async () => {
    await visit(`/wiederholung/${run}/1`)
    await timeline().focus()
    const { keyboard } = page
    for (const [key, index] of [
      ['End', MOVES],
      ['ArrowLeft', MOVES - 1],
      ['Home', 0],
      ['ArrowRight', 1],
      ['PageUp', 11],
    ] as const) {
      await keyboard.press(key)
      expect(await shown()).toBe(index)
    }
    expect(await timeline().getAttribute('aria-valuetext')).toMatch(/^11 von 12: \S/)
    const box = await timeline().boundingBox()
    if (!box) throw new Error('no timeline')
    const y = box.y + box.height / 2
    await page.mouse.move(box.x + box.width * 0.2, y)
    await page.mouse.down()
    await page.mouse.move(box.x + box.width * 0.52, y, { steps: 4 })
    await page.mouse.up()
    // Twelve events, evenly apart: just past the middle of eleven gaps.
    expect(await shown()).toBe(6)
  })

  test('opens at the moment that a link names', async () => {
    await visit(`/wiederholung/${run}?zug=5`)
    await expect.poll(shown, PATIENCE).toBe(5)
    await expect.poll(() => currentRow().textContent(), PATIENCE).toMatch(/^\s*5\s/)
    await page.reload()
    await expect.poll(shown, PATIENCE).toBe(5)
  })

  test('is shown without flights where less motion is asked for', async () => {
    await visit(`/wiederholung/${run}`, { reducedMotion: 'reduce' })
    await button('Einen Schritt weiter').click()
    expect(await page.locator('[data-flying]').count()).toBe(0)
  })

  test('fits a phone, and its table does not hold a finger', async () => {
    await visit(`/wiederholung/${run}?zug=3`, { viewport: { width: 375, height: 667 }, hasTouch: true, isMobile: true })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(375)
    expect(await page.locator('.board').evaluate((board) => getComputedStyle(board).touchAction)).toBe('auto')
  })

  test('is played on from where it stands, and asks before it puts away a game', async () => {
    await visit(`/wiederholung/${run}?zug=4`)
    const moved = await table()
    await button('Ab hier selbst spielen').click()
    await page.waitForURL(/\/frei$/)
    await page.locator('[data-stat="moves"]').first().waitFor()
    expect(await page.locator('[data-stat="moves"]').first().textContent()).toBe('4')
    expect(await table()).toEqual(moved)
    await page.getByText('aus einer Wiederholung').waitFor()

    await page.goto(`${url}/wiederholung/${run}?zug=2`, { waitUntil: 'networkidle' })
    await button('Ab hier selbst spielen').click()
    // What somebody else has begun counts for nobody, and so it is not said to count.
    await page.getByRole('dialog').getByText('Sie kommt aus einer Wiederholung und zählt nicht.').waitFor()
    expect(await page.locator('[data-stat="moves"]').first().textContent()).toBe('4')
    await page.getByRole('dialog').getByRole('button').nth(1).click()
    await expect.poll(() => page.locator('[data-stat="moves"]').first().textContent(), PATIENCE).toBe('2')
  })
})

test('a daily attempt is locked while its list is open: the page says until when, and nothing of the game', async () => {
  const player = new HttpPlayer(url)
  const stage = await player.reveal()
  await player.finish(stage, { win: false, moves: 3 })
  await visit(`/wiederholung/${stage.run}`)
  await page.getByRole('heading', { name: 'Noch verdeckt' }).waitFor()
  expect(await page.locator('main').textContent()).toMatch(/öffnet am \d.* um \d+:\d\d Uhr/)
  const html = await (await fetch(`${url}/wiederholung/${stage.run}`)).text()
  expect(html).not.toMatch(new RegExp(`\\b${stage.deal}\\b`))
  expect(await page.locator('[data-card]').count()).toBe(0)

  // The own player sees it, but no number on the page, nor a way to play on.
  await page.context().addCookies([{ name: 'session', value: player.cookie.split('=')[1] ?? '', url }])
  await page.reload({ waitUntil: 'networkidle' })
  await page.getByText('Diese Wiederholung siehst nur du').waitFor()
  expect(await page.locator('main').textContent()).not.toMatch(/Partie \d/)
  expect(await button('Ab hier selbst spielen').count()).toBe(0)
})

test.each([
  ['a run that is not there', '/wiederholung/018f0000-0000-7000-8000-000000000000'],
  ['no run at all', '/wiederholung/nichts'],
  ['a stage that was not played', () => `/wiederholung/${run}/3`],
])('%s is not found', async (_what, path) => {
  await visit(typeof path === 'string' ? path : path())
  await page.getByRole('heading', { name: 'Hier ist keine Wabe.' }).waitFor()
})
