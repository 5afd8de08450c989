/** The pages around the table, in a real browser on the real site. */
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from 'vitest'
import { launchBrowser } from '../support/browser.ts'
import { HttpPlayer } from './http-player.ts'

const url = inject('siteUrl')
let browser: Browser
/** A path of each page. */
let paths: readonly string[]
const contexts: BrowserContext[] = []

beforeAll(async () => {
  browser = await launchBrowser()
  // Somebody on the list, so that every page has something to show.
  await new HttpPlayer(url).play()
  const player = new HttpPlayer(url)
  await player.play({ win: false, moves: 7 })
  const { today } = await player.today()
  const name = encodeURIComponent((await player.me())?.name ?? '')
  const days = ['/tagesliste', `/tagesliste/${today.day}`, '/archiv']
  paths = ['/', ...days, '/regeln', '/anmelden', '/konto', `/@${name}`, `/@${name}/abzeichen`, '/tagesspiel', '/stufen', '/frei']
})
afterEach(async () => {
  for (const context of contexts.splice(0)) await context.close()
})
afterAll(async () => {
  await browser?.close()
})

async function visit(path: string, options: BrowserContextOptions = {}): Promise<Page> {
  const context = await browser.newContext({ locale: 'de-DE', viewport: { width: 1440, height: 900 }, ...options })
  contexts.push(context)
  const page = await context.newPage()
  await page.goto(url + path)
  return page
}

describe('every page', () => {
  test('has a title, a description, one heading, and says nothing on the console', async () => {
    const page = await visit('/')
    const said: string[] = []
    page.on('console', (message) => ['error', 'warning'].includes(message.type()) && said.push(message.text()))
    page.on('pageerror', (error) => said.push(String(error)))
    const titles = new Set<string>()
    for (const path of paths) {
      await page.goto(url + path, { waitUntil: 'networkidle' })
      titles.add(await page.title())
      expect(await page.locator('h1').count(), path).toBe(1)
      const descriptions = await page
        .locator('meta[name="description"]')
        .evaluateAll((all) => all.map((meta) => meta.getAttribute('content')))
      expect(descriptions, path).toEqual([expect.stringMatching(/.{20,}/)])
      expect(await page.locator('html').getAttribute('lang')).toBe('de')
    }
    expect(said).toEqual([])
    // Today's list has two addresses.
    expect(titles.size).toBe(paths.length - 1)
  })

  test('leads only where there is something', async () => {
    const page = await visit('/')
    const links = new Set<string>()
    for (const path of paths) {
      await page.goto(url + path)
      const found = await page.locator('a[href]').evaluateAll((all) => all.map((link) => (link as HTMLAnchorElement).href))
      for (const link of found) if (link.startsWith(url)) links.add(link)
    }
    expect(links.size).toBeGreaterThan(10)
    const broken = []
    for (const link of links) {
      const response = await page.request.get(link)
      const target = new URL(link).hash.slice(1)
      const missesPart = target !== '' && target !== 'code' && !(await response.text()).includes(`id="${target}"`)
      if (!response.ok() || missesPart) broken.push(`${link}: ${response.status()}`)
    }
    expect(broken).toEqual([])
  })

  test.each(['de-DE', 'en-GB', 'es-ES'])('fits its width in %s', async (locale) => {
    const page = await visit('/', { locale, viewport: { width: 375, height: 667 } })
    const tooWide: string[] = []
    for (const path of paths) {
      await page.goto(url + path)
      await page.evaluate(() => document.fonts.ready)
      for (const width of [320, 375, 768, 1024]) {
        await page.setViewportSize({ width, height: 700 })
        const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
        if (over > 0) tooWide.push(`${path} at ${width}: ${over}`)
      }
    }
    expect(tooWide).toEqual([])
  })

  test('lets a finger hit what it aims at', async () => {
    const page = await visit('/', { viewport: { width: 375, height: 667 } })
    const small: string[] = []
    for (const path of ['/', '/tagesliste', '/archiv', '/anmelden', '/konto']) {
      await page.goto(url + path, { waitUntil: 'networkidle' })
      small.push(
        ...(await page.locator('button:visible, a.key:visible, nav a:visible').evaluateAll((all) =>
          all.flatMap((one) => {
            const { width, height } = one.getBoundingClientRect()
            return Math.min(width, height) < 40 ? [`${location.pathname}: ${one.textContent?.trim()} ${width}×${height}`] : []
          }),
        )),
      )
    }
    expect(small).toEqual([])
  })
})

describe('languages', () => {
  test.each([
    ['de-AT', 'de', 'Tagesspiel aufdecken'],
    ['en-US', 'en', 'Reveal the daily'],
    ['es-MX', 'es', 'Descubrir el juego del día'],
    ['fr-FR', 'en', 'Reveal the daily'],
  ])('a browser in %s gets %s', async (locale, lang, words) => {
    const page = await visit('/', { locale })
    expect(await page.locator('html').getAttribute('lang')).toBe(lang)
    await page.getByRole('link', { name: words }).waitFor()
  })

  test.each([
    ['with', true],
    ['without', false],
  ])('the choice holds, %s script, and one stays where one was', async (_, javaScriptEnabled) => {
    const page = await visit('/regeln', { javaScriptEnabled })
    await page.getByRole('contentinfo').getByRole('button', { name: 'Español' }).click()
    await page.getByRole('heading', { level: 1, name: 'Reglas' }).waitFor()
    expect(new URL(page.url()).pathname).toBe('/regeln')
    await page.goto(`${url}/archiv`)
    expect(await page.locator('html').getAttribute('lang')).toBe('es')
  })

  /** Posts a choice of language as a form would, from a page under an address. */
  const choose = (to: string, from = url, headers = {}) =>
    fetch(`${from}/sprache`, {
      method: 'POST',
      redirect: 'manual',
      headers: { origin: from, 'content-type': 'application/x-www-form-urlencoded', ...headers },
      body: new URLSearchParams({ locale: 'en', to }),
    })

  test.each(['//evil.example/x', 'https://evil.example', '/\\evil.example', 'http://[', '///', 'javascript:alert(1)'])(
    'no choice leads off the site: %s',
    async (to) => {
      const response = await choose(to)
      expect(response.status).toBe(303)
      expect(response.headers.get('location')).toBe('/')
    },
  )

  test('the choice is kept over plain http, wherever the site is', async () => {
    const elsewhere = url.replace('localhost', '127.0.0.1')
    expect((await choose('/', elsewhere)).headers.get('set-cookie')).not.toMatch(/secure/i)
    expect((await choose('/', elsewhere, { 'content-type': 'application/json' })).status).toBe(400)
  })
})

describe('home', () => {
  test('counts down by the server’s clock, whatever the device’s says', async () => {
    const context = await browser.newContext({ locale: 'de-DE' })
    contexts.push(context)
    const page = await context.newPage()
    await page.clock.install({ time: Date.now() + 5 * 3_600_000 })
    await page.goto(url, { waitUntil: 'networkidle' })
    const { now, today } = await new HttpPlayer(url).today()
    const left = (Date.parse(today.endsAt) - Date.parse(now)) / 1000
    const shown = await page.locator('time[role="timer"]').first().textContent()
    const [seconds = 0, minutes = 0, hours = 0] = (shown ?? '').split(':').map(Number).reverse()
    expect(Math.abs(hours * 3600 + minutes * 60 + seconds - left)).toBeLessThan(120)
  })

  test('says when the day is over, and stays as it is until one asks for the next', async () => {
    const context = await browser.newContext({ locale: 'de-DE' })
    contexts.push(context)
    const page = await context.newPage()
    await page.clock.install()
    await page.goto(url, { waitUntil: 'networkidle' })
    const heading = await page.locator('.eyebrow span').first().textContent()
    await page.clock.fastForward('26:00:00')
    await page.getByText('Das nächste Tagesspiel ist da.').waitFor()
    expect(await page.locator('.eyebrow span').first().textContent()).toBe(heading)
    await page.getByRole('button', { name: 'Zeigen' }).click()
    // The server's clock has not moved, and it is the one that counts.
    await page.getByText('neues Spiel in').waitFor()
  })

  test('goes with the player through the day', async () => {
    const page = await visit('/')
    await page.getByText('Mit der ersten gewerteten Partie bekommst du einen Namen').waitFor()
    await page.getByRole('link', { name: 'Tagesspiel aufdecken' }).waitFor()

    const player = new HttpPlayer(url)
    const stage = await player.reveal()
    const name = (await player.me())?.name ?? ''
    await page.context().addCookies(await sessionOf(page, player))
    await page.reload()
    await page.getByText('Dein erster Versuch läuft').waitFor()
    await page.getByRole('img', { name: /Deine Partie, wie sie liegt/ }).waitFor()
    await page.getByRole('link', { name: 'Weiterspielen' }).waitFor()
    // Nothing gives the deal away.
    expect(await page.locator('main').textContent()).not.toContain(String(stage.deal))

    await player.finish(stage, { win: false, moves: 4 })
    await page.reload()
    await page.getByText('Löst du die Partie heute, bringt sie 250 Taler').waitFor()
    await page.getByRole('link', { name: 'Noch einmal' }).waitFor()

    const result = await player.finish(await player.reveal(2))
    await page.reload()
    await page.getByRole('heading', { name: 'Tagesspiel gelöst' }).waitFor()
    await page.getByText('Gelöst hast du die Partie danach.').waitFor()
    expect(result.coins).toBe(250)
    await page.getByText('+250').waitFor()
    await page.getByText('1 Tag in Folge', { exact: true }).waitFor()
    await page.getByRole('heading', { name: `Du heißt ${name}` }).waitFor()
  })

  test('offers the free game that this device keeps', async () => {
    const page = await visit('/frei?deal=617')
    await page.locator('[data-card]').first().waitFor()
    // Seven of spades and the like: any move will do; typed as notation, whichever is legal.
    for (const move of ['1a', '2a', '3a']) await page.keyboard.type(move)
    await page.goto(url)
    await page.getByText(/Partie 617: .* von 52 im Stock/).waitFor()
    await page.locator('section', { hasText: 'Freies Spiel' }).getByRole('link', { name: 'Weiterspielen' }).click()
    await page.waitForURL(`${url}/frei`)
  })
})

describe('the day’s list', () => {
  test('grows while one looks, with what comes in where it belongs', async () => {
    const page = await visit('/tagesliste')
    await page.getByText('läuft', { exact: true }).waitFor()
    const before = (await new HttpPlayer(url).today()).today.players
    await page.getByText(`${before} erste Versuche`).waitFor()
    // The line must be there before anything comes in.
    await page.waitForTimeout(1_000)
    const player = new HttpPlayer(url)
    await player.play()
    const name = (await player.me())?.name ?? ''
    const row = page.getByRole('row', { name: new RegExp(name) })
    await row.waitFor()
    await page.getByText(`${before + 1} erste Versuche`).waitFor()
    await page.getByText('in der letzten Minute').waitFor()
    expect(await row.textContent()).toContain('gerade eben')
    const ranks = await page
      .locator('tbody tr td.rank')
      .evaluateAll((cells) =>
        cells.map((cell) => cell.textContent?.trim() || cell.querySelector('svg')?.getAttribute('aria-label')),
      )
    const numbers = ranks.map(Number)
    expect(numbers).toEqual([...numbers].sort((a, b) => a - b))
    await page.reload()
    expect(await page.locator('tbody tr td.rank').count()).toBe(numbers.length)
  })

  test('is paged without any script', async () => {
    const page = await visit('/tagesliste?offset=1', { javaScriptEnabled: false })
    const rows = page.locator('tbody tr')
    expect(await rows.first().textContent()).toContain('1 Platz')
    expect(await rows.nth(1).locator('td').first().textContent()).not.toBe('1')
    await rows.first().getByRole('link').click()
    await page.waitForURL(/offset=0/)
    await page.getByRole('img', { name: '1', exact: true }).waitFor()
  })

  test('tints the own row, finds it from above, and keeps it in sight on a phone', async () => {
    const player = new HttpPlayer(url)
    await player.play({ win: false, moves: 5 })
    const page = await visit('/tagesliste', { viewport: { width: 375, height: 400 } })
    await page.context().addCookies(await sessionOf(page, player))
    await page.goto(`${url}/tagesliste`, { waitUntil: 'networkidle' })
    const pin = page.locator('a.pin')
    const name = (await player.me())?.name ?? ''
    await pin.getByText(name).waitFor()
    await page.getByRole('link', { name: 'zu meinem Platz' }).click()
    await page.locator('tr#ich').getByText(name).waitFor()
    await pin.waitFor({ state: 'detached' })
  })

  test('shows no deal before it has closed', async () => {
    const stage = await new HttpPlayer(url).reveal()
    const page = await visit('/tagesliste')
    const text = await page.locator('main').textContent()
    expect(text).toContain('Die Partienummer siehst du ab')
    expect(text).not.toMatch(new RegExp(`\\b${stage.deal}\\b`))
    expect(await page.content()).not.toContain(`"deal":${stage.deal}`)
  })
})

describe('what is not there', () => {
  test.each(['/nirgends', '/@kein solcher name', '/tagesliste/2020-01-01', '/tagesliste/gestern'])('%s', async (path) => {
    const page = await visit('/regeln')
    const response = await page.goto(url + path)
    expect(response?.status()).toBeGreaterThanOrEqual(400)
    expect(response?.status()).toBeLessThan(500)
    await page.getByRole('heading', { name: 'Hier ist keine Wabe.' }).waitFor()
    await page.getByRole('main').getByRole('link', { name: 'Heute' }).click()
    await page.waitForURL(`${url}/`)
  })
})

test('says when the line is lost, keeps what it shows, and comes back by itself', async () => {
  const page = await visit('/tagesliste')
  await page.waitForLoadState('networkidle')
  await page.context().setOffline(true)
  await page.getByText(/Keine Verbindung\. Stand von \d+:\d\d\./).waitFor()
  expect(await page.locator('tbody tr').count()).toBeGreaterThan(0)
  const player = new HttpPlayer(url)
  await player.play({ win: false, moves: 2 })
  await page.context().setOffline(false)
  await page.getByRole('row', { name: new RegExp((await player.me())?.name ?? '') }).waitFor()
  await page.getByText(/Keine Verbindung/).waitFor({ state: 'detached' })
})

test('the first stop of the Tab key leads to the content', async () => {
  const page = await visit('/regeln')
  await page.waitForLoadState('networkidle')
  await page.keyboard.press('Tab')
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Zum Inhalt')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  expect(await page.evaluate(() => document.activeElement?.closest('main') !== null)).toBe(true)
})

/** The cookie of a player without a browser, for a page. */
async function sessionOf(page: Page, player: HttpPlayer) {
  const [name = '', value = ''] = player.cookie.split('=')
  return [{ name, value, url: new URL(page.url()).origin }]
}
