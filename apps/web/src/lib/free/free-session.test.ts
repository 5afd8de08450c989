import type { Hint } from '@speedcell/shared/contracts'
import { type DealNumber, type Log, MAX_T, parseDealNumber, type VariantId } from '@speedcell/shared/engine'
import { POOL_DEALS, TIERS, type Tier } from '@speedcell/shared/solver/pools'
import { describe, expect, test } from 'vitest'
import { DealBook, type SomePool } from './deal-book.ts'
import { DeviceStore } from './device-store.ts'
import { FreeSession, GAME_KEY } from './free-session.svelte.ts'
import type { HintDesk } from './hint-desk.ts'
import { parseSavedGame } from './saved-game.ts'
import type { Judgement, Standing } from './verdict.ts'
import type { VerdictDesk } from './verdict-desk.ts'

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

/** Deals 1, 6, 11, … are easy, 2, 7, … normal, 3, 8, … hard, 4, 9, … lost, and of 5, 10, … nothing is known. */
const pool: SomePool = {
  ratingOf: (deal) => (deal > POOL_DEALS ? undefined : ([...TIERS, 'lost', 'undecided'] as const)[(deal - 1) % 5]),
  count: () => POOL_DEALS / 5,
  at: (index, tier) => (index * 5 + 1 + TIERS.indexOf(tier as Tier)) as DealNumber,
}

/** Wins deal 59. */
const SHORT_WIN = '7a 7b 78 7c 12 4a 74 27x2 27 1h 2h 23 27 a2x1 82 85 8a 58 5d 18 12 1h 41x1 5h 4h 31 61 34x1 32x1'.split(' ')

let ids = 0
function given(storage = new MemoryStorage(), { pools = true, random = (): number => 0.5 } = {}) {
  const clock = { now: 0 }
  let answer: Hint | undefined
  const asked: (() => void)[] = []
  const desk = {
    ask: () => new Promise<Hint | undefined>((resolve) => asked.push(() => resolve(answer))),
    close: () => undefined,
  } as unknown as HintDesk
  const judging: { standing: Standing; answer: (judgement?: Judgement) => void }[] = []
  const judge = {
    ask: (standing: Standing) => new Promise<Judgement | undefined>((resolve) => judging.push({ standing, answer: resolve })),
    drop: () => {
      for (const { answer } of judging.splice(0)) answer()
    },
    close: () => undefined,
  } as unknown as VerdictDesk
  const line = { pools }
  const ended: { id: string; log: Log }[] = []
  const session = new FreeSession({
    store: new DeviceStore(() => storage),
    desk,
    judge,
    book: new DealBook(() => (line.pools ? Promise.resolve(pool) : Promise.reject(new TypeError('offline')))),
    now: () => clock.now,
    random,
    newId: () => `id-${++ids}`,
    onended: (id, log) => ended.push({ id, log }),
  })
  const answerHint = async (hint: Hint | undefined) => {
    answer = hint
    for (const go of asked.splice(0)) go()
    await Promise.resolve()
  }
  return { session, storage, clock, answerHint, judging, line, ended }
}

const wanted = (number: number, variant: VariantId = 'freecell-4') => {
  const deal = parseDealNumber(number)
  if (!deal.ok) throw new RangeError(String(number))
  return { deal: deal.value, variant }
}
const saved = (storage: Storage) => parseSavedGame(storage.getItem(GAME_KEY))

describe('keeping the game', () => {
  test('a first visit draws a deal that is easy to win; a second one stands where the first left', async () => {
    const first = given()
    expect(await first.session.open()).toBe('dealt')
    expect([first.session.choice, pool.ratingOf(first.session.game.setup.deal)]).toEqual(['easy', 'easy'])
    expect(first.session.unproven).toBe(false)
    first.session.deal(wanted(617), 'number')
    first.clock.now = 2_000
    first.session.game.play('6a')
    first.session.game.undo()
    first.clock.now = 5_000
    first.session.setSeen(false)

    const second = given(first.storage)
    expect(await second.session.open()).toBe('resumed')
    expect(second.session.game.log()).toEqual(first.session.game.log())
    expect(second.session.choice).toBe('number')
    second.clock.now = 300
    second.session.game.play('6a')
    expect(second.session.game.events.at(-1)).toEqual([5_300, '6a'])
  })

  test('goes on however often it was written', async () => {
    const { session, storage } = given()
    await session.open()
    session.deal(wanted(617), 'number')
    for (const revision of [2 ** 31 - 1, 2 ** 53, 'none']) {
      storage.setItem(GAME_KEY, JSON.stringify({ ...saved(storage), revision }))
      const next = given(storage).session
      expect(await next.open()).toBe('resumed')
      expect(next.game.play('6a').ok).toBe(true)
      expect(saved(storage)?.log).toEqual(next.game.log())
      next.game.undo()
    }
  })

  test('each event is written down at once', async () => {
    const { session, storage } = given()
    await session.open()
    session.deal(wanted(617), 'number')
    expect(saved(storage)?.log.events).toHaveLength(0)
    session.game.play('6a')
    expect(saved(storage)?.log.events).toHaveLength(1)
    session.game.undo()
    expect(saved(storage)?.log.events).toHaveLength(2)
  })

  test('what cannot be read is said to be so, and another deal lies there', async () => {
    const storage = new MemoryStorage()
    storage.setItem(GAME_KEY, '{"log":')
    const { session } = given(storage)
    expect(await session.open()).toBe('unreadable')
    expect(session.game.events).toEqual([])
  })

  test.each(['full', 'closed'] as const)('a storage that is %s lets the game go on, and says so', async (state) => {
    const { session, storage } = given()
    await session.open()
    session.deal(wanted(617), 'number')
    storage.state = state
    session.game.play('6a')
    expect(session.game.moves).toBe(1)
    expect(session.kept).toBe(state === 'full' ? 'full' : 'blocked')
    storage.state = 'open'
    session.game.undo()
    expect(session.kept).toBe('kept')
  })

  test('a storage that is closed from the start leaves a table to play on', async () => {
    const storage = new MemoryStorage()
    storage.state = 'closed'
    const { session } = given(storage)
    expect(await session.open()).toBe('dealt')
    expect(session.kept).toBe('blocked')
  })
})

describe('two windows', () => {
  const pair = async () => {
    const one = given()
    await one.session.open()
    one.session.deal(wanted(617), 'number')
    one.session.game.play('6a')
    const two = given(one.storage)
    await two.session.open()
    return { one, two, storage: one.storage }
  }

  test('the one opened last plays, the other stops as soon as it hears of it', async () => {
    const { one, two, storage } = await pair()
    one.session.heard(GAME_KEY, storage.getItem(GAME_KEY))
    expect(one.session.elsewhere).toBe(true)
    expect(one.session.game.play('1b').ok).toBe(false)
    expect(two.session.game.play('1b').ok).toBe(true)
  })

  test('one that has not heard does not overwrite the other', async () => {
    const { one, two, storage } = await pair()
    two.session.game.play('1b')
    one.session.game.play('2b')
    expect(one.session.elsewhere).toBe(true)
    expect(saved(storage)?.log.events.map(([, e]) => e)).toEqual(['6a', '1b'])
  })

  test('the game can be brought back, as it stands by then', async () => {
    const { one, two, storage } = await pair()
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

  test('a deal made here is played here, and not recorded as what another window had', async () => {
    const { one, two, storage } = await pair()
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

  test('switching autoplay does not take the game back', async () => {
    const { one, two, storage } = await pair()
    two.session.restart()
    one.session.restart()
    two.session.takeHere()
    two.session.game.play('6a')
    one.session.heard(GAME_KEY, storage.getItem(GAME_KEY))
    one.session.setAutoplay(false)
    expect(one.session.elsewhere).toBe(true)
    expect(saved(storage)?.log).toEqual(two.session.game.log())
  })

  test('a game that is played elsewhere is told there, when it ends', async () => {
    const { one, two, storage } = await pair()
    one.session.heard(GAME_KEY, storage.getItem(GAME_KEY))
    two.session.restart()
    one.session.restart()
    expect([one.ended.length, two.ended.length]).toEqual([0, 1])
  })

  test('nor does a deal that was still being drawn', async () => {
    const { one, two, storage } = await pair()
    one.session.takeHere()
    const drawn = one.session.draw('freecell-4', 'hard')
    two.session.takeHere()
    one.session.heard(GAME_KEY, storage.getItem(GAME_KEY))
    await drawn
    expect(one.session.elsewhere).toBe(true)
    expect(saved(storage)?.log).toEqual(two.session.game.log())
  })

  test('own writings and other keys are not another window', async () => {
    const { session, storage } = given()
    await session.open()
    session.heard(GAME_KEY, storage.getItem(GAME_KEY))
    session.heard('other', '{}')
    session.heard(GAME_KEY, null)
    expect(session.elsewhere).toBe(false)
  })
})

describe('ending a game', () => {
  test('a restart keeps the deal, and what was under way is a result to beat', async () => {
    const { session } = given()
    await session.open()
    session.deal(wanted(617, 'freecell-2'), 'link')
    session.game.play('6a')
    const points = session.game.points
    session.restart()
    expect(session.game.setup).toMatchObject(wanted(617, 'freecell-2'))
    expect(session.game.events).toEqual([])
    expect(session.choice).toBe('link')
    expect(session.before).toMatchObject({ won: false, score: points * 3, moves: 1 })
  })

  test('a game without a move leaves no result', async () => {
    const { session } = given()
    await session.open()
    session.deal(wanted(617), 'number')
    session.restart()
    expect(session.before).toBeNull()
  })

  test('is told once, with its id and log: won, restarted or replaced after a move', async () => {
    const { session, ended, storage } = given()
    await session.open()
    session.deal(wanted(617), 'number')
    session.restart()
    expect(ended).toEqual([])
    const first = session.id
    session.game.play('6a')
    session.restart()
    const second = session.id
    session.game.play('1b')
    session.deal(wanted(59), 'number')
    expect(ended.map(({ id, log }) => [id, log.deal, log.events.map(([, e]) => e)])).toEqual([
      [first, 617, ['6a']],
      [second, 617, ['1b']],
    ])
    for (const move of SHORT_WIN) expect(session.game.play(move).ok).toBe(true)
    expect(session.game.won).toBe(true)
    expect(ended[2]).toEqual({ id: session.id, log: session.game.log() })
    const later = given(storage)
    await later.session.open()
    later.session.restart()
    session.restart()
    expect([ended.length, later.ended.length]).toEqual([3, 0])
  })

  test('that somebody else had begun is told to nobody', async () => {
    const { session, ended } = given()
    await session.open()
    session.takeOver({ v: 1, ...wanted(617), autoplay: 'safe', events: [[100, '6a']] })
    session.game.play('1b')
    session.restart()
    session.game.play('6a')
    session.restart()
    expect(ended.map(({ log }) => log.events.length)).toEqual([1])
  })

  test('each game has an id of its own, which stays', async () => {
    const { session, storage } = given()
    await session.open()
    session.deal(wanted(617), 'number')
    const id = saved(storage)?.id
    session.game.play('6a')
    expect(saved(storage)?.id).toBe(id)
    session.restart()
    expect(saved(storage)?.id).not.toBe(id)
  })
})

describe('the clock', () => {
  test('stands at the most that a log can hold, for whoever comes back after a month', async () => {
    const { session, clock, storage } = given()
    await session.open()
    session.deal(wanted(617), 'number')
    session.game.play('6a')
    clock.now = 30 * 86_400_000
    session.game.play('1b')
    expect(await given(storage).session.open()).toBe('resumed')
    expect(saved(storage)?.log).toEqual(session.game.log())
    expect(session.game.events.at(-1)).toEqual([MAX_T, '1b'])
  })

  test('stops while the page is hidden', async () => {
    const { session, clock } = given()
    await session.open()
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

test('a window that waits for its first deal goes on with what another one has begun meanwhile', async () => {
  const storage = new MemoryStorage()
  const waiting = given(storage)
  const opened = waiting.session.open()
  const other = given(storage)
  other.session.deal(wanted(617), 'number')
  other.session.game.play('6a')
  expect(await opened).toBe('resumed')
  expect(waiting.session.game.setup.deal).toBe(617)
  expect(waiting.session.game.moves).toBe(1)
})

describe('a hint', () => {
  const HINT: Hint = { kind: 'move', move: '1b', takeBack: null }
  const playing = async () => {
    const all = given()
    await all.session.open()
    all.session.deal(wanted(617), 'number')
    return all
  }

  test('is on the record, shown, and gone with the next move', async () => {
    const { session, answerHint } = await playing()
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
    const { session, answerHint } = await playing()
    const asked = session.askHint()
    session.game.play('6a')
    await answerHint(HINT)
    expect(await asked).toBe(true)
    expect([session.hint, session.game.hints]).toEqual([null, 0])
  })

  test('that cannot be had costs nothing', async () => {
    const { session, answerHint } = await playing()
    const asked = session.askHint()
    await answerHint(undefined)
    expect(await asked).toBe(false)
    expect(session.game.hints).toBe(0)
  })

  test('the way back is counted down while it is gone, and forgotten off it', async () => {
    const { session, answerHint } = given()
    await session.open()
    session.deal(wanted(617), 'number')
    for (const move of ['6a', '5b', '4c']) expect(session.game.play(move).ok).toBe(true)
    const asking = session.askHint()
    await answerHint({ kind: 'lost', move: null, takeBack: 3 })
    await asking
    session.game.undo()
    expect(session.hint).toEqual({ kind: 'lost', move: null, takeBack: 2 })
    session.game.undo()
    expect(session.hint?.takeBack).toBe(1)
    session.game.undo()
    expect(session.hint).toBeNull()
    expect(session.game.hints).toBe(1)
  })

  test('on a deal that is known to be lost, it says so without a question', async () => {
    const { session } = given()
    await session.open()
    session.deal(wanted(4), 'number')
    await expect.poll(() => session.proof).toBe('unsolvable')
    // Nobody answers the desk here.
    expect(await session.askHint()).toBe(true)
    expect(session.hint).toEqual({ kind: 'lost', move: null, takeBack: null })
  })

  test('a deal that is judged lost before the first move is known to be from then on', async () => {
    const { session, judging } = given()
    await session.open()
    session.deal(wanted(5), 'number')
    const asking = session.askVerdict()
    judging[0]?.answer({ verdict: 'unsolvable', positions: 10 })
    await asking
    expect(session.proof).toBe('unsolvable')
  })
})

test('autoplay can be switched off, from the next deal on, or at once before the first move', async () => {
  const { session, storage } = given()
  await session.open()
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

describe('drawing a deal', () => {
  test.each(['easy', 'normal', 'hard'] as const)(
    'that is %s: one of the pool, and *new deal* draws another like it',
    async (tier) => {
      const { session, storage } = given(undefined, { random: Math.random })
      await session.open()
      await session.draw('freecell-2', tier)
      for (let deals = 0; deals < 20; deals++) {
        expect(pool.ratingOf(session.game.setup.deal)).toBe(tier)
        expect(session).toMatchObject({ choice: tier, proof: 'solved', unproven: false })
        expect(saved(storage)).toMatchObject({ choice: tier, log: { variant: 'freecell-2' } })
        await session.draw('freecell-2')
      }
    },
  )

  test('goes on as the last one was drawn, also after a deal by number, and on another visit', async () => {
    const { session, storage } = given()
    await session.open()
    await session.draw('freecell-4', 'hard')
    session.deal(wanted(617), 'number')
    const later = given(storage).session
    await later.open()
    expect([later.choice, later.drawing]).toEqual(['number', 'hard'])
    await later.draw('freecell-4')
    expect(pool.ratingOf(later.game.setup.deal)).toBe('hard')
  })

  test('goes on at random for whoever has drawn so before there were others', async () => {
    const { session, storage } = given()
    await session.open()
    session.deal(wanted(617), 'random')
    const later = given(storage).session
    await later.open()
    await later.draw('freecell-4')
    expect(later).toMatchObject({ choice: 'random', unproven: false, proof: undefined })
    expect(later.game.setup.deal).toBe(500_001)
  })

  test('without the pool it is drawn at random, and said to be; the difficulty is kept for the next', async () => {
    const { session, line } = given()
    await session.open()
    line.pools = false
    await session.draw('freecell-4', 'hard')
    expect(session).toMatchObject({ choice: 'random', unproven: true, drawing: 'hard' })
    expect(session.game.setup.deal).toBe(500_001)
    line.pools = true
    await session.draw('freecell-4')
    expect(session).toMatchObject({ choice: 'hard', unproven: false })
  })

  test('at random gives none that is known not to be winnable', async () => {
    // 146,692 is known, 4 and 9 are lost by the pool, of 10 nothing is known.
    const rolls = [146_691, 3, 8, 9].map((deal) => deal / 1_000_000)
    const { session } = given(undefined, { random: () => rolls.shift() ?? 0 })
    await session.draw('freecell-4', 'random')
    expect([session.choice, session.game.setup.deal]).toEqual(['random', 10])
  })

  test('does not take away what has been dealt meanwhile', async () => {
    const { session } = given()
    await session.open()
    const drawn = session.draw('freecell-4', 'hard')
    session.deal(wanted(617), 'number')
    await drawn
    expect(session.game.setup.deal).toBe(617)
  })
})

test('a page that is left no longer deals what it was still drawing', async () => {
  const { session, storage } = given()
  await session.open()
  const stop = session.run()
  const drawn = session.draw('freecell-4', 'hard')
  stop()
  const later = given(storage).session
  await later.open()
  later.game.play('6a')
  await drawn
  later.game.play('1b')
  expect(later.elsewhere).toBe(false)
  expect(saved(storage)?.log).toEqual(later.game.log())
})

describe('a link', () => {
  test('is where a first visit begins', async () => {
    const { session } = given()
    await session.open(wanted(617, 'freecell-1'))
    expect([session.choice, session.game.setup.deal, session.game.setup.variant]).toEqual(['link', 617, 'freecell-1'])
  })

  test('to a deal that cannot be won is not dealt unasked', async () => {
    const { session } = given()
    await session.open(wanted(619))
    expect(session.choice).toBe('easy')
  })

  test('waits for an answer where a game is kept', async () => {
    const { session, storage } = given()
    await session.open(wanted(617))
    const later = given(storage).session
    await later.open(wanted(618))
    expect(later.game.setup.deal).toBe(617)
  })
})

test.each([
  [619, 'unsolvable'],
  [617, 'solved'],
  [620, undefined],
  [40_000, undefined],
  [146_692, 'unsolvable'],
])('what is proven about deal %i is known: %s', async (deal, proof) => {
  const { session } = given()
  await session.open()
  session.deal(wanted(deal), 'number')
  await expect.poll(() => session.proof).toBe(proof)
})

describe('whether it can still be won', () => {
  const LOST: Judgement = { verdict: 'unsolvable', positions: 10 }
  const playing = async () => {
    const all = given()
    await all.session.open()
    all.session.deal(wanted(617), 'number')
    all.session.game.play('6a')
    return all
  }

  test('is asked of the position on the table, and costs nothing', async () => {
    const { session, judging } = await playing()
    const { points, events } = session.game
    const asked = session.askVerdict()
    expect(session.judging).toBe(true)
    expect(judging[0]?.standing.position).toBe(session.game.position)
    judging[0]?.answer(LOST)
    expect(await asked).toBe(true)
    expect(session).toMatchObject({ judging: false, judgement: LOST })
    expect([session.game.points, session.game.events]).toEqual([points, events])
  })

  test.each([
    ['a move', (session: FreeSession) => session.game.play('1b')],
    ['an undo', (session: FreeSession) => session.game.undo()],
    ['another deal', (session: FreeSession) => session.deal(wanted(618), 'number')],
    ['closing it', (session: FreeSession) => session.closeVerdict()],
  ])('%s makes the question void, and its answer go', async (_, act) => {
    const open = await playing()
    const asked = open.session.askVerdict()
    act(open.session)
    expect(await asked).toBe(true)
    expect(open.session).toMatchObject({ judging: false, judgement: null })
    expect(open.judging).toEqual([])

    const answered = await playing()
    const answer = answered.session.askVerdict()
    answered.judging[0]?.answer(LOST)
    await answer
    act(answered.session)
    expect(answered.session.judgement).toBeNull()
  })

  test('asked again at once has the second answer', async () => {
    const { session, judging } = await playing()
    const first = session.askVerdict()
    const second = session.askVerdict()
    judging[0]?.answer(LOST)
    expect(await Promise.all([first, second])).toEqual([true, true])
    expect(session).toMatchObject({ judging: false, judgement: LOST })
  })

  test('where nothing can be asked, says so', async () => {
    const { session, judging } = await playing()
    const asked = session.askVerdict()
    judging[0]?.answer(undefined)
    expect(await asked).toBe(false)
    expect(session.judging).toBe(false)
  })
})

describe('a game that a replay hands over', () => {
  const log: Log = {
    v: 1,
    ...wanted(617),
    autoplay: 'safe',
    events: [
      [4_000, '6a'],
      [9_000, '6b'],
    ],
  }

  test('goes on from there, its clock too, and is saved as a game of its own', async () => {
    const { session, storage, clock } = given()
    await session.open(log)
    const before = saved(storage)?.id
    session.takeOver(log)
    expect([session.game.moves, session.choice, session.elapsed]).toEqual([2, 'replay', 9_000])
    expect(saved(storage)).toMatchObject({ choice: 'replay', log })
    expect(saved(storage)?.id).not.toBe(before)
    clock.now = 1_000
    session.game.undo()
    expect(session.game.events.at(-1)).toEqual([10_000, 'undo'])
  })

  test('puts an end to what was under way', async () => {
    const { session } = given()
    await session.open()
    session.deal(wanted(1), 'number')
    session.game.play('1a')
    session.takeOver(log)
    session.deal(wanted(1), 'number')
    expect(session.before).toMatchObject({ won: false, moves: 1 })
  })

  test('from its start it is a deal like any other', async () => {
    const { session } = given()
    await session.open(log)
    session.takeOver(log)
    session.restart()
    expect([session.game.moves, session.choice]).toEqual([0, 'link'])
  })
})
