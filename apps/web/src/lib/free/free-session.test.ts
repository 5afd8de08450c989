import type { Hint } from '@speedcell/shared/contracts'
import { parseDealNumber, type VariantId } from '@speedcell/shared/engine'
import { describe, expect, test } from 'vitest'
import { DeviceStore } from './device-store.ts'
import { FreeSession, GAME_KEY } from './free-session.svelte.ts'
import type { HintDesk } from './hint-desk.ts'
import { parseSavedGame } from './saved-game.ts'

/** A browser's storage in memory, which can be filled up or closed. */
class MemoryStorage implements Storage {
  readonly #items = new Map<string, string>()
  state: 'open' | 'full' | 'closed' = 'open'
  get length() {
    return this.#items.size
  }
  getItem(key: string) {
    if (this.state === 'closed') throw new DOMException('no', 'SecurityError')
    return this.#items.get(key) ?? null
  }
  setItem(key: string, text: string) {
    if (this.state !== 'open') throw new DOMException('no', this.state === 'full' ? 'QuotaExceededError' : 'SecurityError')
    this.#items.set(key, text)
  }
  removeItem(key: string) {
    this.#items.delete(key)
  }
  clear() {
    this.#items.clear()
  }
  key() {
    return null
  }
}

let ids = 0
function given(storage = new MemoryStorage()) {
  const clock = { now: 0 }
  let answer: Hint | undefined
  const asked: (() => void)[] = []
  const desk = {
    ask: () => new Promise<Hint | undefined>((resolve) => asked.push(() => resolve(answer))),
    close: () => undefined,
  } as unknown as HintDesk
  const session = new FreeSession({
    store: new DeviceStore(() => storage),
    desk,
    now: () => clock.now,
    random: () => 0.5,
    newId: () => `id-${++ids}`,
  })
  const answerHint = async (hint: Hint | undefined) => {
    answer = hint
    for (const go of asked.splice(0)) go()
    await Promise.resolve()
  }
  return { session, storage, clock, answerHint }
}

const wanted = (number: number, variant: VariantId = 'freecell-4') => {
  const deal = parseDealNumber(number)
  if (!deal.ok) throw new RangeError(String(number))
  return { deal: deal.value, variant }
}
const saved = (storage: Storage) => parseSavedGame(storage.getItem(GAME_KEY))

describe('keeping the game', () => {
  test('a first visit deals at random; a second one stands where the first left', () => {
    const first = given()
    expect(first.session.open()).toBe('dealt')
    first.session.deal(wanted(617), 'number')
    first.clock.now = 2_000
    first.session.game.play('6a')
    first.session.game.undo()
    first.clock.now = 5_000
    first.session.setSeen(false)

    const second = given(first.storage)
    expect(second.session.open()).toBe('resumed')
    expect(second.session.game.log()).toEqual(first.session.game.log())
    expect(second.session.choice).toBe('number')
    second.clock.now = 300
    second.session.game.play('6a')
    expect(second.session.game.events.at(-1)).toEqual([5_300, '6a'])
  })

  test('each event is written down at once', () => {
    const { session, storage } = given()
    session.open()
    session.deal(wanted(617), 'number')
    expect(saved(storage)?.log.events).toHaveLength(0)
    session.game.play('6a')
    expect(saved(storage)?.log.events).toHaveLength(1)
    session.game.undo()
    expect(saved(storage)?.log.events).toHaveLength(2)
  })

  test('what cannot be read is said to be so, and another deal lies there', () => {
    const storage = new MemoryStorage()
    storage.setItem(GAME_KEY, '{"log":')
    const { session } = given(storage)
    expect(session.open()).toBe('unreadable')
    expect(session.game.events).toEqual([])
  })

  test.each(['full', 'closed'] as const)('a storage that is %s lets the game go on, and says so', (state) => {
    const { session, storage } = given()
    session.open()
    session.deal(wanted(617), 'number')
    storage.state = state
    session.game.play('6a')
    expect(session.game.moves).toBe(1)
    expect(session.kept).toBe(state === 'full' ? 'full' : 'blocked')
    storage.state = 'open'
    session.game.undo()
    expect(session.kept).toBe('kept')
  })

  test('a storage that is closed from the start leaves a table to play on', () => {
    const storage = new MemoryStorage()
    storage.state = 'closed'
    const { session } = given(storage)
    expect(session.open()).toBe('dealt')
    expect(session.kept).toBe('blocked')
  })
})

describe('two windows', () => {
  const pair = () => {
    const one = given()
    one.session.open()
    one.session.deal(wanted(617), 'number')
    one.session.game.play('6a')
    const two = given(one.storage)
    two.session.open()
    return { one, two, storage: one.storage }
  }

  test('the one opened last plays, the other stops as soon as it hears of it', () => {
    const { one, two, storage } = pair()
    one.session.heard(GAME_KEY, storage.getItem(GAME_KEY))
    expect(one.session.elsewhere).toBe(true)
    expect(one.session.game.play('1b').ok).toBe(false)
    expect(two.session.game.play('1b').ok).toBe(true)
  })

  test('one that has not heard does not overwrite the other', () => {
    const { one, two, storage } = pair()
    two.session.game.play('1b')
    one.session.game.play('2b')
    expect(one.session.elsewhere).toBe(true)
    expect(saved(storage)?.log.events.map(([, e]) => e)).toEqual(['6a', '1b'])
  })

  test('the game can be brought back, as it stands by then', () => {
    const { one, two, storage } = pair()
    two.session.game.play('1b')
    one.session.heard(GAME_KEY, storage.getItem(GAME_KEY))
    one.session.takeHere()
    expect(one.session.elsewhere).toBe(false)
    expect(one.session.game.events.map(([, e]) => e)).toEqual(['6a', '1b'])
    two.session.heard(GAME_KEY, storage.getItem(GAME_KEY))
    expect(two.session.elsewhere).toBe(true)
    expect(one.session.game.play('2c').ok).toBe(true)
    expect(saved(storage)?.log.events).toHaveLength(3)
  })

  test('a deal made here is played here, and not recorded as what another window had', () => {
    const { one, two, storage } = pair()
    one.session.heard(GAME_KEY, storage.getItem(GAME_KEY))
    one.session.deal(wanted(618), 'number')
    expect(one.session.elsewhere).toBe(false)
    expect(one.session.game.play('1a').ok).toBe(true)
    expect(saved(storage)?.log).toEqual(one.session.game.log())
    two.session.heard(GAME_KEY, storage.getItem(GAME_KEY))
    expect(two.session.elsewhere).toBe(true)
    one.session.deal(wanted(617), 'number')
    expect(one.session.before).toBeNull()
  })

  test('own writings and other keys are not another window', () => {
    const { session, storage } = given()
    session.open()
    session.heard(GAME_KEY, storage.getItem(GAME_KEY))
    session.heard('other', '{}')
    session.heard(GAME_KEY, null)
    expect(session.elsewhere).toBe(false)
  })
})

describe('ending a game', () => {
  test('a restart keeps the deal, and what was under way is a result to beat', () => {
    const { session } = given()
    session.open()
    session.deal(wanted(617, 'freecell-2'), 'link')
    session.game.play('6a')
    const points = session.game.points
    session.restart()
    expect(session.game.setup).toMatchObject(wanted(617, 'freecell-2'))
    expect(session.game.events).toEqual([])
    expect(session.choice).toBe('link')
    expect(session.before).toMatchObject({ won: false, score: points * 3, moves: 1 })
  })

  test('a game without a move leaves no result', () => {
    const { session } = given()
    session.open()
    session.deal(wanted(617), 'number')
    session.restart()
    expect(session.before).toBeNull()
  })

  test('each game has an id of its own, which stays', () => {
    const { session, storage } = given()
    session.open()
    session.deal(wanted(617), 'number')
    const id = saved(storage)?.id
    session.game.play('6a')
    expect(saved(storage)?.id).toBe(id)
    session.restart()
    expect(saved(storage)?.id).not.toBe(id)
  })
})

describe('the clock', () => {
  test('stops while the page is hidden', () => {
    const { session, clock } = given()
    session.open()
    session.deal(wanted(617), 'number')
    clock.now = 1_000
    session.setSeen(false)
    clock.now = 60_000
    session.setSeen(true)
    clock.now = 61_000
    session.game.play('6a')
    expect(session.game.events).toEqual([[2_000, '6a']])
  })
})

describe('a hint', () => {
  const HINT: Hint = { kind: 'move', move: '1b', takeBack: null }
  const playing = () => {
    const all = given()
    all.session.open()
    all.session.deal(wanted(617), 'number')
    return all
  }

  test('is on the record, shown, and gone with the next move', async () => {
    const { session, answerHint } = playing()
    const asked = session.askHint()
    expect(session.hintBusy).toBe(true)
    await answerHint(HINT)
    expect(await asked).toBe(true)
    expect(session.hint).toEqual(HINT)
    expect(session.game.hints).toBe(1)
    session.game.play('6a')
    expect(session.hint).toBeNull()
  })

  test('that comes after the next move is neither shown nor charged', async () => {
    const { session, answerHint } = playing()
    const asked = session.askHint()
    session.game.play('6a')
    await answerHint(HINT)
    expect(await asked).toBe(true)
    expect([session.hint, session.game.hints]).toEqual([null, 0])
  })

  test('that cannot be had costs nothing', async () => {
    const { session, answerHint } = playing()
    const asked = session.askHint()
    await answerHint(undefined)
    expect(await asked).toBe(false)
    expect(session.game.hints).toBe(0)
  })
})

test('autoplay can be switched off, from the next deal on, or at once before the first move', () => {
  const { session, storage } = given()
  session.open()
  session.deal(wanted(617), 'number')
  session.setAutoplay(false)
  expect(session.game.setup.autoplay).toBe('off')
  session.game.play('6a')
  session.setAutoplay(true)
  expect(session.game.setup.autoplay).toBe('off')
  session.restart()
  expect(session.game.setup.autoplay).toBe('safe')
  session.setAutoplay(false)
  expect(given(storage).session.autoplayWanted).toBe(false)
})

test('a random deal is never one that is known not to be winnable', () => {
  const rolls = [11_981 / 1_000_000, 0.25]
  const storage = new MemoryStorage()
  const session = new FreeSession({
    store: new DeviceStore(() => storage),
    desk: {} as HintDesk,
    now: () => 0,
    random: () => rolls.shift() ?? 0,
    newId: () => 'id',
  })
  session.open()
  expect(session.game.setup.deal).toBe(250_001)
})
