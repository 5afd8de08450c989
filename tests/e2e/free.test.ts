import { parseDealNumber, type Setup, startGame, VARIANTS, type VariantId } from '@speedcell/shared/engine'
import { solve } from '@speedcell/shared/solver'
import { loadPool } from '@speedcell/shared/solver/pools'
import type { Browser, Page, Request } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { launchBrowser } from '../support/browser.ts'
import { PATIENCE, PHONE, TablePlayer } from './table-player.ts'

const url = inject('siteUrl')
let browser: Browser
beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser.close())

function setupOf(deal: number, variant: VariantId = 'freecell-4'): Setup {
  const number = parseDealNumber(deal)
  if (!number.ok) throw new RangeError(String(deal))
  return { deal: number.value, variant, autoplay: VARIANTS[variant].autoplay }
}

/** The moves of a win from the deal. */
function winOf(setup: Setup): readonly string[] {
  const found = solve(startGame(setup).position, setup, { positions: 2_000_000 })
  if (found.verdict !== 'solved') throw new Error(`${setup.deal}: ${found.verdict}`)
  return found.moves
}

const winnable = (setup: Setup): boolean => solve(startGame(setup).position, setup, { positions: 1_000_000 }).verdict === 'solved'

/** A deal that cannot be won with one cell, though the cards can be moved. */
const LOST_WITH_ONE = 4

async function playAll(player: TablePlayer, moves: readonly string[]): Promise<void> {
  for (const text of moves) {
    if (player.game.won) return
    await player.play([0, text], 'keys')
  }
}

/** The deal's name as it shows at a desk. */
const number = async (player: TablePlayer) => (await player.page.locator('h1 .long').textContent())?.trim()

/** Holds back every script that the page asks for from now on, until the answer is called. */
async function holdScripts(page: Page): Promise<() => void> {
  const { promise: comes, resolve: come } = Promise.withResolvers<void>()
  await page.route('**/*.js', async (route) => {
    await comes
    await route.continue()
  })
  return come
}

describe('a game in play', () => {
  test('is where it was left after a reload, with its clock and all that can be taken back', async () => {
    const player = await TablePlayer.at(browser, url, setupOf(617))
    await playAll(player, winOf(setupOf(617)).slice(0, 6))
    await player.play([0, 'undo'], 'keys')
    await player.page.waitForTimeout(1_100)
    const { events } = await player.savedLog()
    await player.page.goto(`${url}/frei`)
    await player.expectScreen()
    expect((await player.savedLog()).events).toEqual(events)
    expect(await player.stat('time')).not.toBe('0:00')
    for (let step = 0; step < 5; step++) await player.play([0, 'undo'], 'keys')
    await player.expectScreen()
    expect(player.game.history).toBeNull()
    expect(await player.button(/^Zurück/).isDisabled()).toBe(true)
    await player.close()
  })

  test('is played in one window at a time, and can be brought back', async () => {
    const player = await TablePlayer.at(browser, url, setupOf(617))
    await player.play([0, '6a'], 'keys')
    const other = new TablePlayer(url, player.context, await player.context.newPage(), setupOf(617))
    other.game = player.game
    await other.page.goto(`${url}/frei`)
    await other.expectScreen()
    await player.page.getByText('Du spielst in einem anderen Fenster weiter.').waitFor()
    await player.page.keyboard.press('1')
    await player.page.keyboard.press('b')
    await player.expectScreen()
    await other.play([0, '2b'], 'keys')
    await other.expectScreen()
    await player.button('Hierher holen').click()
    player.game = other.game
    await player.expectScreen()
    await player.play([0, '3c'], 'keys')
    await player.expectScreen()
    expect((await player.savedLog()).events.map(([, e]) => e)).toEqual(['6a', '2b', '3c'])
    await other.page.getByText('Du spielst in einem anderen Fenster weiter.').waitFor()
    await player.close()
  })

  test.each([
    ['full', 'QuotaExceededError', 'Der Speicher des Browsers ist voll.'],
    ['blocked', 'SecurityError', 'Dieser Browser lässt nichts speichern.'],
  ])('goes on where the storage is %s, and says what it cannot keep', async (_, name, words) => {
    const player = await TablePlayer.at(browser, url, setupOf(617))
    await player.page.evaluate((error) => {
      Storage.prototype.setItem = () => {
        throw new DOMException('no', error)
      }
    }, name)
    await player.play([0, '6a'], 'keys')
    await player.page.getByText(words).waitFor()
    await player.expectScreen()
    await player.close()
  })

  test('that cannot be read any more gives way to another, and it is said', async () => {
    const player = await TablePlayer.at(browser, url, setupOf(617))
    await player.page.goto('about:blank')
    await player.page.goto(`${url}/regeln`)
    await player.page.evaluate(() => localStorage.setItem('speedcell:free', '{"log":{"v":9}}'))
    await player.page.goto(`${url}/frei`)
    await player.page.getByText('Die gesicherte Partie ließ sich nicht lesen.').waitFor()
    await player.settled()
    await player.close()
  })
})

describe('a link', () => {
  test('with a bad number says so, and leaves the table as it is', async () => {
    const player = await TablePlayer.at(browser, url, setupOf(617))
    await player.play([0, '6a'], 'keys')
    for (const query of ['deal=0', 'deal=1000001', 'deal=abc', 'deal=617&variant=klondike']) {
      await player.page.goto(`${url}/frei?${query}`)
      await player.page.getByText('Die Karten auf dem Tisch bleiben, wie sie sind.').waitFor()
      await player.expectScreen()
    }
    await player.close()
  })

  test('to another deal asks before it gives up a game in play', async () => {
    const player = await TablePlayer.at(browser, url, setupOf(617))
    await player.play([0, '6a'], 'keys')
    await player.page.goto(`${url}/frei?deal=1&variant=freecell-3`)
    await player.page.getByText('Die angefangene Partie 617 zählt dann als nicht gewonnen.').waitFor()
    await player.button('Bei Nr. 617 bleiben').click()
    await player.expectScreen()
    await player.page.goto(`${url}/frei?deal=1&variant=freecell-3`)
    await player.button('Diese Partie geben').click()
    player.game = startGame(setupOf(1, 'freecell-3'))
    await player.expectScreen()
    expect(await number(player)).toBe('Partie 1')
    // A reload finds the new game, and does not deal once more.
    await player.play([0, '1a'], 'keys')
    await player.page.reload()
    await player.expectScreen()
    await player.close()
  })

  test('to a deal that cannot be won says so before it is dealt, whatever the variant', async () => {
    const player = await TablePlayer.at(browser, url, setupOf(617))
    for (const [deal, variant, words] of [
      [11_982, 'freecell-4', 'Nr. 11.982 ist nachweislich nicht lösbar (FreeCell, vier Waben).'],
      [1, 'freecell-2', 'Nr. 1 ist nachweislich nicht lösbar (FreeCell, zwei Waben).'],
    ] as const) {
      await player.page.goto(`${url}/frei?deal=${deal}&variant=${variant}`)
      await player.page.getByText(words).waitFor()
      await player.button('Bei Nr. 617 bleiben').click()
      await player.expectScreen()
    }
    await player.page.goto(`${url}/frei?deal=11982&variant=freecell-4`)
    await player.button('Trotzdem geben').click()
    player.game = startGame(setupOf(11_982))
    await player.expectScreen()
    await player.page.getByText('aus einem Link, nicht lösbar').waitFor()
    await player.close()
  })

  test('to the game in play just shows it', async () => {
    const player = await TablePlayer.at(browser, url, setupOf(617))
    await player.play([0, '6a'], 'keys')
    await player.page.goto(`${url}/frei?deal=617&variant=freecell-4`)
    await player.expectScreen()
    await player.close()
  })
})

describe('choosing a deal', () => {
  const choose = async (player: TablePlayer) => {
    await player.button('Menü').click()
    await player.button('Partie wählen').click()
  }

  test('by number and variant', async () => {
    const player = await TablePlayer.at(browser, url, setupOf(617), PHONE)
    await choose(player)
    await player.page.getByRole('radio', { name: /zwei Waben/ }).check()
    await player.page.getByRole('textbox', { name: /Nummer/ }).fill('24.186')
    await player.button('Diese Partie geben').click()
    player.game = startGame(setupOf(24_186, 'freecell-2'))
    await player.expectScreen()
    expect(await player.page.locator('[data-pile^="cell-"]').count()).toBe(2)
    await player.page.getByText('selbst gewählt').waitFor()
    await player.close()
  })

  test('a bad number is refused in words, and nothing is lost', async () => {
    const player = await TablePlayer.at(browser, url, setupOf(617))
    await player.play([0, '6a'], 'keys')
    await choose(player)
    for (const bad of ['0', '1000001', '-3', 'zwölf', '']) {
      await player.page.getByRole('textbox', { name: /Nummer/ }).fill(bad)
      await player.button('Diese Partie geben').click()
      await player.page.getByText(/Partien tragen Nummern von 1 bis 1\.000\.000/).waitFor()
    }
    await player.page.keyboard.press('Escape')
    await player.expectScreen()
    await player.close()
  })

  test('beside its number it says in which variants a deal can be won, and announces where it cannot', async () => {
    const player = await TablePlayer.at(browser, url, setupOf(617))
    await choose(player)
    const { page } = player
    await page.getByRole('textbox', { name: /Nummer/ }).fill('11982')
    await page.getByText('Nr. 11.982 ist nachweislich nicht lösbar (FreeCell, vier Waben).').waitFor()
    await page.getByRole('radio', { name: 'FreeCell, vier Waben nicht lösbar' }).waitFor()
    await page.getByRole('radio', { name: 'Baker’s Game Punkte × 3 lösbar', exact: true }).check()
    await expect.poll(() => page.getByText('nachweislich nicht lösbar (FreeCell').count(), PATIENCE).toBe(0)
    await page.getByRole('radio', { name: /vier Waben/ }).check()
    await player.button('Trotzdem geben').click()
    player.game = startGame(setupOf(11_982))
    await player.expectScreen()
    await page.getByText('selbst gewählt, nicht lösbar').waitFor()
    await player.close()
  })

  test('whoever is faster than the pool is told before the deal that it cannot be won', async () => {
    const player = await TablePlayer.at(browser, url, setupOf(617))
    await choose(player)
    const { page } = player
    await page.getByRole('radio', { name: /zwei Waben/ }).check()
    const come = await holdScripts(page)
    await page.getByRole('textbox', { name: /Nummer/ }).fill('1')
    await page.keyboard.press('Enter')
    come()
    await page.getByText('Nr. 1 ist nachweislich nicht lösbar (FreeCell, zwei Waben).').waitFor()
    await player.button('Trotzdem geben').waitFor()
    expect(await page.getByRole('dialog').count()).toBe(1)
    await player.close()
  })

  test('whoever leaves before the pool is there keeps the game', async () => {
    const player = await TablePlayer.at(browser, url, setupOf(617))
    await choose(player)
    const { page } = player
    await page.getByRole('radio', { name: /zwei Waben/ }).check()
    const come = await holdScripts(page)
    const requests: Request[] = []
    page.on('request', (request) => requests.push(request))
    await page.getByRole('textbox', { name: /Nummer/ }).fill('2')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    come()
    for (const request of requests) await (await request.response())?.finished()
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
    await player.expectScreen()
    expect(requests.length).toBeGreaterThan(0)
    expect((await player.savedLog()).deal).toBe(617)
    await player.close()
  })

  test('of a number beyond the pools the browser finds it out, and the number on the table shows it', async () => {
    const deal = 100_000
    const player = await TablePlayer.at(browser, url, setupOf(deal), PHONE)
    const { page } = player
    await page.getByRole('heading', { level: 1 }).getByRole('button').click()
    expect(await page.getByRole('textbox', { name: /Nummer/ }).inputValue()).toBe(String(deal))
    const isOpen = page.locator('.verdict').filter({ hasText: 'wird geprüft' })
    expect(await page.locator('.verdict').count()).toBe(5)
    await expect.poll(() => isOpen.count(), { timeout: 40_000 }).toBe(0)
    for (const [variant, name] of [
      ['freecell-4', /vier Waben/],
      ['freecell-1', /eine Wabe/],
      ['bakers-game', /Baker/],
    ] as const) {
      const words = await page.locator('.variant').filter({ hasText: name }).locator('.verdict').textContent()
      expect(words?.trim()).toBe(winnable(setupOf(deal, variant)) ? 'lösbar' : 'nicht lösbar')
    }
    await player.close()
  })

  test.each(['leicht', 'normal', 'schwer'])('drawn from the proven ones: %s', async (name) => {
    const tier = ({ leicht: 'easy', normal: 'normal', schwer: 'hard' } as const)[name as 'leicht']
    const player = await TablePlayer.at(browser, url, setupOf(617))
    await choose(player)
    const { page } = player
    await page.getByRole('radio', { name }).check()
    await player.button('Partie ziehen').click()
    const isDrawn = async () => {
      await page.getByText(`${name}, bewiesen lösbar`).waitFor()
      await expect.poll(async () => (await player.savedLog()).deal, PATIENCE).not.toBe(617)
      const { deal } = await player.savedLog()
      expect((await loadPool('freecell-4')).ratingOf(deal)).toBe(tier)
      player.game = startGame(setupOf(deal))
      await player.expectScreen()
      return deal
    }
    const first = await isDrawn()
    // Saved with its choice; what is dealt next is drawn alike.
    await page.reload()
    expect(await isDrawn()).toBe(first)
    await choose(player)
    expect(await page.getByRole('radio', { name }).isChecked()).toBe(true)
    await player.close()
  })

  test('without a line to the pool it is drawn at random, and said to be', async () => {
    const player = await TablePlayer.at(browser, url, setupOf(100_000))
    const { page } = player
    await choose(player)
    await player.context.setOffline(true)
    await player.button('Partie ziehen').click()
    await page.getByText('Die bewiesen lösbaren Partien lassen sich gerade nicht laden.').waitFor()
    await page.getByRole('button', { name: 'Schließen' }).click()
    await page.getByText('zufällig gezogen').waitFor()
    await player.settled()
    await player.close()
  })

  test('whoever comes for the first time begins with a deal that is easy to win', async () => {
    const context = await browser.newContext({ locale: 'de-DE' })
    const player = new TablePlayer(url, context, await context.newPage(), setupOf(617))
    await player.page.goto(`${url}/frei`)
    await player.page.getByText('leicht, bewiesen lösbar').waitFor()
    const { deal } = await player.savedLog()
    expect((await loadPool('freecell-4')).ratingOf(deal)).toBe('easy')
    player.game = startGame(setupOf(deal))
    await player.expectScreen()
    await player.close()
  })
})

describe('whether it can still be won', () => {
  const ask = (player: TablePlayer) => player.button('Noch zu gewinnen?').click()
  const advice = (player: TablePlayer, text: string | RegExp) => player.page.locator('.advice').filter({ hasText: text })

  test('is answered with yes, in the menu too, at no cost; the next move takes the answer away', async () => {
    const player = await TablePlayer.at(browser, url, setupOf(617), PHONE)
    await player.play([0, '6a'], 'keys')
    const points = await player.stat('points')
    await player.button('Menü').click()
    await player.page.getByRole('dialog').getByRole('button', { name: 'Noch zu gewinnen?' }).click()
    await advice(player, 'Ja, von hier aus ist die Partie noch zu gewinnen.').waitFor()
    await expect.poll(() => player.page.locator('p[aria-live]').textContent(), PATIENCE).toContain('Ja, von hier aus')
    expect(await player.stat('points')).toBe(points)
    expect((await player.savedLog()).events.map(([, e]) => e)).toEqual(['6a'])
    await player.play([0, '1b'], 'keys')
    await player.expectScreen()
    expect(await player.page.locator('.advice').count()).toBe(0)
    await player.close()
  })

  test('is answered with no, proven, and the way back is a hint', async () => {
    const player = await TablePlayer.at(browser, url, setupOf(1_055))
    for (const move of ['4a', '7b', '8c']) await player.play([0, move], 'keys')
    await ask(player)
    await advice(player, 'Nicht mehr zu gewinnen: bewiesen in 10 Stellungen.').waitFor()
    await player.button('Wie weit zurück? −10 Punkte').click()
    await advice(player, /zurück, dann geht es wieder/).waitFor({ timeout: 60_000 })
    expect((await player.savedLog()).events.map(([, e]) => e)).toEqual(['4a', '7b', '8c', 'hint'])
    await player.close()
  })

  test('of a deal that cannot be won at all offers another', async () => {
    const player = await TablePlayer.at(browser, url, setupOf(LOST_WITH_ONE, 'freecell-1'))
    await ask(player)
    await advice(player, 'Diese Partie geht nicht auf').getByRole('button', { name: 'Neu geben' }).click()
    await expect.poll(async () => (await player.savedLog()).deal, PATIENCE).not.toBe(LOST_WITH_ONE)
    await player.close()
  })

  test('is a question that keeps nobody from playing on, and is void then', async () => {
    const player = await TablePlayer.at(browser, url, setupOf(11_982))
    // The worker never answers.
    await player.page.evaluate(() => {
      Worker.prototype.postMessage = () => undefined
    })
    await ask(player)
    await advice(player, 'Die Biene prüft …').waitFor()
    await player.play([0, '1a'], 'keys')
    await player.expectScreen()
    expect(await player.page.locator('.advice').count()).toBe(0)
    await player.close()
  })

  test('goes back to where it was asked when it is closed by keyboard', async () => {
    const player = await TablePlayer.at(browser, url, setupOf(617))
    await player.button('Noch zu gewinnen?').focus()
    await player.page.keyboard.press('Enter')
    await advice(player, 'Ja, von hier aus').waitFor()
    // What the answer covers cannot be reached.
    expect(await player.page.locator('.settings').getAttribute('inert')).toBe('')
    await player.page.keyboard.press('Tab')
    await player.page.keyboard.press('Enter')
    await expect.poll(() => player.page.locator('.advice').count(), PATIENCE).toBe(0)
    const focused = () => player.page.evaluate(() => document.activeElement?.getAttribute('aria-label'))
    await expect.poll(focused, PATIENCE).toBe('Noch zu gewinnen?')
    await player.close()
  })

  test('is not asked where no move is left', async () => {
    const player = await TablePlayer.at(browser, url, setupOf(1, 'freecell-1'))
    expect(await player.button('Noch zu gewinnen?').isEnabled()).toBe(true)
    await player.play([0, '1a'], 'keys')
    await player.page.getByRole('region', { name: 'Kein Zug mehr möglich' }).waitFor()
    expect(await player.button('Noch zu gewinnen?').isDisabled()).toBe(true)
    await player.close()
  })
})

describe('the end', () => {
  test('a win shows its points, which are the ones to beat on the same deal', async () => {
    const setup = setupOf(617)
    const player = await TablePlayer.at(browser, url, setup, { finishing: true })
    const moves = winOf(setup)
    for (const text of moves) {
      if ((await player.stat('home')) === '52/52') break
      await player.move(text, 'keys')
      player.expectEvent(text)
    }
    await player.page.getByRole('heading', { name: 'Alle 52 im Stock' }).waitFor()
    const points = await player.stat('points')
    await player.page.getByText('Dein erstes Ergebnis auf Nr. 617').waitFor()
    for (const name of [/^Zurück/, /^Hinweis/, /^Fertig legen/]) expect(await player.button(name).isDisabled()).toBe(true)
    // A reload still shows the win, counted once.
    await player.page.goto(`${url}/frei`)
    await player.page.getByRole('heading', { name: 'Alle 52 im Stock' }).waitFor()
    await player.page
      .getByRole('region', { name: 'Alle 52 im Stock' })
      .getByRole('button', { name: 'Gleiche Partie neu' })
      .click()
    player.game = startGame(setup)
    await player.expectScreen()
    await player.page.getByText(`zuletzt ${points}`).waitFor()
    await player.close()
  })

  test('no move left offers to take back, the same deal again, and another one', async () => {
    const setup = setupOf(1, 'freecell-1')
    const player = await TablePlayer.at(browser, url, setup)
    await player.play([0, '1a'], 'keys')
    const panel = player.page.getByRole('region', { name: 'Kein Zug mehr möglich' })
    await panel.waitFor()
    expect(await player.page.getByText(/verloren/i).count()).toBe(0)
    // It covers no card.
    const [top, lowest] = await player.page.evaluate(() => [
      document.querySelector('.stuck')?.getBoundingClientRect().top ?? 0,
      Math.max(...[...document.querySelectorAll('[data-card]')].map((card) => card.getBoundingClientRect().bottom)),
    ])
    expect(lowest).toBeLessThanOrEqual(top as number)
    await panel.getByRole('button', { name: /zurücknehmen/ }).click()
    player.expectEvent('undo')
    await player.expectScreen()
    await player.play([0, '1a'], 'keys')
    await panel.getByRole('button', { name: /Neu geben/ }).click()
    await player.settled()
    expect(await player.stat('moves')).toBe('0')
    expect(await number(player)).not.toBe('Partie 1')
    await player.close()
  })

  test('starting again asks once a move has been made', async () => {
    const player = await TablePlayer.at(browser, url, setupOf(617))
    await player.button('Gleiche Partie neu').click()
    await player.expectScreen()
    await player.play([0, '6a'], 'keys')
    await player.button('Gleiche Partie neu').click()
    await player.button('Weiterspielen').click()
    await player.expectScreen()
    await player.button('Gleiche Partie neu').click()
    await player.button('Von vorn').click()
    player.game = startGame(setupOf(617))
    await player.expectScreen()
    await player.close()
  })
})

describe('a hint', () => {
  test('is shown on the table and costs ten points; the hints lead to the win', async () => {
    const player = await TablePlayer.at(browser, url, setupOf(617), { finishing: true })
    await player.page.keyboard.press('h')
    await player.page.locator('.card.hinted').first().waitFor({ timeout: 60_000 })
    expect(await player.page.locator('.card.advised, .pile.advised').count()).toBe(1)
    await player.page.getByText('Kostet 10 Punkte.').first().waitFor()
    expect((await player.savedLog()).events.map(([, e]) => e)).toEqual(['hint'])
    await player.page.keyboard.press('Escape')
    expect(await player.page.locator('.card.hinted').count()).toBe(0)
    await player.close()
  })

  test('for a lost game says so, and what to take back', async () => {
    const player = await TablePlayer.at(browser, url, setupOf(11_982))
    await player.page.keyboard.press('h')
    await player.page.getByText('Von hier aus führt kein Weg zum Ziel.').first().waitFor({ timeout: 60_000 })
    await player.close()
  })
})

test('a deal is handed on as a link', async () => {
  const player = await TablePlayer.at(browser, url, setupOf(617, 'bakers-game'), {
    permissions: ['clipboard-read', 'clipboard-write'],
  })
  await player.button('Partie weitergeben').first().click()
  await player.page.getByText('Link kopiert.').first().waitFor()
  expect(await player.page.evaluate(() => navigator.clipboard.readText())).toBe(`${url}/frei?deal=617&variant=bakers-game`)
  await player.close()
})

test.each([
  ['en-GB', 'Undo', 'Deal 617', 'Same deal again'],
  ['es-ES', 'Deshacer', 'Partida 617', 'Repetir la partida'],
])('the table speaks %s', async (locale, undo, deal, again) => {
  const player = await TablePlayer.at(browser, url, setupOf(617), { locale })
  expect(await number(player)).toBe(deal)
  expect(await player.button(new RegExp(`^${undo}`)).count()).toBe(1)
  expect(await player.button(again).count()).toBe(1)
  expect(await player.page.locator('html').getAttribute('lang')).toBe(locale.slice(0, 2))
  await player.close()
})
