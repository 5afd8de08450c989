// biome-ignore-all lint/style/noNonNullAssertion: indices are in range by construction, and a check would cost in the inner loop
import { type Board, COLUMNS, HOME, LANE, moveWord, PACKED, TO_CELL } from './board.ts'
import { CELL, FLOOR, KEYS, ROW } from './tables.ts'
import type { Weights } from './weights.ts'

/** One run of the search: how it judges, how it picks the next position, and after how many expanded positions it gives up. */
export interface Stage {
  readonly weights: Weights
  readonly order: 'greedy' | 'sweep'
  readonly expansions: number
}

export type Outcome = 'won' | 'exhausted' | 'stage-over' | 'stopped'

/** No position has more children: 8 columns and 4 cells as sources, each with 7 columns, a cell, home, and 13 runs into an empty column. */
const MOST_CHILDREN = 12 * 9 + 8 * 13

const PRIORITIES = 4096
/** Keeps priorities above zero where empty columns are all that counts. */
const PRIORITY_BASE = 512

const NODE = 3
const SLOT = 4

const FIRST_NODES = 1 << 12
const FIRST_SLOTS = 1 << 10
const FIRST_TABLE = 1 << 13

/** How many positions are expanded between two looks at `interrupted`. */
const PATIENCE = 256

/**
 * Best-first search over every move of the game, so that running out of positions proves the root lost.
 *
 * A node is a position found but not looked into: its parent's slot, its move, a link in its priority's queue. A position gets a slot (64
 * bytes, and how it came about) only when it is expanded, which four fifths never are. Children are judged without being played,
 * from the prefix values of the board, except where cards fly. Positions are told apart by 63 bits of hash.
 */
export class Search {
  readonly #board: Board
  /** Open addressing; two words a position, the second odd, so that zero is free. */
  #table = new Int32Array(FIRST_TABLE * 2)
  #tableMask = FIRST_TABLE - 1
  #found = 0

  /** Per node: parent's slot, move, next node in the queue or the list of free ones. */
  #nodes = new Int32Array(FIRST_NODES * NODE)
  #nodesUsed = 0
  #freeNode = -1
  readonly #queues = new Int32Array(PRIORITIES).fill(-1)
  #open = 0
  #least = PRIORITIES
  #greatest = -1
  #cursor = 0
  #reach = 0

  /** Per slot: parent's slot, the move from there, both words of the hash. */
  #slots = new Int32Array(FIRST_SLOTS * SLOT)
  #packed = new Uint8Array(FIRST_SLOTS * PACKED)
  #slotsUsed = 0

  #weights: Weights
  #winSlot = -1
  #winMove = 0

  constructor(board: Board, weights: Weights) {
    this.#board = board
    this.#weights = weights
  }

  /** Distinct positions found by the last `run`. */
  get found(): number {
    return this.#found
  }

  /** Bytes held, to be used again by the next run. */
  get bytes(): number {
    return this.#table.byteLength + this.#nodes.byteLength + this.#slots.byteLength + this.#packed.byteLength
  }

  /** Searches from the position on the board, where nothing flies and which is not won, for at most `positions` positions. */
  run(stage: Stage, positions: number, interrupted: (() => boolean) | undefined): Outcome {
    const board = this.#board
    this.#weights = stage.weights
    this.#clear()
    this.#insert(board.hashLow, board.hashHigh)
    let slot = this.#addSlot(-1, 0)
    if (this.#expand(slot)) return 'won'
    for (let expanded = 1; this.#open > 0; expanded++) {
      if (expanded >= stage.expansions) return 'stage-over'
      if (this.#found >= positions || (expanded % PATIENCE === 0 && interrupted?.())) return 'stopped'
      const node = (stage.order === 'greedy' ? this.#takeBest() : this.#takeSwept()) * NODE
      const parent = this.#nodes[node]!
      const move = this.#nodes[node + 1]!
      this.#nodes[node + 2] = this.#freeNode
      this.#freeNode = node / NODE
      if (parent !== slot) {
        board.unpack(this.#packed, parent * PACKED, this.#slots[parent * SLOT + 2]!, this.#slots[parent * SLOT + 3]!)
      }
      board.play(move)
      slot = this.#addSlot(parent, move)
      if (this.#expand(slot)) return 'won'
    }
    return 'exhausted'
  }

  /** The moves from the root to the win that the last `run` found. */
  winningMoves(): number[] {
    const moves = [this.#winMove]
    for (let slot = this.#winSlot; slot > 0; slot = this.#slots[slot * SLOT]!) moves.push(this.#slots[slot * SLOT + 1]!)
    return moves.reverse()
  }

  /** Finds all children of the position on the board; true if one is won. */
  #expand(slot: number): boolean {
    this.#makeRoom()
    const board = this.#board
    const weights = this.#weights
    const { cards, lowest, run, cost, length, cells, cellCount, home, fits, hashLow, hashHigh } = board
    const { cell: cellWeight, aboveNext: aboveWeight, aboveLower: lowerWeight, emptyColumn: emptyWeight } = weights
    const nextIn = this.#nextIn.fill(0)

    let emptyColumns = 0
    let emptyColumn = -1
    for (let column = COLUMNS - 1; column >= 0; column--) {
      if (length[column] === 0) {
        emptyColumns++
        emptyColumn = column
      }
    }
    for (let suit = 0; suit < 4; suit++) {
      const at = board.placeOfNext(suit)
      this.#nextAt[suit] = at
      if (at >= 0) nextIn[at >> LANE]!++
    }
    const priority = this.#judge()
    const freeCells = board.cellLimit - cellCount
    const capacity = (freeCells + 1) << emptyColumns
    const capacityIntoEmpty = capacity >> 1

    for (let from = 0; from < COLUMNS; from++) {
      const height = length[from]!
      if (height === 0) continue
      const base = from << LANE
      const top = base + height - 1
      const end = cards[top]!
      const endRank = end >> 2
      const longest = run[top]!
      if (endRank === home[end & 3]! && this.#playChild(slot, moveWord(from, HOME, 1))) return true

      for (let to = 0; to < COLUMNS; to++) {
        if (to === from || length[to] === 0) continue
        const target = (to << LANE) + length[to]! - 1
        const onto = cards[target]!
        const count = (onto >> 2) - endRank
        if (count < 1 || count > longest || count > capacity) continue
        const head = cards[top + 1 - count]!
        if (!fits[(head << ROW) | onto]!) continue
        const move = moveWord(from, to, count)
        const left = height - count
        const beneath = left > 0 ? cards[base + left - 1]! : FLOOR
        if (left > 0 && board.flies(beneath)) {
          if (this.#playChild(slot, move)) return true
          continue
        }
        const before = ((head << ROW) | beneath) << 1
        const after = ((head << ROW) | onto) << 1
        if (!this.#insert(hashLow ^ KEYS[before]! ^ KEYS[after]!, hashHigh ^ KEYS[before + 1]! ^ KEYS[after + 1]!)) continue
        let change = (left > 0 ? cost[base + left - 1]! : -emptyWeight) - cost[top]!
        const higher = (head >> 2) - lowest[target]!
        if (higher > 0) change += lowerWeight * (higher < count ? higher : count)
        change += aboveWeight * count * (nextIn[to]! - this.#nextBeneath(from, left))
        this.#push(slot, move, priority + change)
      }

      if (emptyColumn >= 0) {
        const most = longest < capacityIntoEmpty ? longest : capacityIntoEmpty
        // A whole column into an empty one is the same position again.
        for (let count = 1; count <= most && count < height; count++) {
          const move = moveWord(from, emptyColumn, count)
          const left = height - count
          const beneath = cards[base + left - 1]!
          if (board.flies(beneath)) {
            if (this.#playChild(slot, move)) return true
            continue
          }
          const head = cards[base + left]!
          const before = ((head << ROW) | beneath) << 1
          const after = ((head << ROW) | FLOOR) << 1
          if (!this.#insert(hashLow ^ KEYS[before]! ^ KEYS[after]!, hashHigh ^ KEYS[before + 1]! ^ KEYS[after + 1]!)) continue
          const change = cost[base + left - 1]! - cost[top]! + emptyWeight - aboveWeight * count * this.#nextBeneath(from, left)
          this.#push(slot, move, priority + change)
        }
      }

      if (freeCells > 0) {
        const move = moveWord(from, TO_CELL, 1)
        const beneath = height > 1 ? cards[top - 1]! : FLOOR
        if (height > 1 && board.flies(beneath)) {
          if (this.#playChild(slot, move)) return true
          continue
        }
        const before = ((end << ROW) | beneath) << 1
        const after = ((end << ROW) | CELL) << 1
        if (!this.#insert(hashLow ^ KEYS[before]! ^ KEYS[after]!, hashHigh ^ KEYS[before + 1]! ^ KEYS[after + 1]!)) continue
        const change = cellWeight + (height > 1 ? cost[top - 1]! : -emptyWeight) - cost[top]!
        this.#push(slot, move, priority + change - aboveWeight * this.#nextBeneath(from, height - 1))
      }
    }

    for (let i = 0; i < cellCount; i++) {
      const card = cells[i]!
      const rank = card >> 2
      if (rank === home[card & 3]! && this.#playChild(slot, moveWord(COLUMNS + i, HOME, 1))) return true
      const before = ((card << ROW) | CELL) << 1
      for (let to = 0; to < COLUMNS; to++) {
        if (length[to] === 0) {
          if (to !== emptyColumn) continue
          const after = ((card << ROW) | FLOOR) << 1
          if (!this.#insert(hashLow ^ KEYS[before]! ^ KEYS[after]!, hashHigh ^ KEYS[before + 1]! ^ KEYS[after + 1]!)) continue
          this.#push(slot, moveWord(COLUMNS + i, to, 1), priority - cellWeight + emptyWeight)
          continue
        }
        const target = (to << LANE) + length[to]! - 1
        const onto = cards[target]!
        if (!fits[(card << ROW) | onto]!) continue
        const after = ((card << ROW) | onto) << 1
        if (!this.#insert(hashLow ^ KEYS[before]! ^ KEYS[after]!, hashHigh ^ KEYS[before + 1]! ^ KEYS[after + 1]!)) continue
        const change = -cellWeight + (rank > lowest[target]! ? lowerWeight : 0) + aboveWeight * nextIn[to]!
        this.#push(slot, moveWord(COLUMNS + i, to, 1), priority + change)
      }
    }
    return false
  }

  readonly #nextIn = new Uint8Array(COLUMNS)
  readonly #nextAt = new Int16Array(4)

  /** How many of the suits' next cards lie beneath a height of a column. */
  #nextBeneath(column: number, height: number): number {
    if (this.#nextIn[column] === 0) return 0
    const limit = (column << LANE) + height
    let count = 0
    for (let suit = 0; suit < 4; suit++) {
      const at = this.#nextAt[suit]!
      if (at >> LANE === column && at < limit) count++
    }
    return count
  }

  /** A child whose move sends cards home: played, judged as it stands, taken back. True if it is won. */
  #playChild(slot: number, move: number): boolean {
    const board = this.#board
    const { hashLow, hashHigh } = board
    board.play(move)
    const won = board.homeCount === 52
    if (won) {
      this.#winSlot = slot
      this.#winMove = move
    } else if (this.#insert(board.hashLow, board.hashHigh)) this.#push(slot, move, this.#judge())
    board.takeBack(move, hashLow, hashHigh)
    return won
  }

  /** The priority of the position on the board. */
  #judge(): number {
    const board = this.#board
    const weights = this.#weights
    const { length, cost } = board
    let priority = PRIORITY_BASE + weights.notHome * (52 - board.homeCount) + weights.cell * board.cellCount
    for (let column = 0; column < COLUMNS; column++) {
      const height = length[column]!
      priority += height > 0 ? cost[(column << LANE) + height - 1]! : -weights.emptyColumn
    }
    for (let suit = 0; suit < 4; suit++) priority += weights.aboveNext * board.aboveNext(suit)
    return priority
  }

  /** Notes a position by its hash; false if it was known. */
  #insert(low: number, high: number): boolean {
    const table = this.#table
    const mask = this.#tableMask
    const second = high | 1
    for (let i = (low ^ (low >>> 15)) & mask; ; i = (i + 1) & mask) {
      const known = table[i * 2 + 1]!
      if (known === 0) {
        table[i * 2] = low
        table[i * 2 + 1] = second
        this.#found++
        return true
      }
      if (known === second && table[i * 2] === low) return false
    }
  }

  #push(slot: number, move: number, priority: number): void {
    const bucket = priority < 0 ? 0 : priority >= PRIORITIES ? PRIORITIES - 1 : priority
    const nodes = this.#nodes
    let node = this.#freeNode
    if (node >= 0) this.#freeNode = nodes[node * NODE + 2]!
    else node = this.#nodesUsed++
    nodes[node * NODE] = slot
    nodes[node * NODE + 1] = move
    nodes[node * NODE + 2] = this.#queues[bucket]!
    this.#queues[bucket] = node
    this.#open++
    if (bucket < this.#least) this.#least = bucket
    if (bucket > this.#greatest) this.#greatest = bucket
  }

  /** The newest node of the best queue. */
  #takeBest(): number {
    while (this.#queues[this.#least]! < 0) this.#least++
    return this.#take(this.#least)
  }

  /**
   * Prioritized round robin (Holroyd's patsolve): sweeps over the queues from the best one on, one node from each, and each sweep a queue
   * longer than the last. The best are served most, but the others stay alive, which is what helps where the judgement is wrong.
   */
  #takeSwept(): number {
    for (;;) {
      while (this.#cursor <= this.#greatest && this.#queues[this.#cursor]! < 0) this.#cursor++
      if (this.#cursor <= this.#greatest && this.#reach > 0) {
        this.#reach--
        return this.#take(this.#cursor++)
      }
      while (this.#queues[this.#least]! < 0) this.#least++
      while (this.#queues[this.#greatest]! < 0) this.#greatest--
      this.#cursor = this.#least
      this.#reach = ++this.#sweep
    }
  }
  #sweep = 0

  #take(queue: number): number {
    const node = this.#queues[queue]!
    this.#queues[queue] = this.#nodes[node * NODE + 2]!
    this.#open--
    return node
  }

  #addSlot(parent: number, move: number): number {
    if (this.#slotsUsed * SLOT === this.#slots.length) {
      this.#slots = grown(this.#slots, new Int32Array(this.#slots.length * 2))
      this.#packed = grown(this.#packed, new Uint8Array(this.#packed.length * 2))
    }
    const slot = this.#slotsUsed++
    this.#slots[slot * SLOT] = parent
    this.#slots[slot * SLOT + 1] = move
    this.#slots[slot * SLOT + 2] = this.#board.hashLow
    this.#slots[slot * SLOT + 3] = this.#board.hashHigh
    this.#board.pack(this.#packed, slot * PACKED)
    return slot
  }

  /** Sees to it that the children of one position fit into nodes and table. */
  #makeRoom(): void {
    if ((this.#nodesUsed + MOST_CHILDREN) * NODE > this.#nodes.length) {
      this.#nodes = grown(this.#nodes, new Int32Array(this.#nodes.length * 2))
    }
    if ((this.#found + MOST_CHILDREN) * 2 <= this.#tableMask) return
    const used = (this.#tableMask + 1) * 2
    const old = this.#table.slice(0, used)
    this.#tableMask = this.#tableMask * 4 + 3
    const size = (this.#tableMask + 1) * 2
    if (size > this.#table.length) this.#table = new Int32Array(size)
    else this.#table.fill(0, 0, used)
    this.#found = 0
    for (let i = 0; i < used; i += 2) if (old[i + 1] !== 0) this.#insert(old[i]!, old[i + 1]!)
  }

  #clear(): void {
    this.#table.fill(0, 0, (this.#tableMask + 1) * 2)
    this.#tableMask = FIRST_TABLE - 1
    this.#found = 0
    this.#nodesUsed = 0
    this.#freeNode = -1
    this.#queues.fill(-1)
    this.#open = 0
    this.#least = PRIORITIES
    this.#greatest = -1
    this.#cursor = 0
    this.#reach = 0
    this.#sweep = 0
    this.#slotsUsed = 0
    this.#winSlot = -1
  }
}

function grown<T extends Int32Array | Uint8Array>(from: T, to: T): T {
  to.set(from as never)
  return to
}
