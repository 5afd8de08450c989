/** The daily from the reveal to the list, in a real browser on the real site. */
import type { Browser } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from 'vitest'
import { launchBrowser } from '../support/browser.ts'
import { DailyPlayer } from './daily-player.ts'
import { SIZES } from './rated-player.ts'

const url = inject('siteUrl')
let browser: Browser
const players: DailyPlayer[] = []

beforeAll(async () => {
  browser = await launchBrowser()
})
afterEach(async () => {
  for (const player of players.splice(0)) await player.close()
})
afterAll(async () => {
  await browser?.close()
})

async function newPlayer(options?: Parameters<typeof DailyPlayer.visit>[2]): Promise<DailyPlayer> {
  const player = await DailyPlayer.visit(browser, url, options)
  players.push(player)
  return player
}

test('a visitor plays today’s daily to the end and stands in the list with what it brings', async () => {
  const player = await newPlayer()
  await player.open()
  await player.text('läuft ab dem Aufdecken beim Server, auch bei verdecktem Tab').waitFor()
  await player.text('Dein erster Versuch steht darin, gelöst oder nicht.').waitFor()
  await player.reveal()
  // Nothing on the table tells anyone else which deal it is.
  expect(await player.page.locator('body').textContent()).not.toMatch(/(Partie|Nr\.) ?\d/)
  expect(await player.page.locator('a[href*="deal="]').count()).toBe(0)

  await player.playOn()
  await player.text('Gelöst. 250 Taler und Tag 1 in Folge.').waitFor()
  await player.expectServer()
  const score = player.points()
  expect(score).toBe(520 + 500 - player.played)
  expect(await player.page.getByRole('region', { name: 'Alle 52 im Stock' }).textContent()).toContain(String(score))
  expect(await player.result()).toMatchObject({
    won: true,
    score,
    moves: player.played,
    undos: 0,
    hints: 0,
    listed: true,
    coins: 250,
  })
  expect(await player.coins()).toBe(250)
  // The bee brings it.
  expect(await player.page.getByRole('region', { name: /^Neues? Abzeichen/ }).textContent()).toContain('Erster Flug')
  expect(await player.page.getByRole('status').allTextContents()).toContainEqual(
    expect.stringContaining('Abzeichen: Erster Flug'),
  )

  await player.button('Tagesliste').click()
  await player.page.waitForURL(/tagesliste/)
  const { mine } = await player.today()
  expect(mine?.row).toMatchObject({ won: true, score, me: true })
  await player.page
    .getByRole('row', { name: new RegExp(`${mine?.row?.name}.*${score}`, 's') })
    .first()
    .waitFor()
})

test('played with a finger on a phone', async () => {
  const player = await newPlayer(SIZES.phone)
  await player.reveal(() => player.button('Tagesspiel aufdecken').tap())
  await player.playOn(undefined, player.drag)
  await player.text('Gelöst. 250 Taler und Tag 1 in Folge.').waitFor()
  await player.expectServer()
  expect((await player.today()).mine?.row?.score).toBe(player.points())
})

test.each([
  ['a double click', (player: DailyPlayer) => player.button('Tagesspiel aufdecken').dblclick({ delay: 5 })],
  [
    'Enter, twice',
    async (player: DailyPlayer) => {
      await player.button('Tagesspiel aufdecken').focus()
      await player.page.keyboard.press('Enter')
      await player.page.keyboard.press('Enter')
    },
  ],
] as const)('%s reveals once', async (_what, press) => {
  const player = await newPlayer()
  let calls = 0
  player.page.on('request', (request) => {
    if (request.url().endsWith('/attempts')) calls++
  })
  await player.reveal(() => press(player))
  await player.playOn(1)
  await player.expectServer()
  expect(calls).toBe(1)
  expect((await player.today()).mine?.attempts).toBe(1)
})

describe('the same game', () => {
  test('after a reload, unasked: moves, undos and clock go on', async () => {
    const player = await newPlayer()
    await player.reveal()
    await player.playOn(4)
    await player.undo()
    await player.playOn(2)
    await player.expectServer()
    const before = (await player.today()).mine?.elapsed ?? 0
    await player.page.reload()
    await player.seesTable()
    await player.expectTable()
    const [minutes, seconds] = (await player.stat('time')).split(':').map(Number)
    expect(((minutes ?? 0) * 60 + (seconds ?? 0) + 1) * 1000).toBeGreaterThan(before)
    await player.playOn(2)
    await player.expectServer()
  })

  test('in a second window: it asks, takes over, and the first one says so and stands still', async () => {
    const first = await newPlayer()
    await first.reveal()
    await first.playOn(3)
    await first.expectServer()
    const second = await first.anotherWindow()
    await second.open()
    await second.text('Du spielst diese Partie in einem anderen Fenster').waitFor()
    await second.fetchHere()
    await second.expectTable()
    await second.playOn(2)
    await second.expectServer()

    await first.text('Diese Partie geht jetzt in einem anderen Fenster').waitFor()
    const moves = await first.stat('moves')
    await first.page.keyboard.type('1a2b')
    expect(await first.stat('moves')).toBe(moves)
    await second.expectServer()

    await first.fetchHere()
    first.game = second.game
    await first.expectTable()
    await first.playOn(1)
    await first.expectServer()
    await second.text('Diese Partie geht jetzt in einem anderen Fenster').waitFor()
  })

  test('on a second device', async () => {
    const phone = await newPlayer()
    await phone.reveal()
    await phone.playOn(3)
    await phone.undo()
    await phone.expectServer()
    const laptop = await phone.anotherDevice(browser)
    players.push(laptop)
    await laptop.open()
    await laptop.fetchHere()
    await laptop.expectTable()
    await laptop.playOn(3)
    await laptop.expectServer()
    await phone.text('Diese Partie geht jetzt in einem anderen Fenster').waitFor()
    // Whoever comes back to the first device is asked, for the token that it has is not the last one.
    await phone.page.reload()
    await phone.seesTable()
    await phone.fetchHere()
    phone.game = laptop.game
    await phone.expectTable()
    await phone.playOn(1)
    await phone.expectServer()
  })
})

describe('without a line', () => {
  test('one plays on, and everything is there once it is back', async () => {
    const player = await newPlayer()
    await player.reveal()
    await player.playOn(2)
    await player.expectServer()
    await player.context.setOffline(true)
    await player.playOn(4)
    await player.undo()
    await player.text('Die Uhr läuft weiter. Deine Züge sind hier gesichert.').waitFor({ timeout: 30_000 })
    await player.expectTable()
    await player.context.setOffline(false)
    await player.expectServer()
    await player.text('Die Uhr läuft weiter.').waitFor({ state: 'hidden' })
    await player.playOn(1)
    await player.expectServer()
  })

  test('a tab that is closed loses nothing: the device has the rest', async () => {
    const player = await newPlayer()
    await player.reveal()
    await player.playOn(2)
    await player.expectServer()
    await player.context.setOffline(true)
    await player.playOn(3)
    await player.expectTable()
    await player.page.close({ runBeforeUnload: false })
    await player.context.setOffline(false)
    const again = await player.anotherWindow()
    await again.open()
    await again.seesTable()
    await again.expectTable()
    await again.expectServer()
  })

  test('a win waits for it', async () => {
    const player = await newPlayer()
    await player.reveal()
    await player.context.setOffline(true)
    await player.playOn()
    await player.text('Das Ergebnis ist hier gesichert').waitFor()
    await player.context.setOffline(false)
    await player.text('Gelöst. 250 Taler und Tag 1 in Folge.').waitFor({ timeout: 30_000 })
    expect((await player.today()).mine?.row?.score).toBe(player.points())
  })

  test('a win in a tab that was closed is handed in on the next visit, whichever page that is', async () => {
    const player = await newPlayer()
    await player.reveal()
    await player.context.setOffline(true)
    await player.playOn()
    await player.text('Das Ergebnis ist hier gesichert').waitFor()
    await player.page.close()
    await player.context.setOffline(false)
    const again = await player.anotherWindow()
    await again.open('/regeln')
    await again.text('Eingereicht: dein Ergebnis').waitFor()
    expect(await again.result()).toMatchObject({ won: true, score: player.points(), coins: 250 })
  })
})

test('signed out elsewhere, it says so, and after signing in again nothing is lost', async () => {
  const player = await newPlayer()
  await player.reveal()
  await player.playOn(2)
  await player.expectServer()
  const cookies = await player.context.cookies()
  await player.context.setOffline(true)
  await player.playOn(2)
  await player.text('Die Uhr läuft weiter.').waitFor({ timeout: 30_000 })
  await player.context.clearCookies()
  await player.context.setOffline(false)
  await player.text('Du bist hier nicht mehr angemeldet.').waitFor({ timeout: 30_000 })
  await player.context.addCookies(cookies)
  await player.page.reload()
  await player.seesTable()
  await player.expectTable()
  await player.expectServer()
})

test('a hint is on the record before it is shown, and its price is said before the first one', async () => {
  const player = await newPlayer()
  await player.reveal()
  await player.playOn(2)
  await player.page.route('**/hint', async (route) => {
    const response = await route.fetch()
    player.hinted()
    await player.expectServer()
    expect(await player.page.getByText('Kostet 10 Punkte.').count()).toBe(0)
    await route.fulfill({ response })
  })
  await player.page.keyboard.press('h')
  await player.text('Ein Hinweis kostet 10 Punkte').waitFor()
  await player.button('Ohne Hinweis').click()
  await player.playOn(1)
  await player.expectServer()
  await player.page.keyboard.press('h')
  await player.button('Hinweis zeigen').click()
  await player.text('Kostet 10 Punkte.').first().waitFor()
  await player.playOn()
  await player.text('Gelöst. 250 Taler').waitFor()
  await player.expectServer()
  expect((await player.today()).mine?.row).toMatchObject({ hints: 1, score: 520 + 500 - player.played - 10 })
})

test('where no move is left it says so, and one takes back or gives up', async () => {
  const player = await newPlayer()
  await player.reveal()
  await player.getStuck()
  await player.page.getByRole('heading', { name: 'Kein Zug mehr möglich' }).waitFor()
  expect(await player.button(/Hinweis/).isDisabled()).toBe(true)
  await player.takeBack()
  await player.page.getByRole('heading', { name: 'Kein Zug mehr möglich' }).waitFor({ state: 'hidden' })
  await player.expectServer()
  await player.getStuck()
  await player.button(/^Aufgeben/).click()
  await player.page.getByRole('dialog', { name: 'Aufgeben?' }).getByRole('button', { name: 'Aufgeben' }).click()
  await player.page.getByRole('heading', { name: 'Aufgegeben' }).waitFor()
  expect((await player.today()).mine?.row).toMatchObject({ won: false, undos: 1, score: player.points({ won: false }) })
})

test('given up, it stands in the list as it lay; a second attempt brings the coins and no second row', async () => {
  const player = await newPlayer()
  await player.reveal()
  await player.playOn(5)
  await player.undo()
  await player.expectServer()
  await player.button('Menü').click()
  await player.button('Aufgeben').click()
  await player.text('Das ist dann dein Ergebnis in der Tagesliste.').waitFor()
  await player.button('Weiterspielen').click()
  await player.playOn(1)
  await player.button('Menü').click()
  await player.button('Aufgeben').click()
  await player.page.getByRole('dialog', { name: 'Aufgeben?' }).getByRole('button', { name: 'Aufgeben' }).click()
  await player.page.getByRole('heading', { name: 'Aufgegeben' }).waitFor()
  const score = player.points({ won: false })
  const first = (await player.today()).mine?.row
  expect(first).toMatchObject({ won: false, score, undos: 1 })
  expect(await player.coins()).toBe(0)

  await player.revealAgain()
  expect(player.stage?.attempt).toBe(2)
  await player.text('nicht für die Tagesliste').waitFor()
  await player.playOn()
  await player.text('Gelöst. 250 Taler und Tag 1 in Folge.').waitFor()
  await player.text('In der Tagesliste steht dein erster Versuch.').waitFor()
  expect(await player.coins()).toBe(250)
  const { mine } = await player.today()
  expect(mine?.row).toEqual(first)
  await player.button('Noch einmal').click()
  await player.button('Noch einmal aufdecken').waitFor()
})
