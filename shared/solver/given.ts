/** What tests start from, and what the engine alone says of it. */
import {
  autoplay,
  type DealNumber,
  isWon,
  legalMoves,
  makeMove,
  type Position,
  parseMove,
  playMove,
  positionFromDeal,
  VARIANTS,
  type VariantId,
} from '../engine/index.ts'
import type { Rules } from './solve.ts'

/** A variant's rules with its own autoplay. */
export const rulesOf = (variant: VariantId): Rules => ({ variant, autoplay: VARIANTS[variant].autoplay })

/** A deal as a game begins. */
export function deal(number: number, { variant, autoplay: rule }: Rules): Position {
  return autoplay(positionFromDeal(number as DealNumber, VARIANTS[variant]), rule).position
}

/** The position after one more move of a log; throws where it is refused. */
export function after(position: Position, { variant, autoplay: rule }: Rules, move: string): Position {
  const parsed = parseMove(position, VARIANTS[variant], move)
  if (!parsed.ok) throw new Error(`${move} is refused`)
  if (makeMove(position, parsed.value) !== move) throw new Error(`${move} is not how the move is written`)
  return autoplay(playMove(position, VARIANTS[variant], parsed.value), rule).position
}

/** The position after more moves of a log. */
export const afterAll = (position: Position, rules: Rules, moves: readonly string[]): Position =>
  moves.reduce((now, move) => after(now, rules, move), position)

/** Every position that one move leads to, autoplay included. */
export function successors(position: Position, { variant, autoplay: rule }: Rules): Position[] {
  return legalMoves(position, VARIANTS[variant]).map(
    (move) => autoplay(playMove(position, VARIANTS[variant], move), rule).position,
  )
}

/** The position whatever the order of its columns and cells. */
export function key({ cells, columns }: Position): string {
  const inCells = cells.filter((card) => card !== null).sort((a, b) => a - b)
  return [inCells.join(), ...columns.map((column) => column.join()).sort()].join('|')
}

/** All positions within reach, found by the engine's moves alone, in no clever order; undefined where there are too many. */
export function reach(root: Position, rules: Rules, limit: number): { won: boolean; positions: number } | undefined {
  const known = new Set([key(root)])
  const open = [root]
  let won = isWon(root)
  for (let next = open.pop(); next; next = open.pop()) {
    for (const child of successors(next, rules)) {
      won ||= isWon(child)
      if (known.has(key(child))) continue
      if (known.size === limit) return undefined
      known.add(key(child))
      open.push(child)
    }
  }
  return { won, positions: known.size }
}

/** A position that a random game of some length comes to. */
export function wander(number: number, rules: Rules, choices: readonly number[]): Position {
  let position = deal(number, rules)
  for (const choice of choices) {
    const moves = successors(position, rules)
    position = moves[choice % moves.length] ?? position
  }
  return position
}
