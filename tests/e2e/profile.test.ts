/** A player's page, their badges and coins in a real browser on the real site. */
import { createDatabase } from '@speedcell/services/core'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from 'vitest'
import { launchBrowser } from '../support/browser.ts'
import { HttpPlayer } from './http-player.ts'

const url = inject('siteUrl')
/** Dailies and a stage that the player has won: with three wins there is something to draw. */
const DAILIES_WON = 2
const PHONE = { viewport: { width: 375, height: 667 } }

let browser: Browser
let page: Page
let player: HttpPlayer
let home: string

beforeAll(async () => {
  browser = await launchBrowser()
  player = new HttpPlayer(url)
  for (let attempt = 1; attempt <= DAILIES_WON; attempt++) await player.finish(await player.reveal(attempt))
  const first = await player.climb()
  await player.finish(first)
  await player.finish(await player.climb(first.run, 2), { win: false, moves: 4 })
  home = await homeOf(player)
})
afterEach(async () => {
  await page?.context().close()
})
afterAll(async () => {
  await browser?.close()
})

async function homeOf(one: HttpPlayer): Promise<string> {
  return `/@${encodeURIComponent((await one.me())?.name ?? '')}`
}

/** Opens a page of the site, as a player or as nobody. */
async function visit(path: string, as: HttpPlayer | null = player, options: BrowserContextOptions = {}): Promise<void> {
  const context = await browser.newContext({ locale: 'de-DE', viewport: { width: 1440, height: 900 }, ...options })
  if (as) {
    const [name = '', value = ''] = as.cookie.split('=')
    await context.addCookies([{ name, value, url }])
  }
  page = await context.newPage()
  await page.goto(url + path, { waitUntil: 'networkidle' })
}

/** A day of some months ago whose list has closed, with a player in it. */
async function givenClosedDay(userId: string): Promise<{ run: string; remove(): Promise<void> }> {
  const database = createDatabase(inject('siteDatabase'), 1)
  const at = new Date(Date.now() - 100 * 86_400_000)
  const day = at.toISOString().slice(0, 10)
  const times = { drawnAt: at, opensAt: at, endsAt: at, closesAt: at, closedAt: at }
  await database.daily.create({ data: { day, deal: 1, solution: '', ...times } })
  const figures = { score: 900, timeMs: 300_000, endedAt: at } as const
  const { id } = await database.run.create({ data: { userId, kind: 'daily', day, startedAt: at, stagesWon: 1, ...figures } })
  await database.dailyEntry.create({ data: { day, userId, runId: id, won: true, moves: 100, undos: 0, hints: 0, ...figures } })
  return {
    run: id,
    async remove() {
      await database.dailyEntry.delete({ where: { runId: id } })
      await database.run.delete({ where: { id } })
      await database.daily.delete({ where: { day } })
      await database.$disconnect()
    },
  }
}

const picture = (name: RegExp) => page.getByRole('img', { name })
/** A badge's words, as they stand under its medallion. */
const badge = (name: string) => page.getByRole('listitem').filter({ hasText: name })
const wide = () => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

describe('a player’s page', () => {
  test('has the figures, the wins in pictures that are also told, the run and the coins', async () => {
    await visit(home)
    const stats = page.locator('dl.stats')
    for (const [label, figure] of [
      ['Siege', '3'],
      ['Siege in Folge', '0'],
      ['Tag in Folge', '1'],
      ['Taler', '250'],
    ]) {
      const row = stats.locator('div').filter({ has: page.getByText(label ?? '', { exact: true }) })
      expect((await row.locator('dd').textContent())?.trim()).toBe(figure)
    }
    const row = page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: 'Vier Waben' }) })
    expect((await row.getByRole('cell').allTextContents()).slice(0, 2)).toEqual(['4', '3'])
    // How a variant never played looks: dashes.
    const empty = page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: 'Eine Wabe' }) })
    expect((await empty.getByRole('cell').allTextContents()).map((text) => text.trim())).toEqual(['–', '–', '', '–', '–'])
    expect(await picture(/^Mitte \d+:\d\d, von \d+:\d\d bis \d+:\d\d\.$/).count()).toBe(1)
    expect(await picture(/^Mitte \d+, von \d+ bis \d+\.$/).count()).toBe(1)
    expect(await picture(/^Anfangs .+, zuletzt .+\.$/).count()).toBe(2)
    await page.getByText('Tagesspiel gelöst').waitFor()
    await page.getByRole('link', { name: /Punkte, 1 Stufe\. Wiederholung ansehen$/ }).click()
    await page.waitForURL(/\/wiederholung\//)
  })

  test('is drawn without scripts, too', async () => {
    await visit(home, null, { javaScriptEnabled: false })
    expect(await picture(/^Mitte/).count()).toBe(2)
    const bar = await page.locator('.bar.own').first().boundingBox()
    expect(bar?.height).toBeGreaterThan(20)
  })

  test('turns from the dailies to all games by keyboard', async () => {
    await visit(home)
    await page.getByText('1 gespielt, 1 gelöst').waitFor()
    const all = page.getByRole('button', { name: 'Alle Spiele' })
    await page.getByRole('button', { name: 'Tagesspiele' }).focus()
    await page.keyboard.press('Tab')
    expect(await all.evaluate((one) => one === document.activeElement)).toBe(true)
    await page.keyboard.press('Enter')
    await page.getByText('4 gespielt, 3 gewonnen').waitFor()
    expect(await all.getAttribute('aria-pressed')).toBe('true')
  })

  test('keeps coins and what is missing to the player', async () => {
    await visit(home, null)
    await page.getByRole('heading', { name: 'Abzeichen' }).waitFor()
    expect(await page.getByText('Taler').count()).toBe(0)
    expect(await page.getByText(/von 100$/).count()).toBe(0)
    await page.goto(`${url}${home}/taler`)
    expect(new URL(page.url()).pathname).toBe(home)
  })

  test('leads from a day to its replay once its list has closed', async () => {
    const newcomer = new HttpPlayer(url)
    await newcomer.play({ win: false, moves: 3 })
    const closed = await givenClosedDay((await newcomer.me())?.id ?? '')
    await visit(await homeOf(newcomer), null)
    await page.getByText('Die letzten 2 Ergebnisse').click()
    const replays = page.locator('details').getByRole('link', { name: /^Wiederholung: / })
    expect(await replays.count()).toBe(1)
    expect(await replays.getAttribute('href')).toBe(`/wiederholung/${closed.run}`)
    await closed.remove()
  })

  test('leaves out what there is nothing to draw of', async () => {
    const newcomer = new HttpPlayer(url)
    await newcomer.reveal()
    await visit(await homeOf(newcomer), newcomer)
    await page.getByText('Noch kein Spiel beendet.').waitFor()
    expect(await picture(/./).count()).toBe(0)
    expect(await badge('Fleißige Biene').textContent()).toContain('0 von 100')
  })

  test('fits a phone, and so do the pages behind it', async () => {
    await visit(home, player, PHONE)
    for (const path of [home, `${home}/abzeichen`, `${home}/taler`]) {
      await page.goto(url + path, { waitUntil: 'networkidle' })
      expect(await wide(), path).toBe(0)
    }
  })
})

describe('badges', () => {
  test('are all there, with what earns them, when, and what is missing', async () => {
    await visit(`${home}/abzeichen`)
    expect(await page.getByRole('main').getByRole('listitem').count()).toBe(16)
    expect(await badge('Erster Flug').textContent()).toMatch(/der erste Sieg.*\d{4}/s)
    expect(await badge('Fleißige Biene').textContent()).toMatch(/100 Siege.*3 von 100/s)
    expect(await badge('Honigkrone').textContent()).toMatch(/ein Turnier gewonnen.*noch nicht verdient/s)
  })

  test('stand at the end of the attempt that earned them', async () => {
    const fast = new HttpPlayer(url)
    await fast.play()
    await visit('/tagesspiel', fast)
    const earned = page.getByRole('region', { name: 'Neue Abzeichen' })
    expect(await earned.getByRole('listitem').allTextContents()).toEqual(
      expect.arrayContaining([expect.stringMatching(/Erster Flug/), expect.stringMatching(/Eilbiene/)]),
    )
  })
})

test('the coins are posted in words, with the balance after each', async () => {
  await visit(home)
  await page.getByRole('link', { name: 'alle Buchungen' }).click()
  await page.getByRole('heading', { level: 1, name: 'Taler' }).waitFor()
  await page.getByText('1 Buchung', { exact: true }).waitFor()
  const posting = page.getByRole('main').getByRole('listitem')
  expect(await posting.allTextContents()).toEqual([expect.stringMatching(/Tagesspiel gelöst.*Heute \d+:\d\d.*\+250.*Stand 250/s)])
})
