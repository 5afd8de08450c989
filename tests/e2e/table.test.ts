import { readFileSync } from 'node:fs'
import {
  type Autoplay,
  bestTarget,
  type Log,
  type LogEvent,
  legalMoves,
  makeMove,
  type PositionJson,
  parseDealNumber,
  parseMove,
  playEvent,
  replay,
  type Setup,
  startGame,
  VARIANTS,
  type VariantId,
} from '@speedcell/shared/engine'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { launchBrowser } from '../support/browser.ts'
import { DESK, type Gesture, PATIENCE, PHONE, SIDEWAYS, TABLET, TablePlayer } from './table-player.ts'

const url = inject('siteUrl')
let browser: Browser
beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser.close())

function setupOf(deal: number, variant: VariantId = 'freecell-4', autoplay: Autoplay = VARIANTS[variant].autoplay): Setup {
  const number = parseDealNumber(deal)
  if (!number.ok) throw new RangeError(String(deal))
  return { deal: number.value, variant, autoplay }
}

interface Case {
  readonly log: Log
  readonly expect: {
    readonly ok: boolean
    readonly index?: number
    readonly won: boolean
    readonly moves: number
    readonly points: number
    readonly stuck: boolean
    readonly canFinish: boolean
    readonly position: PositionJson
  }
}

function linesOf(file: string): unknown[] {
  return readFileSync(new URL(`../fixtures/${file}`, import.meta.url), 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))
}
const games = linesOf('games.jsonl') as Case[]
const wins = linesOf('wins.jsonl') as { log: Log }[]

const GESTURES: readonly Gesture[] = ['drag', 'best', 'keys', 'arrows']

/** Plays a whole log, each move by the next of the gestures; looks at the screen after each event, or at the end. */
async function playLog(
  player: TablePlayer,
  events: readonly LogEvent[],
  gestures: readonly Gesture[],
  always: boolean,
): Promise<void> {
  for (const [index, event] of events.entries()) {
    await player.play(event, gestures[index % gestures.length] as Gesture)
    if (always || index === events.length - 1) await player.expectScreen()
  }
}

describe('a log that is played by hand leads to its position, card by card', () => {
  const rows: readonly [name: string, index: number, options: object, gestures: readonly Gesture[]][] = [
    ['one cell at a desk, by all gestures', 32, DESK, GESTURES],
    ['two cells on a tablet, by mouse', 34, TABLET, ['drag', 'best']],
    ['three cells on a phone, by finger', 29, PHONE, ['drag', 'best']],
    ['three cells without autoplay, by keys', 2, DESK, ['keys']],
    ['four cells on a phone held sideways, by finger', 22, SIDEWAYS, ['best', 'drag']],
    ['four cells until no move is left, with undos', 55, DESK, GESTURES],
    ['Baker’s Game, won, by all gestures', 33, DESK, GESTURES],
    ['four cells, finished', 35, PHONE, ['best', 'keys']],
  ]
  test.each(rows)('%s', async (_, index, options, gestures) => {
    const { log, expect: expected } = games[index] as Case
    const player = await TablePlayer.at(browser, url, log, options)
    await player.expectScreen()
    await playLog(player, log.events, gestures, true)

    expect(await player.screen()).toEqual(expected.position)
    expect(await player.stat('moves')).toBe(String(expected.moves))
    expect(await player.stat('points')).toBe((expected.points * VARIANTS[log.variant].factor).toLocaleString('de'))
    expect(await player.page.getByRole('heading', { name: 'Kein Zug mehr möglich' }).isVisible()).toBe(expected.stuck)
    expect(await player.page.getByRole('heading', { name: 'Alle 52 im Stock' }).isVisible()).toBe(expected.won)
    expect(await player.button(/^Fertig legen/).isEnabled()).toBe(expected.canFinish)
    // What the browser keeps is the log as it was played.
    const saved = await player.savedLog()
    expect(saved.events.map(([, e]) => e)).toEqual(canonicalTexts(log))
    const replayed = replay(saved)
    expect(replayed.ok && replayed.game.position).toEqual(player.game.position)
    await player.close()
  })

  test.each([0, 1])('a won game of another solver, number %i, by hand to its last card', async (index) => {
    const { log } = wins[index] as { log: Log }
    const player = await TablePlayer.at(browser, url, log)
    await playLog(player, log.events, index === 0 ? ['best'] : ['keys'], false)
    expect(player.game.won).toBe(true)
    expect(await player.stat('home')).toBe('52/52')
    await player.close()
  })

  test('with flights shown and never waited for', async () => {
    const { log } = games[44] as Case
    const player = await TablePlayer.at(browser, url, log, { moving: true })
    await playLog(
      player,
      log.events.filter(([, e]) => e !== 'hint'),
      ['keys'],
      false,
    )
    expect(player.game.won).toBe(true)
    await player.close()
  })
})

/** The log's texts, its moves in their one form. */
function canonicalTexts(log: Log): string[] {
  let game = startGame(log)
  return log.events.map((event) => {
    const [, e] = event
    const move = parseMove(game.position, VARIANTS[log.variant], e)
    const text = move.ok ? makeMove(game.position, move.value) : e
    const next = playEvent(game, event)
    if (!next.ok) throw new Error(`${e}: ${next.error}`)
    game = next.value
    return text
  })
}

describe('what a log may not hold, the table does not take', () => {
  test.each([
    ['a card that does not fit', 0],
    ['an undo before any move', 1],
    ['finishing too early', 8],
    ['a move after the end', 45],
  ])('%s', async (_, index) => {
    const { log, expect: expected } = games[index] as Case
    const player = await TablePlayer.at(browser, url, log)
    const bad = expected.index ?? 0
    await playLog(
      player,
      log.events.slice(0, bad).filter(([, e]) => e !== 'hint'),
      ['keys'],
      false,
    )
    await player.expectScreen()
    const events = (await player.savedLog()).events.length
    const e = log.events[bad]?.[1] ?? ''
    if (e === 'undo') await player.page.keyboard.press('Control+z')
    else if (e === 'finish') await player.page.keyboard.press('f')
    else for (const key of e) await player.page.keyboard.press(key)
    await player.expectScreen()
    expect((await player.savedLog()).events).toHaveLength(events)
    await player.close()
  })
})

describe('gestures', () => {
  const given = (options: object = {}) => TablePlayer.at(browser, url, setupOf(1), options)
  const LAST = { from: { kind: 'column', index: 0 }, count: 1 } as const

  test('a slip of four pixels is a tap', async () => {
    const player = await given()
    const { x, y } = await player.cardPoint(LAST)
    await player.page.mouse.move(x, y)
    await player.page.mouse.down()
    await player.page.mouse.move(x + 3, y + 2)
    await player.page.mouse.move(x + 4, y)
    await player.page.mouse.up()
    await expect.poll(() => player.stat('moves'), PATIENCE).toBe('1')
    await player.close()
  })

  test('two taps within 200 ms on one card are one', async () => {
    const player = await given()
    const { x, y } = await player.cardPoint(LAST)
    await player.page.mouse.dblclick(x, y)
    await expect.poll(() => player.stat('moves'), PATIENCE).toBe('1')
    await player.settled()
    expect(await player.stat('moves')).toBe('1')
    await player.close()
  })

  test('a card that is let go beside the table goes back', async () => {
    const player = await given({ moving: true })
    await player.drag(await player.cardPoint(LAST), { x: 1500, y: 950 })
    await player.expectScreen()
    expect(await player.stat('moves')).toBe('0')
    await player.close()
  })

  test('a finger that the system takes away puts the card back', async () => {
    const player = await given(PHONE)
    const start = await player.cardPoint(LAST)
    await player.finger('touchStart', [start])
    await player.finger('touchMove', [{ x: start.x + 40, y: start.y - 60 }])
    await expect.poll(() => player.page.locator('.card.held').count(), PATIENCE).toBe(1)
    await player.finger('touchCancel', [])
    await expect.poll(() => player.page.locator('.card.held').count(), PATIENCE).toBe(0)
    await player.expectScreen()
    expect(await player.stat('moves')).toBe('0')
    await player.close()
  })

  test('a second finger changes nothing', async () => {
    const player = await given(PHONE)
    const start = await player.cardPoint(LAST)
    const other = await player.pointOf(player.cardOf({ from: { kind: 'column', index: 4 }, count: 1 }))
    await player.finger('touchStart', [start])
    await player.finger('touchMove', [{ x: start.x + 30, y: start.y }])
    await player.finger('touchStart', [{ x: start.x + 30, y: start.y }, other])
    await player.finger('touchEnd', [])
    await player.settled()
    expect(Number(await player.stat('moves'))).toBeLessThanOrEqual(1)
    const saved = await player.savedLog()
    const replayed = replay(saved)
    if (!replayed.ok) throw new Error(replayed.reason)
    player.game = replayed.game
    await player.expectScreen()
    await player.close()
  })

  test('the right button does nothing, alone or with the left one', async () => {
    const player = await given()
    const { x, y } = await player.cardPoint(LAST)
    const { mouse } = player.page
    await mouse.click(x, y, { button: 'right' })
    await mouse.move(x, y)
    await mouse.down()
    await mouse.move(x + 60, y)
    await mouse.down({ button: 'right' })
    await mouse.move(x + 80, y - 200)
    await mouse.up()
    await mouse.up({ button: 'right' })
    await player.expectScreen()
    expect(await player.stat('moves')).toBe('0')
    await player.close()
  })

  test('a window that turns while a card is held puts it back', async () => {
    const player = await given()
    const start = await player.cardPoint(LAST)
    await player.page.mouse.move(start.x, start.y)
    await player.page.mouse.down()
    await player.page.mouse.move(start.x + 80, start.y - 100)
    await player.page.setViewportSize({ width: 900, height: 1200 })
    await expect.poll(() => player.page.locator('.card.held').count(), PATIENCE).toBe(0)
    await player.page.mouse.up()
    await player.expectScreen()
    expect(await player.stat('moves')).toBe('0')
    await player.close()
  })

  test('the next move may be made while cards fly', async () => {
    const player = await given({ moving: true })
    for (const index of [0, 1, 2, 3]) {
      const from = { kind: 'column', index } as const
      const best = bestTarget(player.game.position, VARIANTS['freecell-4'], from)
      if (best === undefined) throw new Error('choose another deal')
      const text = makeMove(player.game.position, best)
      await player.press(await player.cardPoint(best))
      player.expectEvent(text)
    }
    expect(await player.stat('moves')).toBe('4')
    await player.expectScreen()
    await player.close()
  })

  test('what is held lights every place that takes it, and nothing else', async () => {
    const player = await given()
    const { position } = player.game
    const start = await player.cardPoint(LAST)
    await player.page.mouse.move(start.x, start.y)
    await player.page.mouse.down()
    await player.page.mouse.move(start.x + 30, start.y + 30)
    await expect.poll(() => player.page.locator('.card.held').count(), PATIENCE).toBe(1)
    const legal = legalMoves(position, VARIANTS['freecell-4']).filter(
      ({ from, count }) => from.kind === 'column' && from.index === 0 && count === 1,
    )
    expect(await player.page.locator('.card.lit, .card.aimed, .pile.lit, .pile.aimed').count()).toBe(legal.length)
    await player.page.mouse.up()
    await player.close()
  })

  test('a card that is refused shakes, and the reason is shown and said', async () => {
    const player = await given({ moving: true })
    const buried = player.game.position.columns[0]?.[0]
    if (buried === undefined) throw new Error('empty')
    await player.press(await player.pointOf(player.cardOf({ from: { kind: 'column', index: 0 }, count: 7 })))
    await expect.poll(() => player.page.locator('.toast').textContent(), PATIENCE).toBe('Diese Karten liegen nicht in Reihe.')
    expect(await player.page.locator('[aria-live="polite"]').first().textContent()).toBe('Diese Karten liegen nicht in Reihe.')
    expect(await player.stat('moves')).toBe('0')
    await player.close()
  })
})

describe('keys', () => {
  test('arrows walk the table, Enter takes up and puts down, Escape lets go', async () => {
    const player = await TablePlayer.at(browser, url, setupOf(1))
    const { keyboard } = player.page
    const focused = () => player.page.evaluate(() => (document.activeElement as HTMLElement).dataset.spot)
    await keyboard.press('ArrowDown')
    expect(await focused()).toBe('column-1:0')
    for (let step = 0; step < 9; step++) await keyboard.press('ArrowDown')
    expect(await focused()).toBe('column-1:6')
    await keyboard.press('Enter')
    expect(await player.page.locator('.card.held').count()).toBe(1)
    await keyboard.press('Escape')
    expect(await player.page.locator('.card.held').count()).toBe(0)
    await keyboard.press('Enter')
    for (let step = 0; step < 7; step++) await keyboard.press('ArrowUp')
    expect(await focused()).toBe('cell-a')
    await keyboard.press('ArrowRight')
    await keyboard.press('Enter')
    player.expectEvent('1b')
    await player.expectScreen()
    // The other way, from the cell to where it fits nowhere: refused, and it stays chosen until it is let go.
    await keyboard.press('ArrowLeft')
    expect(await focused()).toBe('cell-a')
    await player.close()
  })

  test('Enter that is held down is pressed once', async () => {
    const player = await TablePlayer.at(browser, url, setupOf(1))
    await player.page.locator('[data-spot="column-1:6"]').focus()
    await player.page.keyboard.down('Enter')
    for (let repeat = 0; repeat < 5; repeat++) await player.page.keyboard.down('Enter')
    await player.page.keyboard.up('Enter')
    expect(await player.page.locator('.card.held').count()).toBe(1)
    expect(await player.stat('moves')).toBe('0')
    await player.close()
  })

  test('a wrong text is refused in words, and Escape forgets half a text', async () => {
    const player = await TablePlayer.at(browser, url, setupOf(1))
    const { keyboard } = player.page
    await keyboard.press('a')
    await keyboard.press('1')
    await expect.poll(() => player.page.locator('.toast').textContent(), PATIENCE).toBe('Hier liegt keine Karte.')
    await keyboard.press('1')
    await keyboard.press('Escape')
    await keyboard.press('2')
    await keyboard.press('a')
    player.expectEvent('2a')
    await player.expectScreen()
    await player.close()
  })
})

test.each([
  ['en-GB', 'The king of hearts needs an empty column.', 'King of hearts into a cell.'],
  ['es-ES', 'Rey de corazones necesita una columna vacía.', 'Rey de corazones a una celda.'],
])('in %s a sentence begins with a capital, also where it begins with a card', async (locale, refused, moved) => {
  const player = await TablePlayer.at(browser, url, setupOf(1055), { locale })
  for (const key of '31') await player.page.keyboard.press(key)
  await player.page.getByText(refused, { exact: true }).first().waitFor()
  for (const key of '3a') await player.page.keyboard.press(key)
  await player.page.getByText(moved, { exact: true }).first().waitFor()
  await player.close()
})

test('each card says its name, its place and where it may go, and each place that it is empty', async () => {
  const player = await TablePlayer.at(browser, url, setupOf(617))
  const names = await player.page
    .getByRole('list', { name: /^Spalte 1/ })
    .getByRole('button')
    .evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')))
  expect(names).toHaveLength(player.game.position.columns[0]?.length ?? 0)
  expect(names.at(-1)).toMatch(/^(Kreuz|Karo|Herz|Pik) \S+, Spalte 1\. Geht .*in eine Wabe$/)
  expect(names[0]).toMatch(/^(Kreuz|Karo|Herz|Pik) \S+, Spalte 1, unter \d Karten$/)
  expect(await player.button('Wabe a, leer').count()).toBe(1)
  expect(await player.button(/^Stock Herz, \d+ von 13$/).count()).toBe(1)
  await player.page.keyboard.press('6')
  await player.page.keyboard.press('a')
  await expect.poll(() => player.page.locator('[aria-live="polite"]').first().textContent(), PATIENCE).toMatch(/in eine Wabe\.$/)
  await player.close()
})

describe('a column of eighteen cards', () => {
  // Moves that only a test would make.
  const MOVES =
    '13 12 6a 62 6b 62 72 a6x1 b6 46 5a 54 75 17 73 13 1b ah 71x1 7a 71 87x1 81 87 8c b8 84 83 13 a1x1 48x4 48 14 c1x1 41 46 43 53'
  const events = MOVES.split(' ').map((e, index): LogEvent => [index * 100, e])
  test.each([
    ['upright', PHONE, 13],
    ['sideways', SIDEWAYS, 9],
    ['at a desk', DESK, 12],
  ])('can be read on a screen %s', async (_, options, least) => {
    const player = await TablePlayer.at(browser, url, setupOf(20009), options)
    await playLog(player, events, ['keys'], false)
    const column = player.game.position.columns.findIndex(({ length }) => length === 18)
    expect(column).toBeGreaterThanOrEqual(0)
    // expectScreen has seen that nothing covers any card's upper left corner, where rank and sign are; here is how large they are.
    const indexes = await player.page.evaluate((number) => {
      const pile = document.querySelector(`[data-pile="column-${number}"]`)?.getBoundingClientRect()
      return [...document.querySelectorAll<HTMLElement>('[data-card]')]
        .map((card) => ({ card: card.getBoundingClientRect(), index: card.querySelector('b')?.getBoundingClientRect() }))
        .filter(({ card }) => pile && Math.abs(card.left - pile.left) < 2)
        .sort((a, b) => a.card.top - b.card.top)
        .map(({ card, index }, order, all) => ({
          height: index?.height ?? 0,
          fits: order === all.length - 1 || (index?.bottom ?? 0) <= (all[order + 1]?.card.top ?? 0) + 3,
          onScreen: card.bottom <= innerHeight,
        }))
    }, column + 1)
    expect(indexes).toHaveLength(18)
    for (const index of indexes) {
      expect(index.height).toBeGreaterThanOrEqual(least)
      expect(index).toMatchObject({ fits: true, onScreen: true })
    }
    await player.close()
  })
})
