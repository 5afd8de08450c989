// biome-ignore-all lint/style/noNonNullAssertion: indices are in range by construction, and a check would cost in the inner loop
import type { Position, Variant } from '../engine/index.ts'
import { Board, COLUMNS, type FlightRule, LANE, PACKED, runOf, TO_HOME } from './board.ts'
import { Depths } from './depths.ts'
import { doubled } from './doubled.ts'
import { MOST_MOVES, Moves, priorityOf } from './moves.ts'
import { highChange, lowChange } from './tables.ts'
import type { Weights } from './weights.ts'

/** No line is looked for that costs as much or more. */
export const MOST_LAYERS = 250

/** How many positions of a layer are looked into before it is the next layer's turn. */
const WIDTH = 16

/** How the positions of a layer are judged, beside the moves that cannot be spared. */
const WEIGHTS: Weights = { notHome: 3, cell: 7, aboveNext: 2, aboveLower: 2, break: 9, inversion: 0, emptyColumn: 6 }
const MUST = 4

const PRIORITIES = 1024
/** The queue of the priority 0, so that what empty columns take off stays within. */
const QUEUE_OF_ZERO = 64

const NODE = 3
const SLOT = 4
const FIRST_NODES = 1 << 12
const FIRST_SLOTS = 1 << 10

/** How many positions are looked into between two looks at `interrupted`. */
const PATIENCE = 64

/**
 * What a column says of moves that cannot be spared, from the floor up to one of its cards: the lowest rank index of each suit, four
 * bits each; whether the ordered run that ends with the card has been counted; and the count.
 */
const NO_CARDS = 0xffff
const COUNTED = 1 << 16
const MUST_SHIFT = 17
const ONE_MUST = 1 << MUST_SHIFT
const mustsOf = (word: number): number => word >> MUST_SHIFT

/** The word with one more card, which goes on with a run or begins one. */
function withCard(word: number, card: number, inRun: boolean): number {
  const shift = (card & 3) << 2
  const kept = inRun ? word : word & ~COUNTED
  if (((kept >> shift) & 15) >= card >> 2) return (kept & ~(15 << shift)) | ((card >> 2) << shift)
  return (kept & COUNTED) === 0 ? (kept | COUNTED) + ONE_MUST : kept
}

/** `shorter`: a shorter line was found. `exhausted`: there is none. */
export type Outcome = 'shorter' | 'exhausted' | 'stopped'

/**
 * Search for short lines, over the same moves as `Search`. A layer holds the positions that cost equally many moves to come to. In
 * sweeps from the first layer to the last, the best few of each that are still open are looked into, and what they lead to is put into
 * the layers after it: a beam search that widens as it goes on, with nothing done twice (S. G. Vadlamudi et al., Anytime Column
 * Search, 2012). A position found again in an earlier layer is taken up there.
 *
 * A card that lies above a lower one of its suit must be moved elsewhere before it can go home, and a move can do that for no more
 * than one ordered run; so these runs are moves that cannot be spared. Positions with which they add up to no shorter line are
 * dropped. When none is left, the last line found is the shortest.
 *
 * The nodes, slots and queues are those of `Search`, the queues one for each priority in each layer.
 */
export class Layers {
  readonly #board = new Board()
  readonly #depths = new Depths()

  /** Per node: parent's slot, move, next node in the queue or in the list of free ones. */
  #nodes = new Int32Array(FIRST_NODES * NODE)
  #nodesUsed = 0
  #freeNode = -1

  /** The newest node of each priority, layer by layer; and per layer the least priority in use and the number of nodes. */
  readonly #queues = new Int32Array(MOST_LAYERS * PRIORITIES)
  readonly #least = new Int16Array(MOST_LAYERS)
  readonly #open = new Int32Array(MOST_LAYERS)
  /** Where the sweep stands, and how many positions it still looks into there. */
  #layer = 0
  #left = 0

  /** Per slot: parent's slot, the move from there, both words of the hash; and the packed position. */
  #slots = new Int32Array(FIRST_SLOTS * SLOT)
  #packed = new Int32Array(FIRST_SLOTS * PACKED)
  #slotsUsed = 0
  /** The slot of the position that the board stands on. */
  #slot = -1

  /** Of the position that is looked into: its moves; and for each card the moves that cannot be spared, from the floor up to it. */
  readonly #moves = new Moves()
  readonly #words = new Int32Array(COLUMNS << LANE)

  #homeCost = 0
  /** What a line must cost less than; and what it was when `improve` told of the last one. */
  #limit = 0
  #told = 0
  #expanded = 0
  #winSlot = -1
  #winMove = -1

  /** Distinct positions found since `start`. */
  get found(): number {
    return this.#depths.size
  }

  /** Bytes held, to be used again. */
  get bytes(): number {
    return this.#depths.bytes + this.#nodes.byteLength + this.#slots.byteLength + this.#packed.byteLength
  }

  /**
   * Begins at a position. A move costs 1, one that sends a card home `homeCost`, and what flies nothing; only lines that
   * cost less than the limit are looked for.
   */
  start(root: Position, variant: Variant, flightRule: FlightRule, homeCost: 0 | 1, limit: number): void {
    this.#depths.clear()
    this.#nodesUsed = 0
    this.#freeNode = -1
    this.#queues.fill(-1)
    this.#least.fill(PRIORITIES)
    this.#open.fill(0)
    this.#layer = 0
    this.#left = WIDTH
    this.#slotsUsed = 0
    this.#homeCost = homeCost
    this.#limit = Math.min(limit, MOST_LAYERS)
    this.#told = this.#limit
    this.#expanded = 0
    this.#winSlot = -1
    this.#winMove = -1
    const board = this.#board
    board.prepare(variant, flightRule, WEIGHTS)
    board.load(root)
    board.fly()
    this.#depths.lower(board.hashLow, board.hashHigh, 0)
    if (board.homeCount < 52 && this.#limit > 0) this.#expand(-1, -1)
  }

  /** From now on only lines that cost less are looked for. */
  limitTo(limit: number): void {
    this.#limit = Math.min(this.#limit, limit)
    this.#told = this.#limit
  }

  /** Looks for a line shorter than the last one, until about so many positions are found. May be called again to go on. */
  improve(positions: number, interrupted: () => boolean): Outcome {
    const board = this.#board
    while (this.#limit === this.#told) {
      if (!this.#toOpenLayer()) return 'exhausted'
      if (this.found >= positions || (this.#expanded % PATIENCE === 0 && interrupted())) return 'stopped'
      const node = this.#takeBest()
      const parent = this.#nodes[node * NODE]!
      const move = this.#nodes[node * NODE + 1]!
      this.#nodes[node * NODE + 2] = this.#freeNode
      this.#freeNode = node
      if (parent !== this.#slot) {
        board.unpack(this.#packed, parent * PACKED, this.#slots[parent * SLOT + 2]!, this.#slots[parent * SLOT + 3]!)
      }
      board.play(move)
      this.#slot = -1
      if (this.#depths.of(board.hashLow, board.hashHigh) === this.#layer) this.#expand(parent, move)
    }
    this.#told = this.#limit
    return 'shorter'
  }

  /** The moves from the root to the win that was found last. */
  winningMoves(): number[] {
    const moves = [this.#winMove]
    for (let slot = this.#winSlot; slot > 0; slot = this.#slots[slot * SLOT]!) moves.push(this.#slots[slot * SLOT + 1]!)
    return moves.reverse()
  }

  /** Goes on to the layer whose turn it is; false if nothing is open that may lead to a shorter line. */
  #toOpenLayer(): boolean {
    for (let tried = 0; tried <= this.#limit; tried++) {
      if (this.#left > 0 && this.#layer < this.#limit && this.#open[this.#layer]! > 0) return true
      this.#layer = this.#layer + 1 < this.#limit ? this.#layer + 1 : 0
      this.#left = WIDTH
    }
    return false
  }

  /** The newest node of the layer's best queue. */
  #takeBest(): number {
    const layer = this.#layer
    let at = layer * PRIORITIES + this.#least[layer]!
    while (this.#queues[at]! < 0) at++
    this.#least[layer] = at - layer * PRIORITIES
    const node = this.#queues[at]!
    this.#queues[at] = this.#nodes[node * NODE + 2]!
    this.#open[layer]!--
    this.#left--
    return node
  }

  /** Gives a slot to the position on the board, and finds what it leads to; unless it leads to no shorter line. */
  #expand(parent: number, move: number): void {
    this.#expanded++
    const musts = this.#countMusts()
    if (this.#layer + musts >= this.#limit) return
    this.#makeRoom()
    const slot = this.#addSlot(parent, move)
    const moves = this.#moves
    moves.find(this.#board, WEIGHTS)
    const priority = priorityOf(this.#board, WEIGHTS)
    for (let i = 0; i < moves.homewards; i++) this.#playChild(moves.homeward[i]!)
    for (let i = 0; i < moves.count; i++) {
      if (!this.#isNewBy(moves.shift[i]!)) continue
      const move = moves.move[i]!
      this.#pushInto(this.#layer + 1, slot, move, priority + moves.change[i]!, musts + this.#mustsBy(move))
    }
  }

  /** How many more moves cannot be spared after a move that sends nothing home. */
  #mustsBy(move: number): number {
    const { length, cells } = this.#board
    const words = this.#words
    const from = move & 15
    const to = (move >> 4) & 15
    const count = move >> 8
    const source = from < COLUMNS ? ((from << LANE) | length[from]!) - count : -1
    let change = 0
    if (source >= 0) {
      change -= mustsOf(words[source + count - 1]!)
      if (length[from]! > count) change += mustsOf(words[source - 1]!)
    }
    // A run alone on a column holds up nothing.
    if (to < COLUMNS && length[to]! > 0) {
      const word = words[((to << LANE) | length[to]!) - 1]!
      if (source >= 0) change += this.#newMusts(word, source, count)
      else change += mustsOf(withCard(word, cells[from - COLUMNS]!, true)) - mustsOf(word)
    }
    return change
  }

  /** Notes for every card what its column says up to it, and counts the moves that cannot be spared. */
  #countMusts(): number {
    const { cards, prefix, length } = this.#board
    let musts = 0
    for (let column = 0; column < COLUMNS; column++) {
      const base = column << LANE
      const end = base + length[column]!
      let word = NO_CARDS
      for (let i = base; i < end; i++) {
        word = withCard(word, cards[i]!, runOf(prefix[i]!) > 1)
        this.#words[i] = word
      }
      musts += mustsOf(word)
    }
    return musts
  }

  /** How many more moves cannot be spared once these cards lie on a column with the word. */
  #newMusts(word: number, place: number, count: number): number {
    let after = word
    for (let i = place; i < place + count; i++) after = withCard(after, this.#board.cards[i]!, true)
    return mustsOf(after) - mustsOf(word)
  }

  /** A child whose move sends cards home: played, judged as it stands, taken back. */
  #playChild(move: number): void {
    const slot = this.#slotsUsed - 1
    const board = this.#board
    const { hashLow, hashHigh, flights } = board
    const to = (move >> 4) & 15
    const height = to < COLUMNS ? board.length[to]! : 0
    const depth = this.#layer + (to === TO_HOME ? this.#homeCost : 1)
    board.play(move)
    if (board.homeCount === 52) {
      if (depth < this.#limit) {
        this.#limit = depth
        this.#winSlot = slot
        this.#winMove = move
      }
    } else if (this.#depths.lower(board.hashLow, board.hashHigh, depth)) {
      this.#pushInto(depth, slot, move, priorityOf(board, WEIGHTS), this.#mustsAfter(to, height))
    }
    board.takeBack(move, hashLow, hashHigh, flights)
  }

  /** The moves that cannot be spared on the board, of which one column may have grown from a height and the others have not. */
  #mustsAfter(grown: number, height: number): number {
    const { length } = this.#board
    let musts = 0
    for (let column = 0; column < COLUMNS; column++) {
      const base = column << LANE
      const kept = column === grown ? Math.min(height, length[column]!) : length[column]!
      if (kept > 0) musts += mustsOf(this.#words[base + kept - 1]!)
      // A run alone on a column holds up nothing.
      if (kept > 0 && kept < length[column]!)
        musts += this.#newMusts(this.#words[base + kept - 1]!, base + kept, length[column]! - kept)
    }
    return musts
  }

  /** Whether the position on the board with something shifted is not found yet so early. */
  #isNewBy(shift: number): boolean {
    const { hashLow, hashHigh } = this.#board
    return this.#depths.lower(hashLow ^ lowChange(shift), hashHigh ^ highChange(shift), this.#layer + 1)
  }

  #pushInto(layer: number, slot: number, move: number, priority: number, musts: number): void {
    if (layer + musts >= this.#limit) return
    const queue = Math.max(0, Math.min(QUEUE_OF_ZERO + priority + MUST * musts, PRIORITIES - 1))
    const at = layer * PRIORITIES + queue
    const nodes = this.#nodes
    let node = this.#freeNode
    if (node >= 0) this.#freeNode = nodes[node * NODE + 2]!
    else node = this.#nodesUsed++
    nodes[node * NODE] = slot
    nodes[node * NODE + 1] = move
    nodes[node * NODE + 2] = this.#queues[at]!
    this.#queues[at] = node
    this.#open[layer]!++
    if (queue < this.#least[layer]!) this.#least[layer] = queue
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
    this.#slot = slot
    return slot
  }

  /** Sees to it that the children of one position fit into nodes and table. */
  #makeRoom(): void {
    if ((this.#nodesUsed + MOST_MOVES) * NODE > this.#nodes.length) {
      this.#nodes = doubled(this.#nodes)
    }
    this.#depths.makeRoom(MOST_MOVES)
  }
}
