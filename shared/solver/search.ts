// biome-ignore-all lint/style/noNonNullAssertion: indices are in range by construction, and a check would cost in the inner loop
import type { Position, Variant } from '../engine/index.ts'
import {
  Board,
  COLUMNS,
  costOf,
  type FlightRule,
  HEIGHT_MASK,
  LANE,
  lowestOf,
  moveWord,
  PACKED,
  runOf,
  TO_CELL,
  TO_HOME,
} from './board.ts'
import { CELL, FLOOR, KEYS, ROW } from './tables.ts'
import type { Weights } from './weights.ts'

/**
 * One run of the search: how it judges, in which order it looks at positions, and how many it looks into before it gives up. `greedy`
 * takes the best that is open; `sweep` also some that seem worse, and follows each for as long as it does not get worse; `deep` always
 * goes on from where it stands, for which it needs neither queues nor packed positions: the order in which a lost position is exhausted
 * fastest. With a `width`, of each position only so many new ones are kept, the best, beside those that send cards home: quick to win,
 * but no proof.
 */
export interface Stage {
  readonly weights: Weights
  readonly order: 'greedy' | 'sweep' | 'deep'
  readonly expansions: number
  readonly width?: number
}

/** `exhausted`: every position that can be reached was looked into, and none is won. */
export type Outcome = 'won' | 'exhausted' | 'stage-over' | 'stopped'

/** More than any position has: 2 a column onto cards, 13 a column into cells and an empty column, 4 a cell, 4 home. */
const MOST_CHILDREN = 160

const PRIORITIES = 4096
/** The priority of a position with nothing for or against it, so that what empty columns take off stays above zero. */
const PRIORITY_BASE = 512

const NODE = 3
const SLOT = 4
const FIRST_NODES = 1 << 12
const FIRST_SLOTS = 1 << 10
const FIRST_TABLE = 1 << 13
const FIRST_STACK = 1 << 12
const PATH = 5

/** How many positions are looked into between two looks at `interrupted`. */
const PATIENCE = 256

/**
 * Best-first search over every move of the game, so that running out of positions proves the root lost. The moves left out lead to the same
 * positions as others do: into the second empty column or cell, and a whole column into an empty one.
 *
 * A node is a position found but not looked into: its parent's slot, its move, a link in its priority's queue. A position gets a slot (52
 * bytes, and how it came about) only when it is looked into, which four fifths never are. Children are judged without being
 * played, from the prefix words of the board, except where cards go home. Positions are told apart by 63 bits of hash.
 */
export class Search {
  readonly board = new Board()

  /** Open addressing; two words a position, the second odd, so that zero is free. */
  #table = new Int32Array(FIRST_TABLE * 2)
  #tableMask = FIRST_TABLE - 1
  #found = 0
  #expanded = 0

  /** Per node: parent's slot, move, next node in the queue or in the list of free ones. */
  #nodes = new Int32Array(FIRST_NODES * NODE)
  #nodesUsed = 0
  #freeNode = -1

  /** The newest node of each priority; the priorities in use; where a sweep stands and how many nodes it still takes. */
  readonly #queues = new Int32Array(PRIORITIES).fill(-1)
  #open = 0
  #least = PRIORITIES
  #greatest = -1
  #cursor = 0
  #sweeps = 0
  #sweepLeft = 0

  /** Per slot: parent's slot, the move from there, both words of the hash; and the packed position. */
  #slots = new Int32Array(FIRST_SLOTS * SLOT)
  #packed = new Int32Array(FIRST_SLOTS * PACKED)
  #slotsUsed = 0

  /** Of the position that is looked into: where the suits' next cards lie, and how many lie in each column. */
  readonly #nextAt = new Int16Array(4)
  readonly #nextIn = new Uint8Array(COLUMNS)

  /** In `deep` order: moves still to be tried as pairs with their priority, those of the position that the search stands on last. */
  #stack = new Int32Array(FIRST_STACK)
  #stacked = 0
  /** Per position on the path: the move to it; and, from before it, the hash, the flights, and where its own moves begin on the stack. */
  #path = new Int32Array(FIRST_STACK)
  #depth = 0

  /** Of the position that is looked into: the children that send nothing home, new or not; what moves is `card, before, after`. */
  readonly #childMove = new Int32Array(MOST_CHILDREN)
  readonly #childPriority = new Int32Array(MOST_CHILDREN)
  readonly #childShift = new Int32Array(MOST_CHILDREN)
  #children = 0
  #width = MOST_CHILDREN

  /** The queue that the last node was taken from, and the best one that has got a node since. */
  #taken = 0
  #bestSince = PRIORITIES

  #deep = false
  #weights: Weights | undefined
  #winSlot = -1
  #winMove = -1

  /** Distinct positions found by the last `run`. */
  get found(): number {
    return this.#found
  }

  /** Positions looked into by the last `run`. */
  get expanded(): number {
    return this.#expanded
  }

  /** Bytes held, to be used again by the next run. */
  get bytes(): number {
    const { byteLength } = this.#packed
    const words = [this.#table, this.#nodes, this.#slots, this.#stack, this.#path]
    return words.reduce((sum, array) => sum + array.byteLength, byteLength)
  }

  /** Searches from a position, until about `positions` are found; what flies does so inside each move, and on the root. */
  run(
    root: Position,
    variant: Variant,
    flightRule: FlightRule,
    stage: Stage,
    positions: number,
    interrupted: (() => boolean) | undefined,
  ): Outcome {
    this.#clear()
    this.#weights = stage.weights
    this.#width = stage.width ?? MOST_CHILDREN
    const board = this.board
    board.prepare(variant, flightRule, stage.weights)
    board.load(root)
    board.fly()
    this.#isNew(board.hashLow, board.hashHigh)
    if (board.homeCount === 52) return 'won'
    this.#deep = stage.order === 'deep'
    const outcome = this.#deep ? this.#runDeep(stage, positions, interrupted) : this.#runQueued(stage, positions, interrupted)
    return outcome === 'exhausted' && stage.width !== undefined ? 'stage-over' : outcome
  }

  #runQueued(stage: Stage, positions: number, interrupted: (() => boolean) | undefined): Outcome {
    const board = this.board
    let slot = this.#addSlot(-1, -1)
    if (this.#expand(slot, this.#priority())) return 'won'
    while (this.#open > 0) {
      if (this.#expanded >= stage.expansions) return 'stage-over'
      if (this.#found >= positions || (this.#expanded % PATIENCE === 0 && interrupted?.())) return 'stopped'
      const node = stage.order === 'greedy' ? this.#takeBest() : this.#takeNearOrSwept()
      const parent = this.#nodes[node * NODE]!
      const move = this.#nodes[node * NODE + 1]!
      this.#nodes[node * NODE + 2] = this.#freeNode
      this.#freeNode = node
      if (parent !== slot) {
        board.unpack(this.#packed, parent * PACKED, this.#slots[parent * SLOT + 2]!, this.#slots[parent * SLOT + 3]!)
      }
      board.play(move)
      slot = this.#addSlot(parent, move)
      if (this.#expand(slot, this.#taken)) return 'won'
    }
    return 'exhausted'
  }

  #runDeep(stage: Stage, positions: number, interrupted: (() => boolean) | undefined): Outcome {
    const board = this.board
    if (this.#expand(0, this.#priority())) return 'won'
    this.#sort(0)
    let first = 0
    for (;;) {
      if (this.#stacked === first) {
        if (this.#depth === 0) return 'exhausted'
        const at = --this.#depth * PATH
        const path = this.#path
        board.takeBack(path[at]!, path[at + 1]!, path[at + 2]!, path[at + 3]!)
        first = path[at + 4]!
        continue
      }
      if (this.#expanded >= stage.expansions) return 'stage-over'
      if (this.#found >= positions || (this.#expanded % PATIENCE === 0 && interrupted?.())) return 'stopped'
      this.#stacked -= 2
      const move = this.#stack[this.#stacked]!
      const priority = this.#stack[this.#stacked + 1]!
      if ((this.#depth + 1) * PATH > this.#path.length) this.#path = doubled(this.#path)
      const path = this.#path
      const at = this.#depth++ * PATH
      path[at] = move
      path[at + 1] = board.hashLow
      path[at + 2] = board.hashHigh
      path[at + 3] = board.flights
      path[at + 4] = first
      first = this.#stacked
      board.play(move)
      if (this.#expand(0, priority)) return 'won'
      this.#sort(first)
    }
  }

  /** Puts the moves from a place of the stack on in order, the best last. */
  #sort(first: number): void {
    const stack = this.#stack
    for (let i = first + 2; i < this.#stacked; i += 2) {
      const move = stack[i]!
      const priority = stack[i + 1]!
      let j = i
      for (; j > first && stack[j - 1]! < priority; j -= 2) {
        stack[j] = stack[j - 2]!
        stack[j + 1] = stack[j - 1]!
      }
      stack[j] = move
      stack[j + 1] = priority
    }
  }

  /** The moves from the root to the win that the last `run` found. */
  winningMoves(): number[] {
    if (this.#winMove < 0) return []
    const moves = [this.#winMove]
    if (this.#deep) {
      for (let depth = this.#depth - 1; depth >= 0; depth--) moves.push(this.#path[depth * PATH]!)
      return moves.reverse()
    }
    for (let slot = this.#winSlot; slot > 0; slot = this.#slots[slot * SLOT]!) moves.push(this.#slots[slot * SLOT + 1]!)
    return moves.reverse()
  }

  /** Finds the children of the position on the board, which has the slot and the priority; true if one of them is won. */
  #expand(slot: number, priority: number): boolean {
    this.#makeRoom()
    this.#expanded++
    this.#children = 0
    const board = this.board
    const { cards, prefix, length, cells, cellCount } = board
    const { onto: fitOnto, under: fitUnder } = board.fits!
    const { cell: cellWeight, aboveNext: nextWeight, aboveLower: lowerWeight, emptyColumn: emptyWeight } = this.#weights!
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
      if ((at & HEIGHT_MASK) === length[column]! - 1 && this.#playChild(slot, moveWord(column, TO_HOME, 1))) return true
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
          if (this.#playChild(slot, move)) return true
          continue
        }
        let change = (left > 0 ? costOf(prefix[at - 1]!) : -emptyWeight) - costOf(end)
        const higher = (head >> 2) - lowestOf(prefix[target]!)
        if (higher > 0) change += lowerWeight * Math.min(higher, count)
        change += nextWeight * count * (nextIn[to]! - this.#nextBeneath(from, at))
        this.#addChild(move, priority + change, head, beneath, onto)
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
            if (this.#playChild(slot, move)) return true
            continue
          }
          const change = emptyWeight + costOf(prefix[at - 1]!) - costOf(end) - nextWeight * count * this.#nextBeneath(from, at)
          this.#addChild(move, priority + change, cards[at]!, beneath, FLOOR)
        }
      }
      if (freeCells > 0) {
        const move = moveWord(from, TO_CELL, 1)
        const beneath = height > 1 ? cards[top - 1]! : FLOOR
        if (height > 1 && board.flies(beneath)) {
          if (this.#playChild(slot, move)) return true
          continue
        }
        const change = cellWeight + (height > 1 ? costOf(prefix[top - 1]!) : -emptyWeight) - costOf(end)
        this.#addChild(move, priority + change - nextWeight * this.#nextBeneath(from, top), cards[top]!, beneath, CELL)
      }
    }

    for (let cell = 0; cell < cellCount; cell++) {
      const card = cells[cell]!
      const from = COLUMNS + cell
      if (card >> 2 === board.home[card & 3]! && this.#playChild(slot, moveWord(from, TO_HOME, 1))) return true
      for (let i = card * 2; i < card * 2 + 2; i++) {
        const onto = fitUnder[i]!
        const target = board.placeOf(onto)
        const to = target >> LANE
        if (target < 0 || (target & HEIGHT_MASK) !== length[to]! - 1) continue
        const change = nextWeight * nextIn[to]! + (card >> 2 > lowestOf(prefix[target]!) ? lowerWeight : 0) - cellWeight
        this.#addChild(moveWord(from, to, 1), priority + change, card, CELL, onto)
      }
      if (emptyColumn >= 0) {
        this.#addChild(moveWord(from, emptyColumn, 1), priority + emptyWeight - cellWeight, card, CELL, FLOOR)
      }
    }
    this.#keepChildren(slot)
    return false
  }

  /** A child whose move sends nothing home: one card, with what lies on it, comes from what it lay on before to something else. */
  #addChild(move: number, priority: number, card: number, before: number, after: number): void {
    const child = this.#children++
    this.#childMove[child] = move
    this.#childPriority[child] = priority
    this.#childShift[child] = (((card << ROW) | before) << ROW) | after
  }

  /** Pushes the new ones among the children: all, or the best so many. */
  #keepChildren(slot: number): void {
    const move = this.#childMove
    const priority = this.#childPriority
    const shift = this.#childShift
    if (this.#width >= this.#children) {
      for (let i = 0; i < this.#children; i++) if (this.#isNewBy(shift[i]!)) this.#push(slot, move[i]!, priority[i]!)
      return
    }
    let room = this.#width
    for (let last = this.#children - 1; last >= 0 && room > 0; last--) {
      let best = 0
      for (let i = 1; i <= last; i++) if (priority[i]! < priority[best]!) best = i
      if (this.#isNewBy(shift[best]!)) {
        this.#push(slot, move[best]!, priority[best]!)
        room--
      }
      move[best] = move[last]!
      priority[best] = priority[last]!
      shift[best] = shift[last]!
    }
  }

  /** `isNew` of the child of the position on the board that comes about by a shift. */
  #isNewBy(shift: number): boolean {
    const before = shift >> ROW
    const after = ((before >> ROW) << ROW) | (shift & ((1 << ROW) - 1))
    const { hashLow, hashHigh } = this.board
    return this.#isNew(hashLow ^ KEYS[before * 2]! ^ KEYS[after * 2]!, hashHigh ^ KEYS[before * 2 + 1]! ^ KEYS[after * 2 + 1]!)
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

  /** A child whose move sends cards home: played, judged as it stands, taken back. True if it is won. */
  #playChild(slot: number, move: number): boolean {
    const board = this.board
    const { hashLow, hashHigh, flights } = board
    board.play(move)
    const won = board.homeCount === 52
    if (won) {
      this.#winSlot = slot
      this.#winMove = move
    } else if (this.#isNew(board.hashLow, board.hashHigh)) this.#push(slot, move, this.#priority())
    board.takeBack(move, hashLow, hashHigh, flights)
    return won
  }

  /** How the position on the board is judged. */
  #priority(): number {
    const { cellCount, homeCount, length, prefix } = this.board
    const { notHome, cell, aboveNext, emptyColumn } = this.#weights!
    let priority = PRIORITY_BASE + notHome * (52 - homeCount) + cell * cellCount
    for (let column = 0; column < COLUMNS; column++) {
      const height = length[column]!
      priority += height > 0 ? costOf(prefix[(column << LANE) + height - 1]!) : -emptyColumn
    }
    for (let suit = 0; suit < 4; suit++) {
      const at = this.board.placeOfNext(suit)
      if (at >= 0) priority += aboveNext * (length[at >> LANE]! - 1 - (at & HEIGHT_MASK))
    }
    return priority
  }

  /** Whether a position is seen for the first time, by its hash. */
  #isNew(low: number, high: number): boolean {
    const table = this.#table
    const mask = this.#tableMask
    const odd = high | 1
    for (let i = low & mask; ; i = (i + 1) & mask) {
      const known = table[i * 2 + 1]!
      if (known === 0) {
        table[i * 2] = low
        table[i * 2 + 1] = odd
        this.#found++
        return true
      }
      if (known === odd && table[i * 2] === low) return false
    }
  }

  #push(slot: number, move: number, priority: number): void {
    if (this.#deep) {
      this.#stack[this.#stacked++] = move
      this.#stack[this.#stacked++] = priority
      return
    }
    const queue = Math.max(0, Math.min(priority, PRIORITIES - 1))
    const nodes = this.#nodes
    let node = this.#freeNode
    if (node >= 0) this.#freeNode = nodes[node * NODE + 2]!
    else node = this.#nodesUsed++
    nodes[node * NODE] = slot
    nodes[node * NODE + 1] = move
    nodes[node * NODE + 2] = this.#queues[queue]!
    this.#queues[queue] = node
    this.#open++
    if (queue < this.#least) this.#least = queue
    if (queue < this.#bestSince) this.#bestSince = queue
    if (queue > this.#greatest) this.#greatest = queue
  }

  #takeFrom(queue: number): number {
    this.#taken = queue
    this.#bestSince = PRIORITIES
    const node = this.#queues[queue]!
    this.#queues[queue] = this.#nodes[node * NODE + 2]!
    this.#open--
    return node
  }

  /** The newest node of the best queue. */
  #takeBest(): number {
    while (this.#queues[this.#least]! < 0) this.#least++
    return this.#takeFrom(this.#least)
  }

  /** A child of the position that was looked into last, unless all are worse than that; else the next of the sweep. */
  #takeNearOrSwept(): number {
    return this.#bestSince <= this.#taken ? this.#takeFrom(this.#bestSince) : this.#takeSwept()
  }

  /**
   * Prioritized round robin, after Tom Holroyd's patsolve: sweeps over the queues from the best one on, a node from each, and every sweep
   * takes one more than the last. The best are served most, but the others stay alive, which is what helps where the judgement is wrong.
   */
  #takeSwept(): number {
    if (this.#sweepLeft > 0) {
      while (this.#cursor <= this.#greatest && this.#queues[this.#cursor]! < 0) this.#cursor++
    }
    if (this.#sweepLeft === 0 || this.#cursor > this.#greatest) {
      while (this.#queues[this.#least]! < 0) this.#least++
      while (this.#queues[this.#greatest]! < 0) this.#greatest--
      this.#cursor = this.#least
      this.#sweepLeft = ++this.#sweeps
    }
    this.#sweepLeft--
    return this.#takeFrom(this.#cursor++)
  }

  #addSlot(parent: number, move: number): number {
    if (this.#slotsUsed * SLOT === this.#slots.length) {
      this.#slots = doubled(this.#slots)
      this.#packed = doubled(this.#packed)
    }
    const slot = this.#slotsUsed++
    const board = this.board
    this.#slots[slot * SLOT] = parent
    this.#slots[slot * SLOT + 1] = move
    this.#slots[slot * SLOT + 2] = board.hashLow
    this.#slots[slot * SLOT + 3] = board.hashHigh
    board.pack(this.#packed, slot * PACKED)
    return slot
  }

  /** Sees to it that the children of one position fit into nodes and table. */
  #makeRoom(): void {
    if ((this.#nodesUsed + MOST_CHILDREN) * NODE > this.#nodes.length) {
      this.#nodes = doubled(this.#nodes)
    }
    if (this.#stacked + MOST_CHILDREN * 2 > this.#stack.length) this.#stack = doubled(this.#stack)
    if ((this.#found + MOST_CHILDREN) * 2 > this.#tableMask) this.#growTable()
  }

  /** Twice as much table, within what an earlier run has left if that is enough. */
  #growTable(): void {
    const used = (this.#tableMask + 1) * 2
    const old = this.#table.slice(0, used)
    this.#tableMask = this.#tableMask * 2 + 1
    if (used * 2 > this.#table.length) this.#table = new Int32Array(used * 2)
    else this.#table.fill(0, 0, used)
    this.#found = 0
    for (let i = 0; i < used; i += 2) if (old[i + 1] !== 0) this.#isNew(old[i]!, old[i + 1]!)
  }

  #clear(): void {
    this.#table.fill(0, 0, (this.#tableMask + 1) * 2)
    this.#tableMask = FIRST_TABLE - 1
    this.#found = 0
    this.#expanded = 0
    this.#nodesUsed = 0
    this.#freeNode = -1
    this.#queues.fill(-1)
    this.#open = 0
    this.#least = PRIORITIES
    this.#greatest = -1
    this.#cursor = 0
    this.#sweeps = 0
    this.#sweepLeft = 0
    this.#taken = 0
    this.#bestSince = PRIORITIES
    this.#slotsUsed = 0
    this.#stacked = 0
    this.#depth = 0
    this.#winSlot = -1
    this.#winMove = -1
  }
}

function doubled(from: Int32Array): Int32Array<ArrayBuffer> {
  const to = new Int32Array(from.length * 2)
  to.set(from)
  return to
}
