/** Free games that count for whoever is signed in. */
import { contracts, type Statistics } from '@speedcell/shared/contracts'
import { parseDealNumber, type Setup, startGame } from '@speedcell/shared/engine'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { launchBrowser } from '../support/browser.ts'
import { PHONE, TablePlayer } from './table-player.ts'

const url = inject('siteUrl')
let browser: Browser
beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser.close())

const WIN = '7a 7b 78 7c 12 4a 74 27x2 27 1h 2h 23 27 a2x1 82 85 8a 58 5d 18 12 1h 41x1 5h 4h 31 61 34x1 32x1'.split(' ')

function setupOf(deal: number): Setup {
  const number = parseDealNumber(deal)
  if (!number.ok) throw new RangeError(String(deal))
  return { deal: number.value, variant: 'freecell-4', autoplay: 'safe' }
}

test('a win without a line counts once the line is back, once, with its badges where it is shown', async () => {
  const player = await TablePlayer.at(browser, url, setupOf(59), PHONE)
  const { page, context } = player
  const name = `Wabe ${Date.now() % 1_000_000}`
  const body = { name, password: 'Honig und Wabe', locale: 'de' }
  await context.request.post(`${url}/api${contracts.accounts.claim.path}`, { data: body, headers: { origin: url } })
  const statistics = async (): Promise<Statistics> =>
    (await context.request.get(`${url}/api/players/${encodeURIComponent(name)}/statistics`)).json()
  await page.reload()
  await player.settled()

  // A game that is given up counts as not won.
  await player.play([0, '7a'], 'keys')
  await player.button('Gleiche Partie neu').click()
  await player.button('Von vorn').click()
  await expect.poll(async () => (await statistics()).games).toBe(1)
  player.game = startGame(setupOf(59))
  await player.settled()

  await context.setOffline(true)
  for (const move of WIN) await player.play([0, move], 'keys')
  const badges = page.getByRole('region', { name: /Abzeichen/ })
  await page.getByRole('heading', { name: 'Alle 52 im Stock' }).waitFor()
  expect(await badges.count()).toBe(0)
  await context.setOffline(false)
  await badges.getByText('Erster Flug').waitFor()
  await badges.getByText('Bienenlinie').waitFor()
  expect(await statistics()).toMatchObject({ games: 2, wins: 1, winStreak: { current: 1 } })

  await page.reload()
  await player.settled()
  expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('speedcell:ended')))).toEqual([])
  expect(await statistics()).toMatchObject({ games: 2, wins: 1 })
  await player.close()
})
