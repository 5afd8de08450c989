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
import { Depths } from './depths.ts'
import { CELL, FLOOR, KEYS, ROW } from './tables.ts'
import type { Weights } from './weights.ts'

/** No line is looked for that costs as much or more. */
export const MOST_LAYERS = 250

/** How many positions of a layer are looked into before it is the next layer's turn. */
const WIDTH = 16

/** How the positions of a layer are judged, beside the moves that cannot be spared. */
const WEIGHTS: Weights = { notHome: 3, cell: 7, aboveNext: 2, aboveLower: 2, break: 9, inversion: 0, emptyColumn: 6 }
const MUST = 4

const PRIORITIES = 1024
/** The priority of a position with nothing for or against it, so that what empty columns take off stays above zero. */
const PRIORITY_BASE = 64

/** More than any position has: 2 a column onto cards, 13 a column into cells and an empty column, 4 a cell, 4 home. */
const MOST_CHILDREN = 160

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

  /** Of the position that is looked into: where the suits' next cards lie, how many lie in each column, the moves not to be spared. */
  readonly #nextAt = new Int16Array(4)
  readonly #nextIn = new Uint8Array(COLUMNS)
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
    const board = this.#board
    const { cards, prefix, length, cells, cellCount } = board
    const { onto: fitOnto, under: fitUnder } = board.fits!
    const { cell: cellWeight, aboveNext: nextWeight, aboveLower: lowerWeight, emptyColumn: emptyWeight } = WEIGHTS
    const words = this.#words
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
      if (at >= 0) nextIn[at >> LANE]!++
    }
    const priority = this.#priority()

    for (let suit = 0; suit < 4; suit++) {
      const at = this.#nextAt[suit]!
      const column = at >> LANE
      if (at >= 0 && (at & HEIGHT_MASK) === length[column]! - 1) this.#playChild(moveWord(column, TO_HOME, 1))
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
        const end = at + count - 1
        if (count > capacity || count > runOf(prefix[end]!)) continue
        const move = moveWord(from, to, count)
        const beneath = left > 0 ? cards[at - 1]! : FLOOR
        if (left > 0 && board.flies(beneath)) {
          this.#playChild(move)
          continue
        }
        if (!this.#isNewWith(head, beneath, onto)) continue
        const gone = mustsOf(words[end]!) - (left > 0 ? mustsOf(words[at - 1]!) : 0)
        let change = (left > 0 ? costOf(prefix[at - 1]!) : -emptyWeight) - costOf(prefix[end]!)
        const higher = (head >> 2) - lowestOf(prefix[target]!)
        if (higher > 0) change += lowerWeight * Math.min(higher, count)
        change += nextWeight * count * (nextIn[to]! - this.#nextBeneath(from, at))
        this.#push(slot, move, priority + change, musts - gone + this.#newMusts(words[target]!, at, count))
      }
    }

    for (let from = 0; from < COLUMNS; from++) {
      const height = length[from]!
      if (height === 0) continue
      const top = (from << LANE) + height - 1
      const end = costOf(prefix[top]!)
      if (emptyColumn >= 0) {
        const most = Math.min(runOf(prefix[top]!), capacity >> 1, height - 1)
        for (let count = 1; count <= most; count++) {
          const move = moveWord(from, emptyColumn, count)
          const at = top + 1 - count
          const beneath = cards[at - 1]!
          if (board.flies(beneath)) {
            this.#playChild(move)
            continue
          }
          if (!this.#isNewWith(cards[at]!, beneath, FLOOR)) continue
          const change = emptyWeight + costOf(prefix[at - 1]!) - end - nextWeight * count * this.#nextBeneath(from, at)
          this.#push(slot, move, priority + change, musts - mustsOf(words[top]!) + mustsOf(words[at - 1]!))
        }
      }
      if (freeCells > 0) {
        const move = moveWord(from, TO_CELL, 1)
        const beneath = height > 1 ? cards[top - 1]! : FLOOR
        if (height > 1 && board.flies(beneath)) {
          this.#playChild(move)
          continue
        }
        if (!this.#isNewWith(cards[top]!, beneath, CELL)) continue
        const gone = mustsOf(words[top]!) - (height > 1 ? mustsOf(words[top - 1]!) : 0)
        const change = cellWeight + (height > 1 ? costOf(prefix[top - 1]!) : -emptyWeight) - end
        this.#push(slot, move, priority + change - nextWeight * this.#nextBeneath(from, top), musts - gone)
      }
    }

    for (let cell = 0; cell < cellCount; cell++) {
      const card = cells[cell]!
      const from = COLUMNS + cell
      if (card >> 2 === board.home[card & 3]!) this.#playChild(moveWord(from, TO_HOME, 1))
      for (let i = card * 2; i < card * 2 + 2; i++) {
        const onto = fitUnder[i]!
        const target = board.placeOf(onto)
        const to = target >> LANE
        if (target < 0 || (target & HEIGHT_MASK) !== length[to]! - 1 || !this.#isNewWith(card, CELL, onto)) continue
        const change = nextWeight * nextIn[to]! + (card >> 2 > lowestOf(prefix[target]!) ? lowerWeight : 0) - cellWeight
        const added = mustsOf(withCard(words[target]!, card, true)) - mustsOf(words[target]!)
        this.#push(slot, moveWord(from, to, 1), priority + change, musts + added)
      }
      if (emptyColumn >= 0 && this.#isNewWith(card, CELL, FLOOR)) {
        this.#push(slot, moveWord(from, emptyColumn, 1), priority + emptyWeight - cellWeight, musts)
      }
    }
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
      this.#pushInto(depth, slot, move, this.#priority(), this.#mustsAfter(to, height))
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

  /** How the position on the board is judged, but for the moves that cannot be spared. */
  #priority(): number {
    const { cellCount, homeCount, length, prefix } = this.#board
    const { notHome, cell, aboveNext, emptyColumn } = WEIGHTS
    let priority = PRIORITY_BASE + notHome * (52 - homeCount) + cell * cellCount
    for (let column = 0; column < COLUMNS; column++) {
      const height = length[column]!
      priority += height > 0 ? costOf(prefix[(column << LANE) + height - 1]!) : -emptyColumn
    }
    for (let suit = 0; suit < 4; suit++) {
      const at = this.#board.placeOfNext(suit)
      if (at >= 0) priority += aboveNext * (length[at >> LANE]! - 1 - (at & HEIGHT_MASK))
    }
    return priority
  }

  /** Whether the position on the board with a card moved from what it lies on to something else is not found yet so early. */
  #isNewWith(card: number, before: number, after: number): boolean {
    const from = ((card << ROW) | before) << 1
    const to = ((card << ROW) | after) << 1
    const { hashLow, hashHigh } = this.#board
    return this.#depths.lower(hashLow ^ KEYS[from]! ^ KEYS[to]!, hashHigh ^ KEYS[from + 1]! ^ KEYS[to + 1]!, this.#layer + 1)
  }

  #push(slot: number, move: number, priority: number, musts: number): void {
    this.#pushInto(this.#layer + 1, slot, move, priority, musts)
  }

  #pushInto(layer: number, slot: number, move: number, priority: number, musts: number): void {
    if (layer + musts >= this.#limit) return
    const queue = Math.max(0, Math.min(priority + MUST * musts, PRIORITIES - 1))
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
    if ((this.#nodesUsed + MOST_CHILDREN) * NODE > this.#nodes.length) {
      this.#nodes = doubled(this.#nodes)
    }
    this.#depths.makeRoom(MOST_CHILDREN)
  }
}

function doubled(from: Int32Array): Int32Array<ArrayBuffer> {
  const to = new Int32Array(from.length * 2)
  to.set(from)
  return to
}
