// biome-ignore-all lint/style/noNonNullAssertion: indices are in range by construction, and a check would cost in the inner loop
import type { Position, Variant } from '../engine/index.ts'
import { Board, type FlightRule, PACKED } from './board.ts'
import { doubled } from './doubled.ts'
import { MOST_MOVES, Moves, priorityOf } from './moves.ts'
import { highChange, lowChange } from './tables.ts'
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

const PRIORITIES = 4096
/** The queue of the priority 0, so that what empty columns take off stays within. */
const QUEUE_OF_ZERO = 512

const NODE = 3
const SLOT = 4
const FIRST_NODES = 1 << 12
const FIRST_SLOTS = 1 << 10
const FIRST_TABLE = 1 << 12
const FIRST_STACK = 1 << 12
const PATH = 5

/** How many positions are looked into between two looks at `interrupted`. */
const PATIENCE = 256

/**
 * Best-first search over every move of the game, so that running out of positions proves the root lost; unless the stage has a width.
 *
 * A node is a position found but not looked into: its parent's slot, its move, a link in its priority's queue. A position gets a slot (52
 * bytes, and how it came about) only when it is looked into, which four fifths never are. Children are judged without being
 * played, from the prefix words of the board, except where cards go home. Positions are told apart by 63 bits of hash.
 */
export class Search {
  readonly #board = new Board()

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

  /** Of the position that is looked into. */
  readonly #moves = new Moves()
  /** How many new positions are kept of each. */
  #width = MOST_MOVES

  /** In `deep` order: moves still to be tried as pairs with their priority, those of the position that the search stands on last. */
  #stack = new Int32Array(FIRST_STACK)
  #stacked = 0
  /** Per position on the path: the move to it; and, from before it, the hash, the flights, and where its own moves begin on the stack. */
  #path = new Int32Array(FIRST_STACK)
  #depth = 0

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
    this.#width = stage.width ?? MOST_MOVES
    const board = this.#board
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
    const board = this.#board
    let slot = this.#addSlot(-1, -1)
    if (this.#expand(slot, priorityOf(this.#board, this.#weights!))) return 'won'
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
      if (this.#expand(slot, this.#taken - QUEUE_OF_ZERO)) return 'won'
    }
    return 'exhausted'
  }

  #runDeep(stage: Stage, positions: number, interrupted: (() => boolean) | undefined): Outcome {
    const board = this.#board
    if (this.#expand(0, priorityOf(this.#board, this.#weights!))) return 'won'
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
    const moves = this.#moves
    moves.find(this.#board, this.#weights!)
    for (let i = 0; i < moves.homewards; i++) if (this.#playChild(slot, moves.homeward[i]!)) return true
    this.#keepChildren(slot, priority)
    return false
  }

  /** Pushes the new ones among the children by moves that send nothing home: all, or the best so many. */
  #keepChildren(slot: number, priority: number): void {
    const { count, move, shift, change } = this.#moves
    if (this.#width >= count) {
      for (let i = 0; i < count; i++) if (this.#isNewBy(shift[i]!)) this.#push(slot, move[i]!, priority + change[i]!)
      return
    }
    let room = this.#width
    for (let last = count - 1; last >= 0 && room > 0; last--) {
      let best = 0
      for (let i = 1; i <= last; i++) if (change[i]! < change[best]!) best = i
      if (this.#isNewBy(shift[best]!)) {
        this.#push(slot, move[best]!, priority + change[best]!)
        room--
      }
      move[best] = move[last]!
      shift[best] = shift[last]!
      change[best] = change[last]!
    }
  }

  /** `isNew` of the position on the board with something shifted. */
  #isNewBy(shift: number): boolean {
    return this.#isNew(this.#board.hashLow ^ lowChange(shift), this.#board.hashHigh ^ highChange(shift))
  }

  /** A child whose move sends cards home: played, judged as it stands, taken back. True if it is won. */
  #playChild(slot: number, move: number): boolean {
    const board = this.#board
    const { hashLow, hashHigh, flights } = board
    board.play(move)
    const won = board.homeCount === 52
    if (won) {
      this.#winSlot = slot
      this.#winMove = move
    } else if (this.#isNew(board.hashLow, board.hashHigh)) this.#push(slot, move, priorityOf(this.#board, this.#weights!))
    board.takeBack(move, hashLow, hashHigh, flights)
    return won
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
    const queue = Math.max(0, Math.min(QUEUE_OF_ZERO + priority, PRIORITIES - 1))
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
    const board = this.#board
    this.#slots[slot * SLOT] = parent
    this.#slots[slot * SLOT + 1] = move
    this.#slots[slot * SLOT + 2] = board.hashLow
    this.#slots[slot * SLOT + 3] = board.hashHigh
    board.pack(this.#packed, slot * PACKED)
    return slot
  }

  /** Sees to it that the children of one position fit into nodes and table. */
  #makeRoom(): void {
    if ((this.#nodesUsed + MOST_MOVES) * NODE > this.#nodes.length) {
      this.#nodes = doubled(this.#nodes)
    }
    if (this.#stacked + MOST_MOVES * 2 > this.#stack.length) this.#stack = doubled(this.#stack)
    if ((this.#found + MOST_MOVES) * 2 > this.#tableMask) this.#growTable()
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
