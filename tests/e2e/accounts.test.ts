/** Accounts, from the made-up name to the end of them, in a real browser on the real site. */
import { readFileSync } from 'node:fs'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from 'vitest'
import { launchBrowser } from '../support/browser.ts'
import { HttpPlayer } from './http-player.ts'

const url = inject('siteUrl')
const PASSWORD = 'honig im fass'
let browser: Browser
const contexts: BrowserContext[] = []
let names = 0

beforeAll(async () => {
  browser = await launchBrowser()
})
afterEach(async () => {
  for (const context of contexts.splice(0)) await context.close()
})
afterAll(async () => {
  await browser?.close()
})

const newName = () => `waldhonig ${Date.now().toString(36).slice(-5)}${names++}`

/** A visitor's page, with the session of a player if one is given. */
async function visit(path: string, player?: HttpPlayer): Promise<Page> {
  const context = await browser.newContext({ locale: 'de-DE', viewport: { width: 1280, height: 900 } })
  contexts.push(context)
  if (player) {
    const [name = '', value = ''] = player.cookie.split('=')
    await context.addCookies([{ name, value, url }])
  }
  const page = await context.newPage()
  await page.goto(url + path)
  return page
}

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/** Claims what the page's visitor has; answers with the recovery code, past its confirmation. */
async function claim(page: Page, name: string, password = PASSWORD): Promise<string> {
  await field(page, 'Name').fill(name)
  await field(page, 'Passwort').fill(password)
  await button(page, 'Namen sichern').click()
  const code = (await page.locator('output').textContent()) ?? ''
  await page.getByLabel('Ich habe den Code aufgehoben.').check()
  await button(page, 'Weiter').click()
  await page.getByText(`Angemeldet als ${name}`).waitFor()
  return code
}

async function signIn(page: Page, name: string, password: string): Promise<void> {
  await field(page, 'Name').fill(name)
  await field(page, 'Passwort').fill(password)
  await button(page, 'Anmelden').click()
}

const signedInAs = (page: Page, name: string) => page.getByRole('banner').getByRole('link', { name }).waitFor()

describe('claiming', () => {
  test('says of a name what is wrong with it while it is typed', async () => {
    const page = await visit('/konto')
    await field(page, 'Name').fill('Admin')
    await page.getByText('Dieser Name ist nicht frei.').waitFor()
    await field(page, 'Name').fill('so nicht!')
    await page.getByText('Ein Name hat 3 bis 20 Zeichen').waitFor()
    expect(await field(page, 'Name').getAttribute('aria-invalid')).toBe('true')
    await field(page, 'Name').fill(newName())
    await page.getByText('Der Name ist frei.').waitFor()
    expect(await field(page, 'Name').getAttribute('aria-invalid')).toBeNull()
  })

  test('keeps what was typed when the password is too short, and puts the cursor there', async () => {
    const page = await visit('/konto')
    const name = newName()
    await field(page, 'Name').fill(name)
    await field(page, 'Passwort').fill('kurz')
    await button(page, 'Namen sichern').click()
    await page.getByText('Ein Passwort hat 8 bis 200 Zeichen.').waitFor()
    expect(await field(page, 'Name').inputValue()).toBe(name)
    expect(await field(page, 'Passwort').inputValue()).toBe('kurz')
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('password')
  })

  test('shows the code once, and is not left by mistake', async () => {
    const page = await visit('/konto')
    const name = newName()
    await field(page, 'Name').fill(name)
    await field(page, 'Passwort').fill(PASSWORD)
    // Enter sends nothing before the page's script has the form.
    await expect.poll(() => button(page, 'Namen sichern').isEnabled()).toBe(true)
    await page.keyboard.press('Enter')
    const code = (await page.locator('output').textContent()) ?? ''
    expect(code).toMatch(/^[0-9A-Z-]{16,}$/)
    expect(await button(page, 'Weiter').isDisabled()).toBe(true)
    await page.getByRole('banner').getByRole('link', { name: 'Stufen' }).click()
    await page.getByText('Erst den Code aufheben').waitFor()
    expect(new URL(page.url()).pathname).toBe('/konto')

    await page.getByLabel('Ich habe den Code aufgehoben.').check()
    await button(page, 'Weiter').click()
    await signedInAs(page, name)
    await page.reload()
    await signedInAs(page, name)
    expect(await page.content()).not.toContain(code)
  })

  test('keeps all that was earned before', async () => {
    const player = new HttpPlayer(url)
    await player.play()
    const made = (await player.me())?.name ?? ''
    const page = await visit('/', player)
    await page.getByRole('link', { name: 'Namen und Passwort wählen' }).click()
    await page.getByText(`Bisher heißt du ${made}`).waitFor()
    const name = newName()
    await claim(page, name)
    await page.goto(`${url}/@${encodeURIComponent(name)}`)
    await page.getByText('Tagesspiel gelöst').waitFor()
    await page.getByText('+250').waitFor()
    // The made-up name is nobody's any more.
    expect((await page.request.get(`${url}/@${encodeURIComponent(made)}`)).status()).toBe(404)
    await page.goto(`${url}/tagesliste`)
    await page.locator('tr#ich').getByText(name).waitFor()
  })
})

describe('signing in and out', () => {
  test('out of a claimed account and back', async () => {
    const page = await visit('/konto')
    const name = newName()
    await claim(page, name)
    await button(page, 'Abmelden').click()
    await page.waitForURL(`${url}/`)
    await page.getByRole('banner').getByRole('link', { name: 'Anmelden' }).click()
    await signIn(page, name, 'honig im glas')
    await page.getByText('Name oder Passwort stimmt nicht.').waitFor()
    expect(await field(page, 'Name').inputValue()).toBe(name)
    await field(page, 'Passwort').fill(PASSWORD)
    await page.keyboard.press('Enter')
    await page.waitForURL(`${url}/`)
    await signedInAs(page, name)
  })

  test('everywhere: other devices are signed out too', async () => {
    const page = await visit('/konto')
    const name = newName()
    await claim(page, name)
    const other = await visit('/anmelden')
    await signIn(other, name, PASSWORD)
    await signedInAs(other, name)
    await button(page, 'Überall abmelden').click()
    await page.waitForURL(`${url}/`)
    await other.reload()
    await other.getByRole('banner').getByRole('link', { name: 'Anmelden' }).waitFor()
  })

  test('asks before a made-up name is left for good', async () => {
    const player = new HttpPlayer(url)
    await player.reveal()
    const name = (await player.me())?.name ?? ''
    const page = await visit('/konto', player)
    await button(page, 'Abmelden').click()
    const dialog = page.getByRole('dialog', { name: `${name} verlassen?` })
    await dialog.getByText('Ohne Namen und Passwort kommst du nicht zurück.').waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'hidden' })
    await signedInAs(page, name)
    await button(page, 'Abmelden').click()
    await dialog.getByRole('button', { name: 'Trotzdem abmelden' }).click()
    await page.waitForURL(`${url}/`)
    await page.getByRole('banner').getByRole('link', { name: 'Anmelden' }).waitFor()
  })

  test('says first that nothing is merged', async () => {
    const player = new HttpPlayer(url)
    await player.reveal()
    const page = await visit('/anmelden', player)
    await page.getByText('Anmelden legt nichts zusammen').waitFor()
    await page.getByRole('link', { name: 'Erst ein Passwort wählen' }).click()
    await page.waitForURL(`${url}/konto`)
  })
})

describe('passwords', () => {
  test('a new one by the recovery code, which holds once', async () => {
    const page = await visit('/konto')
    const name = newName()
    const code = await claim(page, name)
    const other = await visit('/anmelden')
    await other.getByRole('button', { name: 'Passwort vergessen?' }).click()
    const form = other.locator('form#code')
    await form.getByLabel('Name', { exact: true }).fill(name)
    await form.getByLabel('Wiederherstellungscode').fill('AAAA-BBBB-CCCC')
    await form.getByLabel('Neues Passwort').fill('wachs und waben')
    await form.getByRole('button', { name: 'Neues Passwort setzen' }).click()
    await expect.poll(() => form.getByLabel('Wiederherstellungscode').getAttribute('aria-invalid')).toBe('true')
    // Typed as people do: in small letters, with a space too many.
    await form.getByLabel('Wiederherstellungscode').fill(` ${code.toLowerCase()}`)
    await form.getByRole('button', { name: 'Neues Passwort setzen' }).click()
    await other.getByText(`Du bist als ${name} angemeldet`).waitFor()
    expect(await other.locator('output').textContent()).not.toBe(code)
    await other.getByLabel('Ich habe den Code aufgehoben.').check()
    await button(other, 'Weiter').click()
    await signedInAs(other, name)

    // The other device is out, the old code and the old password are void.
    await page.goto(`${url}/anmelden#code`)
    await page.getByRole('banner').getByRole('link', { name: 'Anmelden' }).waitFor()
    const again = page.locator('form#code')
    await again.getByLabel('Name', { exact: true }).fill(name)
    await again.getByLabel('Wiederherstellungscode').fill(code)
    await again.getByLabel('Neues Passwort').fill('noch ein passwort')
    await again.getByRole('button', { name: 'Neues Passwort setzen' }).click()
    await expect.poll(() => again.getByLabel('Wiederherstellungscode').getAttribute('aria-invalid')).toBe('true')
  })

  test('changed with the current one', async () => {
    const page = await visit('/konto')
    const name = newName()
    await claim(page, name)
    await field(page, 'Jetziges Passwort').fill('stimmt nicht')
    await field(page, 'Neues Passwort').fill('propolis 123')
    await button(page, 'Passwort ändern').click()
    await page.getByText('Das Passwort stimmt nicht.').waitFor()
    expect(await field(page, 'Neues Passwort').inputValue()).toBe('propolis 123')
    await field(page, 'Jetziges Passwort').fill(PASSWORD)
    await button(page, 'Passwort ändern').click()
    await page.getByText('Geändert. Auf anderen Geräten bist du abgemeldet.').waitFor()
    const other = await visit('/anmelden')
    await signIn(other, name, 'propolis 123')
    await signedInAs(other, name)
  })

  test('a new code for the old one, against the password', async () => {
    const page = await visit('/konto')
    const name = newName()
    const old = await claim(page, name)
    await button(page, 'Neuer Code …').click()
    const dialog = page.getByRole('dialog', { name: 'Neuer Wiederherstellungscode' })
    const typed = dialog.getByLabel('Passwort', { exact: true })
    await typed.fill('stimmt nicht')
    await page.keyboard.press('Enter')
    await dialog.getByText('Das Passwort stimmt nicht.').waitFor()
    expect(await typed.inputValue()).toBe('stimmt nicht')
    await typed.fill(PASSWORD)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Du hast einen neuen Code' }).waitFor()
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Dein Wiederherstellungscode')
    const code = (await page.locator('output').textContent()) ?? ''
    expect(code).not.toBe(old)
    await button(page, 'Kopieren').waitFor()
    await page.getByLabel('Ich habe den Code aufgehoben.').check()
    await button(page, 'Weiter').click()
    await page.getByText(`Angemeldet als ${name}`).waitFor()
    expect(await page.content()).not.toContain(code)
    const recover = (recoveryCode: string) =>
      page.request.post(`${url}/api/accounts/recover`, {
        headers: { origin: url },
        data: { name, recoveryCode, password: 'wachs und waben' },
      })
    expect([(await recover(old)).status(), (await recover(code)).status()]).toEqual([401, 200])
  })

  test('can be looked at while it is typed', async () => {
    const page = await visit('/konto')
    await field(page, 'Passwort').fill(PASSWORD)
    expect(await field(page, 'Passwort').getAttribute('type')).toBe('password')
    await button(page, 'Passwort zeigen').click()
    expect(await field(page, 'Passwort').getAttribute('type')).toBe('text')
    expect(await field(page, 'Passwort').inputValue()).toBe(PASSWORD)
  })

  test('tried too often, the form says when it can be tried again', async () => {
    const owner = await visit('/konto')
    const name = newName()
    await claim(owner, name)
    const page = await visit('/anmelden')
    for (let tries = 0; tries < 10; tries++) {
      const response = await page.request.post(`${url}/api/accounts/sign-in`, {
        headers: { origin: url },
        data: { name, password: `falsch ${tries}` },
      })
      expect(response.status()).toBe(401)
    }
    await signIn(page, name, PASSWORD)
    await page
      .getByRole('alert')
      .getByText(/Wieder in \d+:\d\d\./)
      .waitFor()
    expect(await button(page, 'Anmelden').isDisabled()).toBe(true)
    expect(await field(page, 'Passwort').inputValue()).toBe(PASSWORD)
  })
})

describe('one’s own data', () => {
  test('can be taken along', async () => {
    const player = new HttpPlayer(url)
    await player.play({ win: false, moves: 4 })
    const page = await visit('/konto', player)
    const waiting = page.waitForEvent('download')
    await button(page, 'Daten herunterladen').click()
    const download = await waiting
    expect(download.suggestedFilename()).toBe('speedcell.json')
    const data = readFileSync(await download.path(), 'utf8')
    expect(data).toContain((await player.me())?.name)
    expect(() => JSON.parse(data)).not.toThrow()
  })

  test('goes for good, while the place stays without a name', async () => {
    const player = new HttpPlayer(url)
    await player.play({ win: false, moves: 6 })
    const page = await visit('/konto', player)
    const name = newName()
    await claim(page, name)
    await button(page, 'Konto löschen …').click()
    const dialog = page.getByRole('dialog', { name: 'Konto löschen' })
    const confirm = dialog.getByLabel(`Zur Bestätigung deinen Namen: ${name}`)
    await confirm.fill('jemand anderes')
    await dialog.getByLabel('Passwort', { exact: true }).fill(PASSWORD)
    await dialog.getByRole('button', { name: 'Endgültig löschen' }).click()
    await expect.poll(() => confirm.getAttribute('aria-invalid')).toBe('true')
    await confirm.fill(name)
    await dialog.getByRole('button', { name: 'Endgültig löschen' }).click()
    await page.waitForURL(`${url}/`)
    await page.getByRole('banner').getByRole('link', { name: 'Anmelden' }).waitFor()
    expect((await page.request.get(`${url}/@${encodeURIComponent(name)}`)).status()).toBe(404)
    await page.goto(`${url}/tagesliste`)
    await page
      .getByRole('row', { name: /Gelöscht/ })
      .first()
      .waitFor()
  })
})

test('a player’s page is another’s to see, without the coins', async () => {
  const player = new HttpPlayer(url)
  await player.play()
  const name = (await player.me())?.name ?? ''
  const own = await visit(`/@${encodeURIComponent(name)}`, player)
  await own.getByRole('heading', { name: 'Taler' }).waitFor()
  const others = await visit(`/@${encodeURIComponent(name)}`)
  await others.getByRole('heading', { name, level: 1 }).waitFor()
  expect(await others.getByRole('heading', { name: 'Taler' }).count()).toBe(0)
  expect(await others.getByText('+250').count()).toBe(0)
})
