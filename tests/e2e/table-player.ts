/** Someone at the table of free play, in a real browser: plays by hand, finger or keys, and reads what is on the screen. */
import {
  bestTarget,
  capacity,
  cardName,
  type Game,
  type Log,
  type LogEvent,
  type Move,
  type Place,
  parseMove,
  playEvent,
  positionToJson,
  runLength,
  type Setup,
  SUITS,
  startGame,
  suitIndex,
  VARIANTS,
} from '@speedcell/shared/engine'
import type { Browser, BrowserContext, BrowserContextOptions, CDPSession, Page } from 'playwright-core'
import { expect } from 'vitest'

export const DESK = { viewport: { width: 1440, height: 900 } } as const satisfies BrowserContextOptions
export const TABLET = { viewport: { width: 768, height: 1024 } } as const satisfies BrowserContextOptions
export const PHONE = {
  viewport: { width: 375, height: 667 },
  hasTouch: true,
  isMobile: true,
} as const satisfies BrowserContextOptions
export const SIDEWAYS = {
  viewport: { width: 667, height: 375 },
  hasTouch: true,
  isMobile: true,
} as const satisfies BrowserContextOptions

export const PATIENCE = { timeout: 20_000, interval: 30 }
const GAME_KEY = 'speedcell:free'
const DOUBLE_TAP_MS = 300

/** How a move is made. `best` taps where that makes the move, and drags otherwise. */
export type Gesture = 'drag' | 'best' | 'keys' | 'arrows'

export interface Point {
  readonly x: number
  readonly y: number
}

export class TablePlayer {
  readonly context: BrowserContext
  readonly page: Page
  readonly url: string
  /** What ought to be on the table. */
  game: Game
  #session: CDPSession | undefined

  constructor(url: string, context: BrowserContext, page: Page, setup: Setup) {
    this.url = url
    this.context = context
    this.page = page
    this.game = startGame(setup)
  }

  /**
   * A player with a deal on the table, freshly dealt from a link, also if it is announced that it cannot be won. The table does not finish
   * by itself, and shows no flights unless they are asked for.
   */
  static async at(
    browser: Browser,
    url: string,
    setup: Setup,
    { moving = false, finishing = false, ...options }: BrowserContextOptions & { moving?: boolean; finishing?: boolean } = {},
  ): Promise<TablePlayer> {
    const context = await browser.newContext({
      locale: 'de-DE',
      reducedMotion: moving ? 'no-preference' : 'reduce',
      ...DESK,
      ...options,
    })
    const page = await context.newPage()
    const off = setup.autoplay === 'off'
    await page.addInitScript(
      ([finishes, autoplay]) => {
        localStorage.setItem('speedcell:table', JSON.stringify({ finishesItself: finishes }))
        localStorage.setItem('speedcell:free-autoplay', autoplay ? 'on' : 'off')
      },
      [finishing, !off],
    )
    const player = new TablePlayer(url, context, page, setup)
    await page.goto(`${url}/frei?deal=${setup.deal}&variant=${setup.variant}`)
    const announced = page.getByRole('dialog')
    const isDealt = async () => (await player.savedLog())?.deal === setup.deal
    await expect.poll(async () => (await announced.isVisible()) || (await isDealt()), PATIENCE).toBe(true)
    if (await announced.isVisible()) await announced.locator('.strong').click()
    await expect.poll(isDealt, PATIENCE).toBe(true)
    await player.settled()
    return player
  }

  /** Waits until cards lie on the table and none is on its way. */
  async settled(): Promise<void> {
    await this.page.locator('[data-card]').first().waitFor({ state: 'attached' })
    await expect.poll(() => this.page.locator('[data-moving]').count(), PATIENCE).toBe(0)
  }

  async close(): Promise<void> {
    await this.context.close()
  }

  button(name: string | RegExp) {
    return this.page.getByRole('button', { name })
  }

  /** A figure of the strip. */
  async stat(name: string): Promise<string> {
    return (await this.page.locator(`[data-stat="${name}"]`).textContent())?.trim() ?? ''
  }

  /** The log that the browser keeps. */
  async savedLog(): Promise<Log> {
    const text = await this.page.evaluate((key) => localStorage.getItem(key), GAME_KEY)
    return JSON.parse(text ?? '{}').log as Log
  }

  /**
   * What is on the screen, read off the screen: each card by where its visible part is painted, each hive by its filled coils. Throws if
   * another element lies where a card should show.
   */
  async screen() {
    return this.page.evaluate(() => {
      const boxes = [...document.querySelectorAll<HTMLElement>('[data-pile]')].map((pile) => ({
        name: pile.dataset.pile ?? '',
        box: pile.getBoundingClientRect(),
        coils: pile.querySelectorAll('.coil.on').length,
      }))
      const cells = boxes.filter(({ name }) => name.startsWith('cell-')).map(() => '--')
      const columns: { name: string; y: number }[][] = Array.from({ length: 8 }, () => [])
      for (const card of document.querySelectorAll<HTMLElement>('[data-card]')) {
        const name = card.dataset.card ?? ''
        if (getComputedStyle(card).visibility === 'hidden') continue
        const { left, top, width } = card.getBoundingClientRect()
        const shown = document.elementFromPoint(left + width * 0.25, top + 5)?.closest<HTMLElement>('[data-card]')
        if (shown !== card) throw new Error(`${name} is covered by ${shown?.dataset.card}`)
        const x = left + width / 2
        const pile = boxes.find(
          ({ name, box }) =>
            x > box.left && x < box.right && (name.startsWith('column') ? top >= box.top - 1 : top > box.top && top < box.bottom),
        )
        if (pile === undefined) throw new Error(`${name} lies nowhere`)
        if (pile.name.startsWith('cell-')) cells['abcd'.indexOf(pile.name.slice(5))] = name
        else columns[Number(pile.name.slice(7)) - 1]?.push({ name, y: top })
      }
      const home = Object.fromEntries(
        boxes.filter(({ name }) => name.startsWith('foundation-')).map(({ name, coils }) => [name.slice(11), coils]),
      )
      return {
        cells,
        home,
        columns: columns.map((cards) =>
          cards
            .sort((a, b) => a.y - b.y)
            .map(({ name }) => name)
            .join(' '),
        ),
      }
    })
  }

  /** Expects the screen to come to show exactly the game as it ought to be. */
  async expectScreen(): Promise<void> {
    await this.settled()
    await expect.poll(() => this.screen(), PATIENCE).toEqual(positionToJson(this.game.position))
  }

  /** What an event does to the game that ought to be. */
  expectEvent(e: string): void {
    const next = playEvent(this.game, [0, e])
    if (!next.ok) throw new Error(`${e}: ${next.error}`)
    this.game = next.value
  }

  /** Plays a log's event: a move by the gesture, anything else by its key. */
  async play([, e]: LogEvent, gesture: Gesture): Promise<void> {
    const { keyboard } = this.page
    if (e === 'undo') await keyboard.press('Control+z')
    else if (e === 'finish') await keyboard.press('f')
    else if (e === 'hint') await this.askHint()
    else await this.move(e, gesture)
    this.expectEvent(e)
  }

  /** Asks for a hint, and closes it once it is there. */
  async askHint(): Promise<void> {
    await this.page.keyboard.press('h')
    await this.page.locator('.advice').getByRole('button', { name: 'Schließen' }).click({ timeout: 60_000 })
  }

  /** Makes a move. */
  async move(text: string, gesture: Gesture): Promise<void> {
    const variant = VARIANTS[this.game.setup.variant]
    const parsed = parseMove(this.game.position, variant, text)
    if (!parsed.ok) throw new Error(`${text} cannot be played`)
    const move = parsed.value
    if (gesture === 'keys') return this.type(move)
    if (gesture === 'arrows') return this.#choose(move)
    const best = bestTarget(this.game.position, variant, move.from, move.count)
    if (gesture === 'best' && best !== undefined && letter(best.to) === letter(move.to)) await this.#tap(move)
    else await this.drag(await this.cardPoint(move), await this.targetPoint(move))
  }

  #tapped: { readonly card: string; readonly at: Point } | undefined

  /** Taps a card. What would be the second half of a double tap, on one card or at one place, waits until it is none. */
  async #tap(move: Move): Promise<void> {
    const card = this.cardOf(move)
    const at = await this.cardPoint(move)
    const last = this.#tapped
    if (last?.card === card || (last && Math.hypot(last.at.x - at.x, last.at.y - at.y) < 20)) {
      await this.page.waitForTimeout(DOUBLE_TAP_MS + 20)
    }
    this.#tapped = { card, at }
    await this.press(at)
  }

  /** Types a move in notation; how many into an empty column only where it is asked. */
  async type({ from, to, count }: Move): Promise<void> {
    const { keyboard } = this.page
    await keyboard.press(letter(from))
    await keyboard.press(letter(to))
    const { position, setup } = this.game
    if (from.kind !== 'column' || to.kind !== 'column' || position.columns[to.index]?.length !== 0) return
    const most = Math.min(runLength(position, from.index, VARIANTS[setup.variant]), capacity(position, true))
    if (most > 1) for (const digit of String(count)) await keyboard.press(digit)
    if (count * 10 <= most) await keyboard.press('Enter')
  }

  /** Takes up and puts down with the focus, as arrow keys and Enter do. */
  async #choose(move: Move): Promise<void> {
    const { columns } = this.game.position
    const spot = (place: Place, count: number): string => {
      if (place.kind === 'cell') return `cell-${letter(place)}`
      if (place.kind === 'column') return `column-${place.index + 1}:${Math.max(0, (columns[place.index]?.length ?? 0) - count)}`
      return `foundation-${this.#suitOf(move)}`
    }
    await this.page.locator(`[data-spot="${spot(move.from, move.count)}"]`).focus()
    await this.page.keyboard.press('Enter')
    await this.page.locator(`[data-spot="${spot(move.to, 1)}"]`).focus()
    await this.page.keyboard.press('Enter')
  }

  /** Presses and lets go, with a finger where there is one. */
  async press(at: Point): Promise<void> {
    if (await this.#hasTouch()) await this.page.touchscreen.tap(at.x, at.y)
    else await this.page.mouse.click(at.x, at.y)
  }

  /** Drags with the mouse, or with a finger where there is one. */
  async drag(start: Point, end: Point): Promise<void> {
    const between = (part: number): Point => ({ x: start.x + (end.x - start.x) * part, y: start.y + (end.y - start.y) * part })
    if (await this.#hasTouch()) {
      await this.finger('touchStart', [start])
      for (const part of [0.3, 0.7, 1]) await this.finger('touchMove', [between(part)])
      await this.finger('touchEnd', [])
      return
    }
    const { mouse } = this.page
    await mouse.move(start.x, start.y)
    await mouse.down()
    for (const part of [0.3, 0.7, 1]) await mouse.move(between(part).x, between(part).y)
    await mouse.up()
  }

  /** A touch event as the system sends it; `touchCancel` is its taking the finger away. */
  async finger(type: 'touchStart' | 'touchMove' | 'touchEnd' | 'touchCancel', points: readonly Point[]): Promise<void> {
    this.#session ??= await this.context.newCDPSession(this.page)
    await this.#session.send('Input.dispatchTouchEvent', { type, touchPoints: points.map((point, id) => ({ ...point, id })) })
  }

  #touch: boolean | undefined
  async #hasTouch(): Promise<boolean> {
    this.#touch ??= await this.page.evaluate(() => navigator.maxTouchPoints > 0)
    return this.#touch
  }

  /** A point of the card that a move takes up, where nothing covers it. */
  async cardPoint(move: Pick<Move, 'from' | 'count'>): Promise<Point> {
    return this.pointOf(this.cardOf(move))
  }

  /** The highest card that a move takes up. */
  cardOf({ from, count }: Pick<Move, 'from' | 'count'>): string {
    const { columns, cells } = this.game.position
    const card = from.kind === 'column' ? columns[from.index]?.at(-count) : from.kind === 'cell' ? cells[from.index] : undefined
    if (card === undefined || card === null) throw new Error('no card there')
    return cardName(card)
  }

  async pointOf(card: string): Promise<Point> {
    const box = await this.page.locator(`[data-card="${card}"]`).boundingBox()
    if (!box) throw new Error(`${card} is not there`)
    return { x: box.x + box.width / 2, y: box.y + 6 }
  }

  /** Where to let go for a move. */
  async targetPoint(move: Move): Promise<Point> {
    const { to } = move
    const last = to.kind === 'column' ? this.game.position.columns[to.index]?.at(-1) : undefined
    const pile = to.kind === 'foundation' ? `foundation-${this.#suitOf(move)}` : `${to.kind}-${letter(to)}`
    const box = await this.page
      .locator(last === undefined ? `[data-pile="${pile}"]` : `[data-card="${cardName(last)}"]`)
      .boundingBox()
    if (!box) throw new Error(`no ${pile}`)
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
  }

  #suitOf({ from }: Move): string {
    const { columns, cells } = this.game.position
    const card = from.kind === 'column' ? columns[from.index]?.at(-1) : from.kind === 'cell' ? cells[from.index] : undefined
    return card == null ? '' : (SUITS[suitIndex(card)] ?? '')
  }
}

const letter = (place: Place): string =>
  place.kind === 'foundation' ? 'h' : (place.kind === 'column' ? '12345678' : 'abcd').charAt(place.index)
