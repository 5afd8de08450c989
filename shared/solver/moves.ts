// biome-ignore-all lint/style/noNonNullAssertion: indices are in range by construction, and a check would cost in the inner loop
import { type Board, COLUMNS, costOf, HEIGHT_MASK, LANE, lowestOf, moveWord, runOf, TO_CELL, TO_HOME } from './board.ts'
import { CELL, FLOOR, shiftOf } from './tables.ts'
import type { Weights } from './weights.ts'

/** More than any position has: 2 a column onto cards, 13 a column into cells and an empty column, 4 a cell, 4 home. */
export const MOST_MOVES = 160

/** How the position on a board is judged: the less, the better. Empty columns may take it below zero. */
export function priorityOf(board: Board, weights: Weights): number {
  const { cellCount, homeCount, length, prefix } = board
  const { notHome, cell, aboveNext, emptyColumn } = weights
  let priority = notHome * (52 - homeCount) + cell * cellCount
  for (let column = 0; column < COLUMNS; column++) {
    const height = length[column]!
    priority += height > 0 ? costOf(prefix[(column << LANE) + height - 1]!) : -emptyColumn
  }
  for (let suit = 0; suit < 4; suit++) {
    const at = board.placeOfNext(suit)
    if (at >= 0) priority += aboveNext * (length[at >> LANE]! - 1 - (at & HEIGHT_MASK))
  }
  return priority
}

/**
 * The moves of a position, and how each changes its judgement. The moves left out lead to the same positions as others do: into the
 * second empty column or cell, and a whole column into an empty one.
 *
 * A move is judged without being played, from the prefix words of the board; except where it sends cards home, which is too rare for that.
 */
export class Moves {
  /** The moves that send cards home, by themselves or by what then flies. */
  readonly homeward = new Int32Array(MOST_MOVES)
  homewards = 0

  /** All others; what each shifts, as `shiftOf` says; and what it adds to the priority. */
  readonly move = new Int32Array(MOST_MOVES)
  readonly shift = new Int32Array(MOST_MOVES)
  readonly change = new Int32Array(MOST_MOVES)
  count = 0

  /** Where the suits' next cards lie, and how many lie in each column. */
  readonly #nextAt = new Int16Array(4)
  readonly #nextIn = new Uint8Array(COLUMNS)

  /** Finds those of the position on a board. */
  find(board: Board, weights: Weights): void {
    this.homewards = 0
    this.count = 0
    const { cards, prefix, length, cells, cellCount } = board
    const { onto: fitOnto, under: fitUnder } = board.fits!
    const { cell: cellWeight, aboveNext: nextWeight, aboveLower: lowerWeight, emptyColumn: emptyWeight } = weights
    const nextIn = this.#nextIn
    const freeCells = board.cellLimit - cellCount

    let emptyColumns = 0
    let emptyColumn = -1
    for (let column = 0; column < COLUMNS; column++) {
      nextIn[column] = 0
      if (length[column]! > 0) continue
      emptyColumns++
      emptyColumn = column
    }
    const capacity = (freeCells + 1) << emptyColumns

    for (let suit = 0; suit < 4; suit++) {
      const at = board.placeOfNext(suit)
      this.#nextAt[suit] = at
      if (at < 0) continue
      const column = at >> LANE
      nextIn[column]!++
      if ((at & HEIGHT_MASK) === length[column]! - 1) this.#addHomeward(moveWord(column, TO_HOME, 1))
    }

    for (let to = 0; to < COLUMNS; to++) {
      if (length[to] === 0) continue
      const target = (to << LANE) + length[to]! - 1
      const onto = cards[target]!
      for (let i = onto * 2; i < onto * 2 + 2; i++) {
        const head = fitOnto[i]!
        const at = board.placeOf(head)
        if (at < 0) continue
        const from = at >> LANE
        const left = at & HEIGHT_MASK
        const count = length[from]! - left
        const end = prefix[at + count - 1]!
        if (count > capacity || count > runOf(end)) continue
        const move = moveWord(from, to, count)
        const beneath = left > 0 ? cards[at - 1]! : FLOOR
        if (left > 0 && board.flies(beneath)) {
          this.#addHomeward(move)
          continue
        }
        let change = (left > 0 ? costOf(prefix[at - 1]!) : -emptyWeight) - costOf(end)
        const higher = (head >> 2) - lowestOf(prefix[target]!)
        if (higher > 0) change += lowerWeight * Math.min(higher, count)
        change += nextWeight * count * (nextIn[to]! - this.#nextBeneath(from, at))
        this.#add(move, change, head, beneath, onto)
      }
    }

    for (let from = 0; from < COLUMNS; from++) {
      const height = length[from]!
      if (height === 0) continue
      const top = (from << LANE) + height - 1
      const end = prefix[top]!
      if (emptyColumn >= 0) {
        const most = Math.min(runOf(end), capacity >> 1, height - 1)
        for (let count = 1; count <= most; count++) {
          const move = moveWord(from, emptyColumn, count)
          const at = top + 1 - count
          const beneath = cards[at - 1]!
          if (board.flies(beneath)) {
            this.#addHomeward(move)
            continue
          }
          const change = emptyWeight + costOf(prefix[at - 1]!) - costOf(end) - nextWeight * count * this.#nextBeneath(from, at)
          this.#add(move, change, cards[at]!, beneath, FLOOR)
        }
      }
      if (freeCells > 0) {
        const move = moveWord(from, TO_CELL, 1)
        const beneath = height > 1 ? cards[top - 1]! : FLOOR
        if (height > 1 && board.flies(beneath)) {
          this.#addHomeward(move)
          continue
        }
        const change = cellWeight + (height > 1 ? costOf(prefix[top - 1]!) : -emptyWeight) - costOf(end)
        this.#add(move, change - nextWeight * this.#nextBeneath(from, top), cards[top]!, beneath, CELL)
      }
    }

    for (let cell = 0; cell < cellCount; cell++) {
      const card = cells[cell]!
      const from = COLUMNS + cell
      if (card >> 2 === board.home[card & 3]!) this.#addHomeward(moveWord(from, TO_HOME, 1))
      for (let i = card * 2; i < card * 2 + 2; i++) {
        const onto = fitUnder[i]!
        const target = board.placeOf(onto)
        const to = target >> LANE
        if (target < 0 || (target & HEIGHT_MASK) !== length[to]! - 1) continue
        const change = nextWeight * nextIn[to]! + (card >> 2 > lowestOf(prefix[target]!) ? lowerWeight : 0) - cellWeight
        this.#add(moveWord(from, to, 1), change, card, CELL, onto)
      }
      if (emptyColumn >= 0) {
        this.#add(moveWord(from, emptyColumn, 1), emptyWeight - cellWeight, card, CELL, FLOOR)
      }
    }
  }

  #addHomeward(move: number): void {
    this.homeward[this.homewards++] = move
  }

  /** One card, with what lies on it, comes from what it lay on before to something else. */
  #add(move: number, change: number, card: number, before: number, after: number): void {
    const i = this.count++
    this.move[i] = move
    this.change[i] = change
    this.shift[i] = shiftOf(card, before, after)
  }

  /** How many of the suits' next cards lie in a column beneath a place of it. */
  #nextBeneath(column: number, place: number): number {
    if (this.#nextIn[column] === 0) return 0
    let count = 0
    for (let suit = 0; suit < 4; suit++) {
      const at = this.#nextAt[suit]!
      if (at >> LANE === column && at < place) count++
    }
    return count
  }
}
