import type { ClientMessage, ServerMessage, StageResult, StageView } from '@speedcell/shared/contracts'
import type { LogEvent } from '@speedcell/shared/engine'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Effect, type Happening, merge, type Notice, pending, type Sync, startSync, step } from './sync.ts'

const STAGE = '0190f5a0-0000-7000-8000-000000000001'
const CLAIM = 'claim-of-this-tab-'

const RESULT: StageResult = {
  stage: STAGE,
  outcome: 'won',
  won: true,
  home: 52,
  moves: 90,
  undos: 0,
  hints: 0,
  points: 930,
  secondsLeft: 0,
  score: 930,
  timeMs: 9,
  endedAt: '2026-11-30T12:00:00.000Z',
  listed: true,
  coins: 250,
  streak: 1,
  badges: [],
  late: false,
}

const view = (events: readonly LogEvent[], change: Partial<StageView> = {}): StageView => ({
  id: STAGE,
  run: '0190f5a0-0000-7000-8000-000000000002',
  kind: 'daily',
  day: '2026-11-30',
  attempt: 1,
  number: 1,
  deal: 617,
  variant: 'freecell-4',
  autoplay: 'safe',
  undoLimit: null,
  elapsed: 0,
  closesAfter: 1_000_000,
  events: events.map(([t, e]) => [t, e]),
  claim: CLAIM,
  result: null,
  ...change,
})

const log = (...texts: string[]): LogEvent[] => texts.map((e, index) => [100 * (index + 1), e])
const texts = (events: readonly LogEvent[]) => events.map(([, e]) => e)

/** A tab that has gone through all this; what it sent and said last. */
function given(state: Sync, ...happenings: Happening[]): { state: Sync; effects: readonly Effect[] } {
  let effects: readonly Effect[] = []
  for (const happening of happenings) {
    const next = step(state, happening)
    state = next.state
    effects = next.effects
  }
  return { state, effects }
}

const playing = (...events: string[]) =>
  given(startSync(view(log(...events)), CLAIM), { type: 'connected' }, accepted(events.length)).state
const played = (t: number, e: string): Happening => ({ type: 'played', event: [t, e] })
const accepted = (length: number, result: StageResult | null = null): Happening => ({
  type: 'accepted',
  stage: STAGE,
  length,
  elapsed: 0,
  result,
})
const refused = (change: Partial<Extract<ServerMessage, { type: 'refused' }>>): Happening => ({
  type: 'refused',
  stage: STAGE,
  code: 'illegal-move',
  index: null,
  length: null,
  events: null,
  elapsed: null,
  ...change,
})
const batchOf = (effects: readonly Effect[]) =>
  effects.flatMap((effect) => (effect.type === 'send' && effect.message.type === 'events' ? [effect.message] : []))[0]
const noticeOf = (effects: readonly Effect[]) => effects.flatMap((effect) => (effect.type === 'tell' ? [effect.notice] : []))[0]

describe('laying a log upon the server’s', () => {
  test.each<[what: string, theirs: LogEvent[], ours: LogEvent[], events: LogEvent[], dropped: number]>([
    ['the server has all', log('26', '3a'), log('26', '3a'), log('26', '3a'), 0],
    ['the tab has more', log('26'), log('26', '3a'), log('26', '3a'), 0],
    ['the server has more', log('26', '3a'), log('26'), log('26', '3a'), 0],
    ['another tab has played differently', log('26', '4b'), log('26', '3a', '15'), log('26', '4b'), 2],
    ['a hint whose answer was lost', log('26', 'hint'), log('26', '3a'), [...log('26', 'hint'), [200, '3a']], 0],
    [
      'a hint that is later than what was played since',
      [
        [100, '26'],
        [900, 'hint'],
      ],
      log('26', '3a', '15'),
      [
        [100, '26'],
        [900, 'hint'],
        [900, '3a'],
        [900, '15'],
      ],
      0,
    ],
    ['a hint that both know', log('26', 'hint', '3a'), log('26', 'hint', '3a', '15'), log('26', 'hint', '3a', '15'), 0],
    ['the same moves, the server’s times', [[90, '26']], log('26', '3a'), [[90, '26'], log('26', '3a')[1] as LogEvent], 0],
  ])('%s', (_what, theirs, ours, events, dropped) => {
    expect(merge(theirs, ours)).toEqual({ events, dropped })
  })
})

test('an event leaves when it is made; what is made while its answer is awaited leaves as one batch', () => {
  const first = step(playing(), played(10, '26'))
  expect(batchOf(first.effects)).toEqual({ type: 'events', stage: STAGE, claim: CLAIM, from: 0, events: [[10, '26']] })
  const more = given(first.state, played(20, '3a'), played(30, '15'))
  expect(more.effects).toEqual([])
  const next = step(more.state, accepted(1))
  expect(batchOf(next.effects)).toMatchObject({
    from: 1,
    events: [
      [20, '3a'],
      [30, '15'],
    ],
  })
  expect(pending(step(next.state, accepted(3)).state)).toBe(0)
})

test('a new line attends the stage, and sends from what is acknowledged on', () => {
  const offline = given(playing('26'), played(200, '3a'), { type: 'disconnected' }, played(300, '15')).state
  const { effects } = step(offline, { type: 'connected' })
  expect(effects[0]).toEqual({ type: 'send', message: { type: 'attend', stage: STAGE, claim: CLAIM } })
  expect(batchOf(effects)).toMatchObject({
    from: 1,
    events: [
      [200, '3a'],
      [300, '15'],
    ],
  })
})

test('without anything to send a new line asks whether the server has the same', () => {
  expect(batchOf(given(startSync(view(log('26')), CLAIM), { type: 'connected' }).effects)).toMatchObject({
    from: 1,
    events: [],
  })
})

test('what the device has beyond the server is sent after a reload', () => {
  const state = startSync(view(log('26')), CLAIM, log('26', '3a'))
  expect(batchOf(step(state, { type: 'connected' }).effects)).toMatchObject({ from: 1, events: [[200, '3a']] })
})

test('a conflict with a batch that had arrived after all is an acknowledgement', () => {
  const again = given(playing(), played(10, '26'), { type: 'disconnected' }, { type: 'connected' })
  expect(batchOf(again.effects)).toMatchObject({ from: 0, events: [[10, '26']] })
  const answered = step(again.state, refused({ code: 'log-conflict', length: 1, events: [[10, '26']] }))
  expect(answered.state).toMatchObject({ events: [[10, '26']], acknowledged: 1, batch: null })
  expect(answered.effects).toEqual([])
})

test('an acknowledgement of more than was sent has the stage looked up', () => {
  const asked = given(playing(), played(10, '26'), accepted(2))
  expect(asked.effects).toEqual([{ type: 'look-up' }])
  const known = step(asked.state, { type: 'looked-up', view: view([...log('26'), [150, 'hint']]) })
  expect(known.state).toMatchObject({ events: [...log('26'), [150, 'hint']], acknowledged: 2 })
  expect(step(asked.state, { type: 'looked-up', view: view(log('26'), { result: RESULT }) }).state).toMatchObject({
    phase: 'over',
    result: RESULT,
  })
})

test('a look-up that a batch has overtaken changes nothing', () => {
  const underWay = given(playing(), played(10, '26'), accepted(2), played(20, '3a')).state
  const old = step(underWay, {
    type: 'looked-up',
    view: view([
      [10, '26'],
      [15, 'hint'],
    ]),
  })
  expect(old).toEqual({ state: underWay, effects: [] })
  const known = playing('26', '3a')
  expect(step(known, { type: 'looked-up', view: view(log('26')) })).toEqual({ state: known, effects: [] })
})

test('what another device has played is taken over, and said', () => {
  const { state, effects } = given(playing(), played(10, '26'), refused({ code: 'log-conflict', length: 1, events: [[5, '3a']] }))
  expect(state).toMatchObject({ events: [[5, '3a']], acknowledged: 1 })
  expect(noticeOf(effects)).toEqual({ type: 'taken-over', dropped: 1 })
})

test('a refused event is taken back with what followed it; what came before it is sent again', () => {
  const { state, effects } = given(
    playing('26'),
    played(200, '3a'),
    played(300, '99'),
    accepted(2),
    played(400, '15'),
    refused({ index: 2, length: 2 }),
  )
  expect(texts(state.events)).toEqual(['26', '3a'])
  expect(noticeOf(effects)).toEqual({ type: 'refused', code: 'illegal-move', index: 2 })
})

test('a clock that ran ahead is set back without losing a move', () => {
  const { state, effects } = given(playing('26'), played(5_000, '3a'), refused({ code: 'time-ahead', index: 1, elapsed: 2_500 }))
  expect(state.events).toEqual([
    [100, '26'],
    [2_500, '3a'],
  ])
  expect(batchOf(effects)).toMatchObject({ from: 1, events: [[2_500, '3a']] })
  expect(noticeOf(effects)).toBeUndefined()
})

describe('a hint', () => {
  test('is asked for once the server has the whole log, and no batch leaves until it is answered', () => {
    const wanted = given(playing(), played(10, '26'), { type: 'hint-wanted' })
    expect(wanted.effects).toEqual([])
    const asked = step(wanted.state, accepted(1))
    expect(asked.effects).toEqual([{ type: 'ask-hint', length: 1 }])
    const meanwhile = step(asked.state, played(20, '3a'))
    expect(meanwhile.effects).toEqual([])
    const answered = step(meanwhile.state, { type: 'hinted', event: [25, 'hint'], length: 2 })
    expect(answered.state.events).toEqual([
      [10, '26'],
      [25, 'hint'],
      [25, '3a'],
    ])
    expect(batchOf(answered.effects)).toMatchObject({ from: 2, events: [[25, '3a']] })
  })

  test('that failed may be on record: the server is asked', () => {
    const { state, effects } = given(playing('26'), { type: 'hint-wanted' }, { type: 'hint-failed' })
    expect(batchOf(effects)).toMatchObject({ from: 1, events: [] })
    const known = step(state, refused({ code: 'log-conflict', length: 2, events: view([...log('26'), [150, 'hint']]).events }))
    expect(texts(known.state.events)).toEqual(['26', 'hint'])
    expect(known.effects).toEqual([])
  })

  test('that does not follow on what is known here has the server asked', () => {
    const { state, effects } = given(playing('26'), { type: 'hint-wanted' }, { type: 'hinted', event: [900, 'hint'], length: 4 })
    expect(texts(state.events)).toEqual(['26'])
    expect(batchOf(effects)).toMatchObject({ from: 1, events: [] })
  })

  test('is not wanted any more when the line is lost, nor without one', () => {
    expect(given(playing('26'), played(200, '3a'), { type: 'hint-wanted' }, { type: 'disconnected' }).state.hint).toBe('none')
    expect(given(playing('26'), { type: 'disconnected' }, { type: 'hint-wanted' }).state.hint).toBe('none')
  })
})

describe('another tab', () => {
  test('is believed once the server refuses this one; nothing is sent from then on', () => {
    const told = step(playing('26'), { type: 'taken', stage: STAGE })
    expect(batchOf(told.effects)).toMatchObject({ from: 1, events: [] })
    const gone = given(told.state, refused({ code: 'played-elsewhere' }), { type: 'connected' })
    expect(gone.state.phase).toBe('taken')
    expect(batchOf(gone.effects)).toBeUndefined()
  })

  test('that was this one with its claim before changes nothing', () => {
    expect(given(playing('26'), { type: 'taken', stage: STAGE }, accepted(1)).state.phase).toBe('playing')
  })

  test('gives the stage back to a new claim, with what it has played', () => {
    const gone = given(playing('26'), played(200, '3a'), refused({ code: 'played-elsewhere' })).state
    const back = step(gone, { type: 'claimed', view: view(log('26', '4b'), { claim: 'another-claim-of-it' }) })
    expect(back.state).toMatchObject({ phase: 'playing', claim: 'another-claim-of-it', acknowledged: 2 })
    expect(noticeOf(back.effects)).toEqual({ type: 'taken-over', dropped: 1 })
  })
})

describe('the end', () => {
  test('comes with the acknowledgement of the winning batch', () => {
    const { state } = given(playing('26'), played(200, 'finish'), accepted(2, RESULT))
    expect(state).toMatchObject({ phase: 'over', result: RESULT })
  })

  test('comes from elsewhere too, and nothing is sent after it', () => {
    const { state, effects } = given(
      playing('26'),
      { type: 'ended', stage: STAGE, result: { ...RESULT, outcome: 'superseded' } },
      played(300, '3a'),
      { type: 'resumed' },
      { type: 'connected' },
    )
    expect(state.phase).toBe('over')
    expect(effects).toEqual([])
  })

  test.each<[string, Happening]>([
    ['at the deadline', { type: 'deadline' }],
    ['when the server says that it is closed', refused({ code: 'stage-closed' })],
  ])('%s the result is looked up, and nothing is sent', (_what, happening) => {
    const { state, effects } = given(playing('26'), played(200, '3a'), happening)
    expect(state.phase).toBe('closed')
    expect(effects).toEqual([{ type: 'look-up' }])
    expect(given(state, { type: 'connected' }).effects).toEqual([])
  })

  test('is looked up where a batch meets it', () => {
    expect(given(playing('26'), played(200, '3a'), refused({ code: 'stage-over' })).effects).toEqual([{ type: 'look-up' }])
  })

  test('a player who is signed out plays no more', () => {
    expect(given(playing('26'), played(200, '3a'), refused({ code: 'not-signed-in' })).state.phase).toBe('signed-out')
  })
})

test('what the server cannot take for the moment is sent again after a pause', () => {
  const busy = given(playing('26'), played(200, '3a'), refused({ code: 'busy' }))
  expect(busy.effects).toEqual([{ type: 'pause' }])
  expect(step(busy.state, played(300, '15')).effects).toEqual([])
  expect(batchOf(given(busy.state, played(300, '15'), { type: 'resumed' }).effects)).toMatchObject({
    from: 1,
    events: [
      [200, '3a'],
      [300, '15'],
    ],
  })
  const underWay = given(playing('26'), played(200, '3a')).state
  expect(step(underWay, { type: 'resumed' })).toEqual({ state: underWay, effects: [] })
})

/** What goes up and down between the tab and the server, in order, until it is cut; then what was going up may still arrive. */
interface Line {
  readonly up: ClientMessage[]
  readonly down: ServerMessage[]
}

/** A server as the rules want it, and bad lines to it. */
class World {
  readonly server: LogEvent[] = []
  serverClaim = CLAIM
  state: Sync = startSync(view([]), CLAIM)
  line: Line = { up: [], down: [] }
  readonly cutLines: Line[] = []
  hintAsked: number | null = null
  lookUp = false
  readonly played: string[] = []
  readonly notices: Notice[] = []
  now = 0
  claims = 0
  /** Whether the server acknowledges again what it has already, or answers with what it has. */
  readonly lenient: boolean

  constructor(lenient: boolean) {
    this.lenient = lenient
    this.happen({ type: 'connected' })
  }

  happen(happening: Happening): void {
    const { state, effects } = step(this.state, happening)
    this.state = state
    for (const effect of effects) {
      if (effect.type === 'send') this.line.up.push(effect.message)
      if (effect.type === 'ask-hint') this.hintAsked = effect.length
      if (effect.type === 'look-up') this.lookUp = true
      if (effect.type === 'tell') this.notices.push(effect.notice)
    }
  }

  connect(): void {
    if (!this.state.connected) this.happen({ type: 'connected' })
  }
  disconnect(): void {
    this.cutLines.push(this.line)
    this.line = { up: [], down: [] }
    this.happen({ type: 'disconnected' })
  }

  play(): void {
    if (this.state.phase !== 'playing') return
    this.now += 7
    const text = `m${this.played.length}`
    this.played.push(text)
    const t = Math.max(this.now, this.state.events.at(-1)?.[0] ?? 0)
    this.happen({ type: 'played', event: [t, text] })
  }

  /** The server gets the next message of a line; it may answer that it is busy, or not at all. */
  receive(line: Line | undefined, mood: 'well' | 'busy' | 'silent' = 'well'): void {
    const message = line?.up.shift()
    if (message?.type !== 'events') return
    const answer = mood === 'busy' ? this.refusal({ code: 'busy' }) : this.judge(message)
    if (mood !== 'silent') line?.down.push(answer)
  }

  judge({ from, events, claim }: Extract<ClientMessage, { type: 'events' }>): ServerMessage {
    if (claim !== this.serverClaim) return this.refusal({ code: 'played-elsewhere' })
    const there = JSON.stringify(this.server.slice(from, from + events.length))
    const repeats = from + events.length <= this.server.length && there === JSON.stringify(events)
    if (!(this.lenient && repeats)) {
      if (from !== this.server.length) {
        return this.refusal({ code: 'log-conflict', length: this.server.length, events: this.copy() })
      }
      for (const event of events) {
        expect(event[0], 'times never fall').toBeGreaterThanOrEqual(this.server.at(-1)?.[0] ?? 0)
        this.server.push(event)
      }
    }
    return { type: 'accepted', stage: STAGE, length: this.server.length, elapsed: this.now, result: null }
  }

  refusal(change: Partial<Extract<ServerMessage, { type: 'refused' }>>): ServerMessage {
    const nothing = { index: null, length: null, events: null, elapsed: this.now }
    return { type: 'refused', stage: STAGE, code: 'busy', ...nothing, ...change }
  }

  /** The tab gets the next message of its line. */
  answer(): void {
    const message = this.line.down.shift()
    if (message !== undefined && 'stage' in message) this.happen(message)
  }

  /** The tab has asked for the stage; the answer may be older than what comes over the line. */
  show(age: number): void {
    if (!this.lookUp) return
    this.lookUp = false
    const events = this.copy().slice(0, this.server.length - age)
    this.happen({ type: 'looked-up', view: view(events, { claim: null }) })
  }

  /** The request for a hint arrives or not, and so does its answer. */
  hint(arrives: boolean, answered: boolean): void {
    const length = this.hintAsked
    if (length === null) return
    this.hintAsked = null
    const given = arrives && length === this.server.length && this.state.claim === this.serverClaim
    const event: LogEvent = [Math.max(this.now + 3, this.server.at(-1)?.[0] ?? 0), 'hint']
    if (given) this.server.push(event)
    this.happen(given && answered ? { type: 'hinted', event, length: this.server.length } : { type: 'hint-failed' })
  }

  /** Another device takes the stage and plays a move there; or this tab takes it back. */
  takeElsewhere(): void {
    this.serverClaim = `elsewhere-${++this.claims}`
    this.server.push([Math.max(this.now, this.server.at(-1)?.[0] ?? 0), `elsewhere${this.claims}`])
    this.tellTaken()
  }
  tellTaken(): void {
    if (this.state.connected) this.line.down.push({ type: 'taken', stage: STAGE })
  }
  takeBack(): void {
    this.serverClaim = `here-${++this.claims}-----------`
    this.happen({ type: 'claimed', view: view(this.copy(), { claim: this.serverClaim }) })
  }

  /** From now on the line is good, and one that stays silent is changed. */
  settle(): void {
    this.connect()
    for (let round = 0; round < 20; round++) {
      for (let n = 0; n < 50; n++) {
        this.receive(this.line)
        this.answer()
      }
      this.hint(true, true)
      this.show(0)
      if (this.state.phase === 'taken') this.takeBack()
      else if (this.state.paused) this.happen({ type: 'resumed' })
      else if (this.state.batch !== null && this.line.up.length + this.line.down.length === 0) {
        this.disconnect()
        this.connect()
      }
    }
  }

  copy = (): [number, string][] => this.server.map(([t, e]) => [t, e])
}

/** Something that goes on between a tab and the server, well or badly. It prints as its name. */
class Trouble {
  readonly name: string
  readonly suffer: (world: World) => void
  constructor(name: string, suffer: (world: World) => void) {
    this.name = name
    this.suffer = suffer
  }
  [fc.toStringMethod] = () => this.name
}
const any = (name: string, suffer: (world: World, at: number, yes: boolean, too: boolean) => void) =>
  fc
    .tuple(fc.nat({ max: 4 }), fc.boolean(), fc.boolean())
    .map(([at, yes, too]) => new Trouble(`${name} ${at} ${yes} ${too}`, (world) => suffer(world, at, yes, too)))

const troubles = fc.array(
  fc.oneof(
    { weight: 8, arbitrary: any('play', (world) => world.play()) },
    { weight: 8, arbitrary: any('receive', (world) => world.receive(world.line)) },
    { weight: 8, arbitrary: any('answer', (world) => world.answer()) },
    { weight: 1, arbitrary: any('be silent', (world) => world.receive(world.line, 'silent')) },
    { weight: 1, arbitrary: any('be busy', (world) => world.receive(world.line, 'busy')) },
    { weight: 2, arbitrary: any('resume', (world) => world.happen({ type: 'resumed' })) },
    { weight: 2, arbitrary: any('lose the line', (world) => world.disconnect()) },
    { weight: 4, arbitrary: any('find a line', (world) => world.connect()) },
    { weight: 2, arbitrary: any('receive from a cut line', (world, at) => world.receive(world.cutLines.at(-1 - at))) },
    { weight: 2, arbitrary: any('want a hint', (world) => world.happen({ type: 'hint-wanted' })) },
    { weight: 3, arbitrary: any('hint', (world, _, arrives, answered) => world.hint(arrives, answered)) },
    { weight: 3, arbitrary: any('look up', (world, at) => world.show(at)) },
    { weight: 1, arbitrary: any('taken by oneself', (world) => world.tellTaken()) },
  ),
  { minLength: 10, maxLength: 80, size: 'max' },
)

describe('whatever the line does', () => {
  test('no event is lost, none comes twice, the order stays, and both sides end with the same log', () => {
    fc.assert(
      fc.property(fc.boolean(), troubles, (lenient, list) => {
        const world = new World(lenient)
        for (const trouble of list) trouble.suffer(world)
        world.settle()
        expect(texts(world.server).filter((e) => e !== 'hint')).toEqual(world.played)
        expect(world.state.events).toEqual(world.server)
        expect(pending(world.state)).toBe(0)
        expect(world.notices).toEqual([])
      }),
      { numRuns: 1_000 },
    )
  })

  test('the server’s log is only ever added to, and the tab never doubts what is acknowledged', () => {
    fc.assert(
      fc.property(fc.boolean(), troubles, (lenient, list) => {
        const world = new World(lenient)
        for (const trouble of list) {
          const before = world.copy()
          const known = world.state.acknowledged
          trouble.suffer(world)
          expect(world.server.slice(0, before.length)).toEqual(before)
          const { acknowledged, events } = world.state
          expect(acknowledged).toBeGreaterThanOrEqual(known)
          expect(texts(events.slice(0, acknowledged))).toEqual(texts(world.server.slice(0, acknowledged)))
        }
      }),
      { numRuns: 500 },
    )
  })

  test('with other devices in between, both sides end with the same log, and each lost event was told', () => {
    fc.assert(
      fc.property(fc.boolean(), fc.array(fc.tuple(troubles, fc.boolean()), { maxLength: 3 }), (lenient, parts) => {
        const world = new World(lenient)
        for (const [list, back] of parts) {
          for (const trouble of list) trouble.suffer(world)
          world.takeElsewhere()
          if (back && world.state.phase === 'taken') world.takeBack()
        }
        world.settle()
        expect(world.state.events).toEqual(world.server)
        const kept = texts(world.server).filter((e) => e.startsWith('m'))
        expect(new Set(kept).size).toBe(kept.length)
        const dropped = world.notices.reduce((sum, notice) => sum + (notice.type === 'taken-over' ? notice.dropped : 0), 0)
        expect(kept.length + dropped).toBeGreaterThanOrEqual(world.played.length)
      }),
      { numRuns: 1_000 },
    )
  })
})
