import type { ClientMessage, ErrorCode, ServerMessage, StageResult, StageView } from '@speedcell/shared/contracts'
import type { LogEvent } from '@speedcell/shared/engine'

/**
 * How a tab and the server come to hold the same log of a rated stage, as a pure function from a state and what happened to a
 * state and what to do. It has no clock and no line of its own, so a test can lose, double and reorder whatever it likes.
 *
 * One batch at a time is under way; what is played meanwhile gathers into the next. A batch is answered on the line that it left
 * by, or never: where an answer stays out, the line is changed, so that no answer is taken for another's. What the server says it
 * has is not doubted: the tab's log is laid upon it (see `merge`).
 */
export interface Sync {
  readonly stage: string
  /** Says that this tab plays. */
  readonly claim: string
  /** The whole log, as the player sees it. */
  readonly events: readonly LogEvent[]
  /** So many of them the server is known to have. */
  readonly acknowledged: number
  /** The batch whose answer is awaited; one of no events asks whether the server has what this tab thinks it has. */
  readonly batch: { readonly from: number; readonly count: number } | null
  /** The server could not take the batch for the moment: it waits. */
  readonly paused: boolean
  /** Whether the server may have more than is known here, or another tab the stage. */
  readonly unsure: boolean
  /** `wanted`: as soon as the server has the whole log; `asked`: its answer is awaited, and no batch leaves until then. */
  readonly hint: 'none' | 'wanted' | 'asked'
  readonly connected: boolean
  readonly phase: Phase
  readonly result: StageResult | null
}

/**
 * `playing`; `taken`: another tab or device plays on; `closed`: the deadline has come, the result is not known yet; `over`: it is;
 * `signed-out`: the server does not know this browser's player any more.
 */
export type Phase = 'playing' | 'taken' | 'closed' | 'over' | 'signed-out'

/** What can happen to a stage. Messages of other stages must not come here. */
export type Happening =
  | { readonly type: 'played'; readonly event: LogEvent }
  | { readonly type: 'connected' }
  | { readonly type: 'disconnected' }
  /** A pause is over. */
  | { readonly type: 'resumed' }
  /** The server has answered a reveal or a claim: the stage is this tab's. */
  | { readonly type: 'claimed'; readonly view: StageView }
  /** The server has answered what it has of the stage. */
  | { readonly type: 'looked-up'; readonly view: StageView }
  | { readonly type: 'hint-wanted' }
  | { readonly type: 'hinted'; readonly event: LogEvent; readonly length: number }
  /** No hint, or no answer; the server may have put one on record all the same. */
  | { readonly type: 'hint-failed' }
  | { readonly type: 'deadline' }
  | Extract<ServerMessage, { readonly stage: string }>

/** What is to be done about it. */
export type Effect =
  | { readonly type: 'send'; readonly message: ClientMessage }
  | { readonly type: 'ask-hint'; readonly length: number }
  /** Wait a little, then `resumed`. */
  | { readonly type: 'pause' }
  /** Ask what the server has of the stage: more events than is known here, or a result. */
  | { readonly type: 'look-up' }
  | { readonly type: 'tell'; readonly notice: Notice }

/** What the player has to be told. */
export type Notice =
  /** The server has another log than this tab: so many of this tab's events are gone. */
  | { readonly type: 'taken-over'; readonly dropped: number }
  /** The server does not take an event, at this index of the log; it and what followed are gone. */
  | { readonly type: 'refused'; readonly code: ErrorCode; readonly index: number }

export interface Step {
  readonly state: Sync
  readonly effects: readonly Effect[]
}

/** The state in which a tab begins that plays a stage: what the server has, and what the device has beyond it. */
export function startSync(
  view: Pick<StageView, 'id' | 'events' | 'result'>,
  claim: string,
  device: readonly LogEvent[] = [],
): Sync {
  return {
    stage: view.id,
    claim,
    ...laid(view, device),
    batch: null,
    paused: false,
    unsure: false,
    hint: 'none',
    connected: false,
    phase: view.result === null ? 'playing' : 'over',
    result: view.result,
  }
}

/** How many events the server is not known to have. */
export const pending = (state: Sync): number => state.events.length - state.acknowledged

/** What becomes of a state by what happened. */
export function step(state: Sync, happening: Happening): Step {
  if (state.phase === 'over') {
    const connected = happening.type === 'connected' || (state.connected && happening.type !== 'disconnected')
    return { state: { ...state, connected }, effects: [] }
  }
  switch (happening.type) {
    case 'played':
      return state.phase === 'playing' ? send({ ...state, events: [...state.events, happening.event] }) : { state, effects: [] }
    case 'connected':
      return join({ ...offLine(state), connected: true })
    case 'disconnected':
      return { state: { ...offLine(state), hint: state.hint === 'wanted' ? 'none' : state.hint }, effects: [] }
    case 'resumed':
      return state.paused ? send({ ...state, paused: false, batch: null }) : { state, effects: [] }
    case 'claimed':
      return claimed(state, happening.view)
    case 'looked-up':
      return lookedUp(state, happening.view)
    case 'hint-wanted':
      return send(state.hint === 'none' && state.connected ? { ...state, hint: 'wanted' } : state)
    case 'hinted':
      return hinted(state, happening.event, happening.length)
    case 'hint-failed':
      return send({ ...state, hint: 'none', unsure: true })
    case 'deadline':
      return state.phase === 'closed' ? { state, effects: [] } : close(state)
    case 'accepted':
      return happening.result === null ? accepted(state, happening.length) : end(state, happening.result)
    case 'refused':
      return refused(state, happening)
    case 'taken':
      // It may be this tab's own claim that took the stage from its last one. Asking is safer than believing.
      return send({ ...state, unsure: true })
    case 'ended':
      return end(state, happening.result)
  }
}

/** Sends what is due: the events that the server lacks, a question if it may have more, else the wish for a hint. */
function send(state: Sync, effects: readonly Effect[] = []): Step {
  const { stage, claim, acknowledged: from, events } = state
  if (state.phase !== 'playing' || !state.connected || state.batch !== null || state.hint === 'asked') return { state, effects }
  if (pending(state) > 0 || state.unsure) {
    const message: ClientMessage = { type: 'events', stage, claim, from, events: events.slice(from).map(([t, e]) => [t, e]) }
    const batch = { from, count: message.events.length }
    return { state: { ...state, batch, unsure: false }, effects: [...effects, { type: 'send', message }] }
  }
  if (state.hint !== 'wanted') return { state, effects }
  return { state: { ...state, hint: 'asked' }, effects: [...effects, { type: 'ask-hint', length: from }] }
}

/** A line or a claim is new: says who is there, and makes sure of what the server has. */
function join(state: Sync): Step {
  const { stage, claim, phase } = state
  if (!state.connected || (phase !== 'playing' && phase !== 'taken')) return { state, effects: [] }
  const attend: Effect = { type: 'send', message: { type: 'attend', stage, claim } }
  return send({ ...state, unsure: true }, [attend])
}

/** Without a line no answer will come. */
const offLine = (state: Sync): Sync => ({ ...state, connected: false, batch: null, paused: false })

function claimed(state: Sync, view: StageView): Step {
  const { dropped } = merge(view.events, state.events)
  const next: Sync = { ...state, ...laid(view, state.events), claim: view.claim ?? state.claim, hint: 'none', phase: 'playing' }
  if (view.result !== null) return end(next, view.result)
  const joined = join(next)
  return { state: joined.state, effects: [...told(dropped), ...joined.effects] }
}

function lookedUp(state: Sync, view: StageView): Step {
  if (view.result !== null) return end({ ...state, ...laid(view, state.events) }, view.result)
  // A batch that is under way will be answered by what the server has then.
  if (state.batch !== null || view.events.length <= state.acknowledged) return send(state)
  return adopt(state, view.events)
}

function accepted(state: Sync, length: number): Step {
  const { batch } = state
  if (batch !== null && length === batch.from + batch.count) return send({ ...state, acknowledged: length, batch: null })
  // The server has more than this tab has sent.
  return { state: { ...state, batch: null }, effects: [{ type: 'look-up' }] }
}

function refused(state: Sync, { code, index, events, elapsed }: Extract<ServerMessage, { readonly type: 'refused' }>): Step {
  switch (code) {
    case 'log-conflict':
      return events !== null && events.length > state.acknowledged ? adopt(state, events) : pause(state)
    case 'played-elsewhere':
      return { state: { ...state, batch: null, hint: 'none', phase: 'taken' }, effects: [] }
    case 'stage-over':
      return { state: { ...state, batch: null }, effects: [{ type: 'look-up' }] }
    case 'stage-closed':
      return close(state)
    case 'not-signed-in':
    case 'not-your-stage':
      return { state: { ...state, batch: null, hint: 'none', phase: 'signed-out' }, effects: [] }
    case 'time-ahead':
      return elapsed === null ? cut(state, code, index) : setBack(state, elapsed, index)
    case 'time-falls':
    case 'undo-limit':
    case 'nothing-to-undo':
    case 'cannot-finish':
    case 'illegal-move':
    case 'after-end':
    case 'not-a-log':
      return cut(state, code, index)
    default:
      return pause(state)
  }
}

/** The server could not take the batch, for no reason that this tab can mend: it is sent again a little later. */
const pause = (state: Sync): Step => ({ state: { ...state, paused: true }, effects: [{ type: 'pause' }] })

/** The server has these events, more than it was known to have. */
function adopt(state: Sync, theirs: readonly LogEvent[]): Step {
  const { events, dropped } = merge(theirs, state.events)
  return send({ ...state, events, acknowledged: theirs.length, batch: null, unsure: false }, told(dropped))
}

/** This tab's clock was ahead of the server's: no event is lost for it, but none is later than now. */
function setBack(state: Sync, elapsed: number, index: number | null): Step {
  const { acknowledged, events } = state
  const known = events.slice(0, acknowledged)
  const now = Math.max(elapsed, known.at(-1)?.[0] ?? 0)
  if (events.every(([t]) => t <= now)) return cut(state, 'time-ahead', index)
  const rest = events.slice(acknowledged).map(([t, e]): LogEvent => [Math.min(t, now), e])
  return send({ ...state, events: [...known, ...rest], batch: null })
}

/** The server refuses the event at an index: it and what followed it are taken back. */
function cut(state: Sync, code: ErrorCode, index: number | null): Step {
  const at = index ?? state.acknowledged
  if (at < state.acknowledged || at >= state.events.length) return pause(state)
  const events = state.events.slice(0, at)
  return send({ ...state, events, batch: null }, [{ type: 'tell', notice: { type: 'refused', code, index: at } }])
}

function hinted(state: Sync, event: LogEvent, length: number): Step {
  const { acknowledged, events } = state
  const asked: Sync = { ...state, hint: 'none' }
  if (length !== acknowledged + 1) return send({ ...asked, unsure: true })
  const rest = notBefore(event[0], events.slice(acknowledged))
  return send({ ...asked, events: [...events.slice(0, acknowledged), event, ...rest], acknowledged: length })
}

const close = (state: Sync): Step => ({
  state: { ...state, batch: null, hint: 'none', phase: 'closed' },
  effects: [{ type: 'look-up' }],
})

const end = (state: Sync, result: StageResult): Step => ({
  state: { ...state, batch: null, hint: 'none', phase: 'over', result },
  effects: [],
})

const told = (dropped: number): readonly Effect[] =>
  dropped === 0 ? [] : [{ type: 'tell', notice: { type: 'taken-over', dropped } }]

/**
 * Lays a tab's log upon what the server has. The server's events stand, with its times. Hints among them that the tab does not
 * know change nothing on the table, so the tab's further events follow upon them, at the earliest at the same time. Where the two
 * have played differently, the tab's events are dropped; `dropped` counts those.
 */
export function merge(
  theirs: readonly LogEvent[],
  ours: readonly LogEvent[],
): { readonly events: readonly LogEvent[]; readonly dropped: number } {
  let known = 0
  for (const [, e] of theirs) {
    if (ours[known]?.[1] === e) known++
    else if (e !== 'hint') return { events: theirs, dropped: ours.length - known }
  }
  const last = theirs.at(-1)?.[0] ?? 0
  return { events: [...theirs, ...notBefore(last, ours.slice(known))], dropped: 0 }
}

const laid = ({ events }: Pick<StageView, 'events'>, ours: readonly LogEvent[]): Pick<Sync, 'events' | 'acknowledged'> => ({
  events: merge(events, ours).events,
  acknowledged: events.length,
})

const notBefore = (earliest: number, events: readonly LogEvent[]): readonly LogEvent[] =>
  events.map(([t, e]) => [Math.max(t, earliest), e])
