import {
  type Card,
  cardsHome,
  type Game,
  type LogEvent,
  type Move,
  type Position,
  parseMove,
  playEvent,
  type Setup,
  startGame,
  VARIANTS,
} from '@speedcell/shared/engine'

/** What made a position: the deal, a move, or what else a log tells. */
type FrameKind = 'deal' | 'move' | 'undo' | 'hint' | 'finish'

/** A game after one event of its log; the first frame is the deal. */
export interface Frame {
  readonly kind: FrameKind
  /** The event's text; empty for the deal. */
  readonly text: string
  /** Milliseconds since the reveal. */
  readonly t: number
  /** Milliseconds since the event before. */
  readonly thought: number
  readonly game: Game
  /** Of a move: what it was, and the cards that it moved, the lowest in its column first. */
  readonly move: Move | undefined
  readonly cards: readonly Card[]
  /** How many cards flew home by themselves. */
  readonly flown: number
  /** How many cards are home. */
  readonly home: number
  /** Of a move: whether it was taken back later. */
  readonly undone: boolean
}

/** A frame for the deal and one for each event. Throws a RangeError if the events cannot be played. */
export function framesOf(setup: Setup, events: readonly LogEvent[]): readonly Frame[] {
  const dealt = startGame(setup)
  const home = cardsHome(dealt.position)
  const first = { kind: 'deal', text: '', t: 0, thought: 0, game: dealt, move: undefined, cards: [] } as const
  const frames: Frame[] = [{ ...first, flown: home, home, undone: false }]
  /** Which frames hold the moves that stand, the last one last. */
  const standing: number[] = []
  let before = dealt
  for (const [t, text] of events) {
    const next = playEvent(before, [t, text])
    if (!next.ok) throw new RangeError(`event ${before.events}: ${next.error}`)
    const frame = frameOf(before, next.value, text)
    if (frame.kind === 'move') standing.push(frames.length)
    if (frame.kind === 'undo') {
      const index = standing.pop()
      const taken = index === undefined ? undefined : frames[index]
      if (index !== undefined && taken) frames[index] = { ...taken, undone: true }
    }
    frames.push(frame)
    before = next.value
  }
  return frames
}

/** The moves that stand at a frame, as a log of their own: what was taken back, and every hint, is left out. */
export function standingEvents(frames: readonly Frame[], index: number): LogEvent[] {
  const events: LogEvent[] = []
  for (const { kind, t, text } of frames.slice(1, index + 1)) {
    if (kind === 'undo') events.pop()
    else if (kind !== 'hint') events.push([t, text])
  }
  return events
}

function frameOf(before: Game, game: Game, text: string): Frame {
  const home = cardsHome(game.position)
  const gained = home - cardsHome(before.position)
  const common = { text, t: game.lastT, thought: game.lastT - before.lastT, game, home, undone: false }
  const still = { ...common, move: undefined, cards: [], flown: 0 }
  switch (text) {
    case 'undo':
    case 'hint':
      return { ...still, kind: text }
    case 'finish':
      return { ...still, kind: text, flown: gained }
    default: {
      const parsed = parseMove(before.position, VARIANTS[game.setup.variant], text)
      if (!parsed.ok) throw new RangeError(`${text}: ${parsed.error}`)
      const move = parsed.value
      const flown = gained - (move.to.kind === 'foundation' ? 1 : 0)
      return { ...common, kind: 'move', move, cards: cardsOf(before.position, move), flown }
    }
  }
}

function cardsOf({ columns, cells }: Position, { from, count }: Move): readonly Card[] {
  if (from.kind === 'column') return columns[from.index]?.slice(-count) ?? []
  const card = from.kind === 'cell' ? cells[from.index] : null
  return card === null || card === undefined ? [] : [card]
}
