import { type Card, DECK_SIZE, type Position, rankOf, suitIndex } from '@speedcell/shared/engine'
import { type Spot, samePile, sameSpot, spotsOf } from './spots.ts'

/** One card that flies from one spot to another. */
export interface Flight {
  readonly card: Card
  readonly from: Spot
  readonly to: Spot
}

/**
 * Flights that are one thing to see. `move`: a card, or cards that no rule explains, all at once. `run`: a run that travels through
 * free cells and columns, one hop after the other. `home`: a card into its hive.
 */
export interface Scene {
  readonly kind: 'move' | 'run' | 'home'
  readonly flights: readonly Flight[]
}

/**
 * What is to be seen between two positions, in order. It knows nothing of how the one became the other, so that a move, autoplay, an
 * undo, a server's correction and somebody else's game are all shown by the same way. What one move and its flights home explain is
 * shown step by step, forwards or backwards; anything else at once.
 */
export function scenesBetween(before: Position, after: Position): readonly Scene[] {
  const moved = flightsBetween(before, after)
  if (moved.length === 0) return []
  const forwards = stepByStep(before, moved)
  if (forwards !== undefined) return forwards
  const backwards = stepByStep(after, flightsBetween(after, before))
  return backwards?.map(reversed).reverse() ?? [{ kind: 'move', flights: moved }]
}

/** Each card that is elsewhere afterwards. */
function flightsBetween(before: Position, after: Position): Flight[] {
  const from = spotsOf(before)
  const to = spotsOf(after)
  const flights: Flight[] = []
  for (let index = 0; index < DECK_SIZE; index++) {
    const [a, b] = [from[index] as Spot, to[index] as Spot]
    if (!sameSpot(a, b)) flights.push({ card: index as Card, from: a, to: b })
  }
  // The lower in its column, the earlier: a card that lies on another is painted after it.
  return flights.sort((a, b) => depthOf(a.to) - depthOf(b.to))
}

const depthOf = (spot: Spot): number => (spot.kind === 'column' ? spot.depth : 0)

const reversed = ({ kind, flights }: Scene): Scene => ({
  kind,
  flights: flights.map(({ card, from, to }) => ({ card, from: to, to: from })).reverse(),
})

/** The scenes, if one move at most and flights home explain everything; otherwise undefined. */
function stepByStep(before: Position, flights: readonly Flight[]): Scene[] | undefined {
  if (flights.some(({ from }) => from.kind === 'foundation')) return undefined
  const columns = before.columns.map((column) => column.slice())
  const cells = before.cells.slice()
  const foundations = before.foundations.slice()
  let move = flights.filter(({ to }) => to.kind !== 'foundation')
  const home = flights.filter(({ to }) => to.kind === 'foundation').sort((a, b) => a.card - b.card)
  if (!isOneMove(move)) return undefined

  const scenes: Scene[] = []
  while (move.length > 0 || home.length > 0) {
    if (move.length > 0 && isFree(move)) {
      scenes.push(sceneOf(move, cells, columns))
      for (const flight of move) take(flight)
      for (const { card, to } of move) {
        if (to.kind === 'cell') cells[to.index] = card
        else if (to.kind === 'column') columns[to.index]?.push(card)
      }
      move = []
      continue
    }
    const next = home.findIndex((flight) => foundations[suitIndex(flight.card)] === rankOf(flight.card) - 1 && isFree([flight]))
    const [flight] = next < 0 ? [] : home.splice(next, 1)
    if (flight === undefined) return undefined
    take(flight)
    foundations[suitIndex(flight.card)] = rankOf(flight.card)
    scenes.push({ kind: 'home', flights: [flight] })
  }
  return scenes

  /** Whether the cards, the lowest first, are the last ones where they lie and their target has room. */
  function isFree(taken: readonly Flight[]): boolean {
    const [{ from, to, card }] = taken as [Flight]
    if (to.kind === 'cell' && cells[to.index] !== null) return false
    if (to.kind === 'column' && columns[to.index]?.length !== to.depth) return false
    if (from.kind === 'cell') return cells[from.index] === card
    if (from.kind === 'foundation') return false
    const column = columns[from.index] ?? []
    return column.length - taken.length === from.depth && column[from.depth] === card
  }

  function take({ from }: Flight): void {
    if (from.kind === 'cell') cells[from.index] = null
    else if (from.kind === 'column') columns[from.index]?.pop()
  }
}

/** Whether the cards, the lowest first, go in their order from one place to one other. */
function isOneMove(flights: readonly Flight[]): boolean {
  const [first] = flights
  if (first === undefined) return true
  return (
    !samePile(first.from, first.to) &&
    flights.every(
      ({ from, to }, index) =>
        samePile(from, first.from) &&
        samePile(to, first.to) &&
        depthOf(from) - depthOf(first.from) === index &&
        depthOf(to) - depthOf(first.to) === index,
    )
  )
}

function sceneOf(move: readonly Flight[], cells: readonly (Card | null)[], columns: readonly (readonly Card[])[]): Scene {
  const [first] = move as [Flight]
  if (move.length === 1 || first.from.kind !== 'column' || first.to.kind !== 'column') return { kind: 'move', flights: move }
  const target = first.to.index
  const freeCells = cells.flatMap((card, index): Spot[] => (card === null ? [{ kind: 'cell', index }] : []))
  const freeColumns = columns.flatMap((column, index) => (column.length === 0 && index !== target ? [index] : []))
  const hops = hopsOf(
    move.map(({ card }) => card),
    { index: first.from.index, depth: first.from.depth },
    { index: target, depth: first.to.depth },
    freeCells,
    freeColumns,
  )
  return hops === undefined ? { kind: 'move', flights: move } : { kind: 'run', flights: hops }
}

interface Foot {
  readonly index: number
  readonly depth: number
}

/**
 * The single-card moves that a run's move stands for, or undefined if there is too little room. With cells alone: all but the lowest
 * card wait in cells. With free columns: the upper part of the run waits in one of them, and gets there, and away, by the same way.
 */
function hopsOf(
  cards: readonly Card[],
  from: Foot,
  to: Foot,
  cells: readonly Spot[],
  columns: readonly number[],
): Flight[] | undefined {
  const at = (foot: Foot, offset: number): Spot => ({ kind: 'column', index: foot.index, depth: foot.depth + offset })
  if (cards.length <= cells.length + 1) {
    const waiting = cards.slice(1).map((card, index) => ({ card, offset: index + 1, cell: cells[index] as Spot }))
    return [
      ...waiting.map(({ card, offset, cell }) => ({ card, from: at(from, offset), to: cell })).reverse(),
      { card: cards[0] as Card, from: at(from, 0), to: at(to, 0) },
      ...waiting.map(({ card, offset, cell }) => ({ card, from: cell, to: at(to, offset) })),
    ]
  }
  const [column, ...others] = columns
  if (column === undefined) return undefined
  const below = Math.min(cards.length - 1, (cells.length + 1) * 2 ** others.length)
  const upper = cards.slice(below)
  const aside: Foot = { index: column, depth: 0 }
  const parts = [
    hopsOf(upper, { index: from.index, depth: from.depth + below }, aside, cells, others),
    hopsOf(cards.slice(0, below), from, to, cells, others),
    hopsOf(upper, aside, { index: to.index, depth: to.depth + below }, cells, others),
  ]
  return parts.every((part) => part !== undefined) ? parts.flat() : undefined
}
