/** A player of rated games in a real browser, who knows the way to win from the solver. */
import type { StageResult, StageView } from '@speedcell/shared/contracts'
import {
  canFinish,
  capacity,
  cardName,
  type Game,
  type LogEvent,
  legalMoves,
  type Move,
  makeMove,
  parseDealNumber,
  parseMove,
  playEvent,
  playEvents,
  runLength,
  SUITS,
  startGame,
  suitIndex,
  VARIANTS,
} from '@speedcell/shared/engine'
import { solve } from '@speedcell/shared/solver'
import type { Browser, BrowserContext, BrowserContextOptions, CDPSession, Page } from 'playwright-core'
import { expect } from 'vitest'

export const SIZES = {
  phone: { viewport: { width: 375, height: 667 }, hasTouch: true, isMobile: true },
  desk: { viewport: { width: 1440, height: 900 } },
} as const satisfies Record<string, BrowserContextOptions>

const PATIENCE = { timeout: 15_000, interval: 50 }

/** A kind of player, as `visit` makes one. */
type Kind<Player> = new (url: string, context: BrowserContext, page: Page) => Player

export abstract class RatedPlayer {
  readonly context: BrowserContext
  readonly page: Page
  protected readonly url: string
  /** The stage as its reveal or claim has answered. */
  stage: StageView | undefined
  /** What ought to be on the table. */
  game: Game | undefined
  /** The moves to a win from the deal. */
  solution: readonly string[] = []
  #touch: CDPSession | undefined

  constructor(url: string, context: BrowserContext, page: Page) {
    this.url = url
    this.context = context
    this.page = page
  }

  /** A visitor without an account, or with the session of another context. */
  static async visit<Player>(
    this: Kind<Player>,
    browser: Browser,
    url: string,
    options: BrowserContextOptions = SIZES.desk,
  ): Promise<Player> {
    const context = await browser.newContext({ locale: 'de-DE', reducedMotion: 'reduce', ...options })
    return new this(url, context, await context.newPage())
  }

  /** The same player in another window of the same browser. */
  anotherWindow(): Promise<this> {
    return this.#same(this.context)
  }

  /** The same player on another device. */
  async anotherDevice(browser: Browser): Promise<this> {
    const context = await browser.newContext({ locale: 'de-DE', reducedMotion: 'reduce', ...SIZES.desk })
    await context.addCookies(await this.context.cookies())
    return this.#same(context)
  }

  async #same(context: BrowserContext): Promise<this> {
    const other = new (this.constructor as Kind<this>)(this.url, context, await context.newPage())
    other.stage = this.stage
    other.game = this.game
    other.solution = this.solution
    return other
  }

  /** Opens a page. */
  async open(path: string): Promise<void> {
    // A press before the page runs would be lost.
    await this.page.goto(this.url + path, { waitUntil: 'networkidle' })
  }

  button(name: string | RegExp) {
    return this.page.getByRole('button', { name })
  }

  text(text: string | RegExp) {
    return this.page.getByText(text)
  }

  /** Reveals a stage by a press, which the API answers at an address; finds the way to win. */
  protected async revealBy(press: () => Promise<void>, address: RegExp): Promise<void> {
    const answered = this.page.waitForResponse((response) => address.test(response.url()))
    await press()
    this.stage = (await (await answered).json()) as StageView
    const { deal, variant, autoplay } = this.stage
    const number = parseDealNumber(deal)
    if (!number.ok) throw new Error(number.error)
    this.game = startGame({ deal: number.value, variant, autoplay })
    const found = solve(this.game.position, { variant, autoplay }, { positions: 2_000_000 })
    if (found.verdict !== 'solved') throw new Error(`deal ${deal}: ${found.verdict}`)
    this.solution = found.moves
    await this.seesTable()
  }

  protected state(): { stage: StageView; game: Game } {
    if (!this.stage || !this.game) throw new Error('nothing revealed')
    return { stage: this.stage, game: this.game }
  }

  /** How many moves of the way to a win have been played. */
  get played(): number {
    return this.state().game.moves
  }

  /** Plays so many further moves of the way to a win, or all that are left, by the given gesture. */
  async playOn(
    count = Number.POSITIVE_INFINITY,
    gesture: (move: Move, text: string) => Promise<void> = this.type,
  ): Promise<void> {
    for (let n = 0; n < count && !this.state().game.won; n++) {
      const { game } = this.state()
      const text = this.solution[game.moves - game.undos]
      if (text === undefined) throw new Error('the solution is over')
      const move = parseMove(game.position, VARIANTS[game.setup.variant], text)
      if (!move.ok) throw new Error(`${text} cannot be played`)
      await gesture.call(this, move.value, text)
      this.#expect(text)
      // The table finishes by itself.
      if (!this.state().game.won && canFinish(this.state().game.position)) this.#expect('finish')
    }
  }

  /** Plays until no move is left. */
  async getStuck(): Promise<void> {
    const texts = wayToNoMove(this.state().game)
    for (const text of texts) {
      const { position, setup } = this.state().game
      const move = parseMove(position, VARIANTS[setup.variant], text)
      if (!move.ok) throw new Error(`${text} cannot be played`)
      await this.type(move.value, text)
      this.#expect(text)
    }
  }

  /** Takes back by the key of the panel that says that no move is left. */
  async takeBack(): Promise<void> {
    await this.button(/^Zurücknehmen/).click()
    this.#expect('undo')
  }

  #expect(e: string): void {
    const next = playEvent(this.state().game, [0, e])
    if (!next.ok) throw new Error(`${e}: ${next.error}`)
    this.game = next.value
  }

  /** Takes back the last move. */
  async undo(): Promise<void> {
    await this.page.keyboard.press('Control+z')
    this.#expect('undo')
  }

  /** What a hint does to the log. */
  hinted(): void {
    this.#expect('hint')
  }

  /** Types a move in notation. */
  async type({ from, to, count }: Move, text: string): Promise<void> {
    const { keyboard } = this.page
    await keyboard.press(text.charAt(0))
    await keyboard.press(text.charAt(1))
    const { position, setup } = this.state().game
    if (from.kind !== 'column' || to.kind !== 'column' || position.columns[to.index]?.length !== 0) return
    const most = Math.min(runLength(position, from.index, VARIANTS[setup.variant]), capacity(position, true))
    if (most > 1) await keyboard.press(String(count))
    if (count * 10 <= most) await keyboard.press('Enter')
  }

  /** Drags a card, and the run upon it, with a finger. */
  async drag({ from, to, count }: Move): Promise<void> {
    this.#touch ??= await this.context.newCDPSession(this.page)
    const { columns, cells } = this.state().game.position
    const card = from.kind === 'column' ? columns[from.index]?.at(-count) : from.kind === 'cell' ? cells[from.index] : undefined
    if (card === undefined || card === null) throw new Error('no card to drag')
    const pile =
      to.kind === 'column'
        ? `column-${to.index + 1}`
        : to.kind === 'cell'
          ? `cell-${'abcd'.charAt(to.index)}`
          : `foundation-${SUITS[suitIndex(card)]}`
    const end = to.kind === 'column' ? columns[to.index]?.at(-1) : undefined
    const start = await this.#pointOf(`[data-card="${cardName(card)}"]`)
    const goal = await this.#pointOf(end === undefined ? `[data-pile="${pile}"]` : `[data-card="${cardName(end)}"]`)
    const finger = (type: 'touchStart' | 'touchMove' | 'touchEnd', points: { x: number; y: number }[]) =>
      this.#touch?.send('Input.dispatchTouchEvent', { type, touchPoints: points })
    await finger('touchStart', [start])
    for (const part of [0.2, 0.6, 1]) {
      await finger('touchMove', [{ x: start.x + (goal.x - start.x) * part, y: start.y + (goal.y - start.y) * part }])
    }
    await finger('touchEnd', [])
  }

  /** A point of an element that no card above it covers. */
  async #pointOf(selector: string): Promise<{ x: number; y: number }> {
    const box = await this.page.locator(selector).first().boundingBox()
    if (!box) throw new Error(`${selector} is not there`)
    return { x: box.x + box.width / 2, y: box.y + 7 }
  }

  /** Takes the stage here from wherever it is played. */
  async fetchHere(): Promise<void> {
    await this.button('Hierher holen').click()
    await this.button('Hierher holen').waitFor({ state: 'hidden' })
    await this.seesTable()
  }

  async seesTable(): Promise<void> {
    await this.page.locator('[data-pile="column-1"]').waitFor()
  }

  /** Expects the table to show the game as it ought to be: by its own figures. */
  async expectTable(): Promise<void> {
    const { moves, undos } = this.state().game
    await expect.poll(() => this.stat('moves'), PATIENCE).toBe(String(moves))
    await expect.poll(() => this.stat('undos'), PATIENCE).toBe(`${undos}-mal zurück`)
  }

  /** A figure of the strip. */
  async stat(name: string): Promise<string> {
    return (await this.page.locator(`[data-stat="${name}"]`).first().textContent())?.trim() ?? ''
  }

  /** The events that the server has. */
  async serverEvents(): Promise<readonly LogEvent[]> {
    const response = await this.context.request.get(`${this.url}/api/stages/${this.state().stage.id}`)
    expect(response.status()).toBe(200)
    return ((await response.json()) as StageView).events
  }

  /** Expects that the server comes to have exactly the game as it ought to be, and that it replays. */
  async expectServer(): Promise<void> {
    const { game, stage } = this.state()
    await expect.poll(async () => (await this.serverEvents()).length, PATIENCE).toBe(game.events)
    const replayed = playEvents(startGame(game.setup), await this.serverEvents())
    if (!replayed.ok) throw new Error(`${stage.id}: ${replayed.reason}`)
    const { position, moves, undos, hints, won } = replayed.game
    expect({ position, moves, undos, hints, won }).toEqual({
      position: game.position,
      moves: game.moves,
      undos: game.undos,
      hints: game.hints,
      won: game.won,
    })
  }

  /** Whether the server answers. */
  async isServed(): Promise<boolean> {
    try {
      return (await this.context.request.get(`${this.url}/api/health`, { timeout: 2_000 })).ok()
    } catch {
      return false
    }
  }

  /** The points that the game ought to bring, by the rules' own words. */
  points({ won = this.state().game.won } = {}): number {
    const { moves, undos, hints, position } = this.state().game
    const home = position.foundations.reduce((sum, count) => sum + count, 0)
    return Math.max(0, 10 * home + (won ? 500 : 0) - moves - 5 * undos - 10 * hints)
  }

  async result(): Promise<StageResult | null> {
    const response = await this.context.request.get(`${this.url}/api/stages/${this.state().stage.id}`)
    return ((await response.json()) as StageView).result
  }

  async close(): Promise<void> {
    await this.context.close()
  }
}

/** Moves after which nothing can be moved any more: any will do, cells first, tried in an order that is always the same. */
function wayToNoMove(game: Game): string[] {
  const variant = VARIANTS[game.setup.variant]
  let seed = 1
  const random = () => {
    seed = (seed * 48_271) % 2_147_483_647
    return seed / 2_147_483_647
  }
  for (let tries = 0; tries < 10_000; tries++) {
    let now = game
    const texts: string[] = []
    while (!now.won && texts.length < 60) {
      const moves = legalMoves(now.position, variant)
      if (moves.length === 0) return texts
      const intoCells = moves.filter(({ to }) => to.kind === 'cell')
      const among = intoCells.length > 0 && random() < 0.7 ? intoCells : moves
      const text = makeMove(now.position, among[Math.floor(random() * among.length)] as Move)
      const next = playEvent(now, [0, text])
      if (!next.ok) throw new Error(next.error)
      texts.push(text)
      now = next.value
    }
  }
  throw new Error('there is always a move')
}
